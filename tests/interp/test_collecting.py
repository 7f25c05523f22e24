"""What is collected is what a plain forward pass gives at the token that answers, asked in a run's own words."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the hf extra")
pytest.importorskip("transformers", reason="needs the hf extra")
from tiny_weights import LAYERS, WIDTH, plain, states

from keepmum.agents.ready import make_ready
from keepmum.agents.seam import Setting
from keepmum.agents.spec import parse_spec
from keepmum.agents.steering import Steering
from keepmum.core.options import OptionError
from keepmum.games.chameleon import KIND
from keepmum.interp.collecting import Collector, Job, Lens, Push, collect, missing
from keepmum.interp.occasions import Spread, chosen, dealt, recorded
from keepmum.interp.store import FORMAT, About, Store, read_store
from keepmum.interp.wordings import Wording, wordings
from keepmum.models.hf import Capture, Inside, Steer
from keepmum.models.hf.model import Hf
from keepmum.play.records import Dealt, record_of

RULES = KIND.options(words=4)
SPREAD = Spread(3, 2)


def collector(name: str, prompts: Path, extra: str = "") -> Collector:
    hf = Hf(name, threads=1)
    spec = parse_spec(f"chat:{name}?temperature=0&max_tokens=4&constrain=grammar{extra}")
    ready = make_ready(spec, Setting(KIND, asdict(RULES), lambda _: hf, prompts), Steering)
    return Collector(hf, ready, (0, LAYERS - 1), asyncio.run(hf.facts()).revision)


class Watching(Lens):
    """A lens that keeps the request, too."""

    async def complete(self, request: Any) -> Any:
        self.asked = request
        return await super().complete(request)


async def seen_in(made: Collector, job: Job) -> Watching:
    lens = Watching(made.hf, Capture(made.layers), None)
    await made.agent(job, lens).act(job.occasion.observation())
    return lens


def test_every_row_is_a_plain_forward_pass_of_what_the_player_was_told(
    small: str, prompts: Path, tmp_path: Path
) -> None:
    made = collector(small, prompts)
    occasions = dealt(KIND, RULES, 1, SPREAD, (0,))
    push = Push("v", "2", Steer(np.ones(WIDTH, np.float32), 0, 2.0))
    jobs = [Job(each, wording) for each in occasions for wording in wordings((3, 9), True)]
    jobs += [Job(occasions[0], Wording("none"), push)]
    about = About(FORMAT, small, made.revision, made.layers, WIDTH, "chameleon", "", "")

    async def work() -> list[Watching]:
        with Store(tmp_path / "x", about) as store:
            assert len(missing([*jobs, *jobs], store)) == len(jobs)
            assert await collect(made, jobs, store, lambda _: None) == 0
            assert missing(jobs, store) == []
        alone = [await seen_in(made, job) for job in (jobs[0], jobs[3], jobs[-2], jobs[-1])]
        await made.hf.close()
        return alone

    alone = asyncio.run(work())
    found = read_store(tmp_path / "x")
    assert len(found.rows) == len(jobs) == 22
    model = plain(small)
    for place, lens in zip((0, 3, len(jobs) - 2, len(jobs) - 1), alone, strict=True):
        assert lens.seen is not None
        row, tokens = found.rows[place], lens.seen.tokens
        assert row.token == lens.seen.prompt - 1
        for layer in made.layers:
            add = np.zeros((1, len(tokens), WIDTH), np.float32)
            if row.steer and layer == 0:
                add[0, row.token] = 2.0
            expected, _ = states(
                model, tokens[: row.token + 1], layer, __import__("torch").tensor(add)[:, : row.token + 1]
            )
            if not (row.steer and layer):
                np.testing.assert_allclose(found.states(layer)[place], expected[row.token], atol=1e-4)
    steered, free = found.states(LAYERS - 1)[[len(jobs) - 1, 6]]
    assert found.rows[6].kind == "none"
    assert np.abs(steered - free).max() > 0.01
    assert {row.status for row in found.rows} <= {"ok", "truncated"}


def test_wordings_differ_in_one_sentence_and_the_level_is_said_as_in_a_run(small: str, prompts: Path) -> None:
    made = collector(small, prompts)
    occasion = dealt(KIND, RULES, 1, SPREAD, (0,))[0]

    async def told(agent: Collector, wording: Wording) -> list[str]:
        lens = await seen_in(agent, Job(occasion, wording))
        return "\n".join(message.text for message in lens.asked.messages).split("\n")

    async def work() -> dict[str, list[str]]:
        found = {wording.kind: await told(made, wording) for wording in wordings((7,), True)}
        ready = replace(made.ready, options=replace(made.ready.options, level=7))
        lens = Watching(made.hf, Capture(made.layers), None)
        from keepmum.agents.chat import chat

        setting = Setting(KIND, asdict(RULES), lambda _: lens, prompts)
        spec = parse_spec("chat:x?temperature=0&max_tokens=4&constrain=grammar&level=7")
        from random import Random

        from keepmum.agents.seam import Seating

        await chat(spec, setting)(Seating("r", 0, occasion.seat, Random(0))).act(occasion.observation())
        found["run"] = "\n".join(message.text for message in lens.asked.messages).split("\n")
        assert ready.options.level == 7
        await made.hf.close()
        return found

    found = asyncio.run(work())
    assert found["level"] == found["run"]
    for kind, sentence in (("level", "Reveal 7."), ("digits", "The number on the back of your chair is 7.")):
        assert [line for line in found[kind] if line not in found["none"]] == [sentence]
        assert [line for line in found[kind] if line != sentence] == found["none"]
    (words,) = [line for line in found["words"] if line not in found["none"]]
    assert not any(letter.isdigit() for letter in words)
    assert f"Secret: {occasion.secret}." in found["level"]


def test_secrets_are_spread_evenly_and_each_once() -> None:
    found = dealt(KIND, RULES, 1, Spread(7, 3), (0,))
    one = [(each.category, each.secret) for each in found]
    assert len(set(one)) == 7
    counts = sorted(sum(category == each for each, _ in one) for category in {category for category, _ in one})
    assert counts == [2, 2, 3]
    assert all(each.knows for each in found)
    with pytest.raises(OptionError, match="give at least one for each"):
        Spread(2, 3)
    with pytest.raises(OptionError, match="ask for fewer"):
        dealt(KIND, KIND.options(card="Fruits"), 1, Spread(4, 2), (0,))


def test_a_recorded_match_gives_the_moments_before_the_clues(small: str, prompts: Path) -> None:
    from random import Random

    from keepmum.core import Transcript
    from keepmum.play.match import play_match

    class Says:
        def __init__(self, seat: int) -> None:
            self.seat = seat

        async def act(self, observation: Any) -> Any:
            from keepmum.core import Reply

            about = observation.ask.about
            options = getattr(observation.ask, "options", ("1",))
            return Reply.of(f"word{self.seat}" if about == "clue" else options[0])

    deal = KIND.deal(RULES, 1, 0)
    played = asyncio.run(play_match(deal, [Says(seat) for seat in range(4)], Random(0)))
    assert isinstance(played.transcript, Transcript)
    record = record_of(deal.game, Dealt(1, 0, deal.roles, ("a",) * 4), played)
    occasions = list(recorded(KIND, [record], "clue", "run"))
    assert [each.turn for each in occasions] == [0, 1, 2, 3]
    assert sum(each.knows for each in occasions) == 3
    for occasion in occasions:
        observation = occasion.observation()
        clues = [fact for fact in observation.heard if fact.kind == "clue"]
        assert len(clues) == occasion.turn
        assert observation.ask.about == "clue"
        assert observation.seat == occasion.seat == deal.draws["order"][occasion.turn]
    assert len(chosen(occasions, (0, 1, 2, 3), None)) == 3


def test_a_look_inside_does_not_change_the_clue(small: str, prompts: Path) -> None:
    made = collector(small, prompts)
    occasion = dealt(KIND, RULES, 1, SPREAD, (0,))[0]

    async def work() -> tuple[Any, Any]:
        lens = await seen_in(made, Job(occasion, Wording("none")))
        free = await made.hf.look(Inside(lens.asked))
        await made.hf.close()
        return lens.seen, free

    seen, free = asyncio.run(work())
    assert seen.completion.text == free.completion.text
    assert seen.tokens == free.tokens
