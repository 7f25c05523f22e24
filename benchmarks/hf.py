"""Open weights: matches an hour against a loop that reads each conversation anew, and scores of 16 words against one.

    python benchmarks/hf.py [matches at once] [loop takes every n-th call] [model]

The calls are those of real matches of four at the Chameleon in the paper's protocol, with canned replies, at
temperature 0 and 20 tokens at most. The loop does what the paper's code does: one call at a time, transformers' own
generate. Wanted: at least 6 times the matches an hour on two cores, and 16 continuations for at most 1.5 times the
cost of one.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from dataclasses import asdict, replace
from typing import Any

from keepmum import registry
from keepmum.agents import briefing
from keepmum.agents.seam import Seating, Setting
from keepmum.agents.spec import parse_spec
from keepmum.agents.verdict import verdict
from keepmum.models.hf.model import Hf
from keepmum.models.scripted import Scripted
from keepmum.models.seam import Message, Request, Sampling
from keepmum.play.run import Plan, play_number

WORDS = [
    "copper",
    "tools",
    "furnace",
    "mining",
    "steam",
    "factory",
    "trains",
    "coal",
    "smoke",
    "wheel",
    "iron",
    "sword",
    "forge",
    "bell",
    "coin",
    "plough",
]
SAMPLING = Sampling(temperature=0.0, max_tokens=20)


def canned(request: Request) -> str:
    """An answer that the shape asked for allows."""
    if request.shape is None or request.shape.schema is None:
        return "The clue fits other words as well as the secret one."
    ((name, wanted),) = request.shape.schema["properties"].items()  # type: ignore[attr-defined]
    number = request.scope.match + request.scope.seat + request.scope.turn
    if "enum" in wanted:
        return json.dumps({name: wanted["enum"][0]})
    return json.dumps({name: WORDS[number % len(WORDS)]})


async def recorded(matches: int) -> list[list[Request]]:
    """The calls of some matches. Confirmations are taken as right, whatever they say."""
    briefing.confirmed = lambda confirm, exchange: verdict(confirm.ask, exchange)
    kind = registry.game("chameleon")
    model = Scripted(canned)
    setting = Setting(kind, asdict(kind.options()), lambda name: model)  # type: ignore[arg-type, return-value]
    sitter = registry.agent("chat")(parse_spec("chat:scripted/x?constrain=schema&script=paper"), setting)
    plan = Plan(kind, kind.options(), {"all": "x"}, 1, lambda agent, m, s, rng: sitter(Seating("x", m, s, rng)))
    for match in range(matches):
        await play_number(plan, match)
    calls: list[list[Request]] = [[] for _ in range(matches)]
    for call in model.calls:
        calls[call.scope.match].append(replace(call, shape=None, sampling=SAMPLING))
    return calls


async def ours(model: Hf, calls: list[list[Request]]) -> tuple[float, list[list[Any]]]:
    """Seconds for all matches at once, and the replies."""

    async def played(match: list[Request]) -> list[Any]:
        return [await model.complete(call) for call in match]

    started = time.perf_counter()
    said = await asyncio.gather(*map(played, calls))
    return time.perf_counter() - started, list(said)


class Loop:
    """Transformers alone, on the same weights."""

    def __init__(self, model: Hf) -> None:
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer

        from keepmum.models.hf.load import where
        from keepmum.models.hf.once import heads_read_once
        from keepmum.models.hf.source import fetched

        place = model._place
        told = where(place, fetched(place))
        with heads_read_once():
            self.tokenizer = AutoTokenizer.from_pretrained(**told)
            self.model: Any = AutoModelForCausalLM.from_pretrained(dtype=torch.float32, **told).eval()

    def ids(self, messages: tuple[Message, ...]) -> Any:
        said = [{"role": message.speaker, "content": message.text} for message in messages]
        return self.tokenizer.apply_chat_template(
            said, add_generation_prompt=True, return_tensors="pt", return_dict=True
        )

    def complete(self, call: Request) -> str:
        import torch

        asked = self.ids(call.messages)
        with torch.inference_mode():
            out = self.model.generate(**asked, max_new_tokens=20, do_sample=False, pad_token_id=0)
        return self.tokenizer.decode(out[0, asked["input_ids"].shape[1] :], skip_special_tokens=True)

    def score(self, messages: tuple[Message, ...], words: list[str]) -> list[float]:
        """One pass over the whole for each word."""
        import torch

        before = self.ids(messages)["input_ids"]
        found: list[float] = []
        for word in words:
            after = self.tokenizer(word, add_special_tokens=False, return_tensors="pt")["input_ids"]
            with torch.inference_mode():
                scores = self.model(torch.cat([before, after], 1)).logits[0, before.shape[1] - 1 : -1].log_softmax(-1)
            found.append(float(scores.gather(1, after[0][:, None]).sum()))
        return found


async def scored(model: Hf, loop: Loop, messages: tuple[Message, ...]) -> None:
    """The cost of 16 continuations beside one: with a prefix that was never read, and with one that was."""

    async def once(fresh: str, words: list[str]) -> float:
        first, *rest = messages
        started = time.perf_counter()
        await model.score((Message(first.speaker, fresh + first.text), *rest), words)
        return time.perf_counter() - started

    for known in (False, True):
        one, many = [], []
        for n in range(3):
            for words, times in ((WORDS[:1], one), (WORDS, many)):
                times.append(await once("" if known else f"{n}{len(words)} ", words))
        spread = f"(fastest of 3: {min(one):.3f} s and {min(many):.3f} s)"
        print(f"score, prefix {'known' if known else 'new'}: 16 cost {min(many) / min(one):.2f} times one {spread}")
    started = time.perf_counter()
    alone = loop.score(messages, WORDS)
    seconds = time.perf_counter() - started
    apart = max(abs(a - b) for a, b in zip(alone, await model.score(messages, WORDS), strict=True))
    print(f"score, one pass for each of 16: {seconds:.2f} s; the scores differ by {apart:.1e} at most")


async def main() -> None:
    matches, every = (int(text) for text in (*sys.argv[1:3], *("8", "4")[len(sys.argv[1:3]) :]))
    model = Hf(sys.argv[3] if len(sys.argv) > 3 else "hf/smollm2")
    facts = await model.facts()
    loop = Loop(model)
    calls = await recorded(matches)
    print(f"{facts.device} {facts.dtype}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    seconds, said = await ours(model, calls)
    total, asked = sum(map(len, calls)), [reply.usage for replies in said for reply in replies]
    print(f"ours: {matches} matches at once, {total} calls in {seconds:.0f} s, {3600 * matches / seconds:.0f} an hour")
    print(
        f"  {sum(use.input_tokens for use in asked) / matches:.0f} tokens asked a match, "
        f"{sum(use.input_tokens - use.cached_tokens for use in asked) / matches:.0f} of them read, "
        f"{sum(use.output_tokens for use in asked) / matches:.0f} written; load {os.getloadavg()[0]:.1f}"
    )
    chosen = calls[0][::every]
    started = time.perf_counter()
    alone = [loop.complete(call) for call in chosen]
    each = (time.perf_counter() - started) / len(chosen)
    same = sum(a.strip() == b.text for a, b in zip(alone, said[0][::every], strict=True))
    print(f"loop: {each:.2f} s a call ({len(chosen)} calls), {3600 / (each * len(calls[0])):.1f} matches an hour")
    print(f"  ratio {each * total / seconds:.1f}; {same} of {len(chosen)} replies alike; load {os.getloadavg()[0]:.1f}")
    await scored(model, loop, calls[0][-1].messages)
    await model.close()


if __name__ == "__main__":
    asyncio.run(main())
