"""Small models with random weights, saved as a user would have them: four architectures, one tokenizer, a template."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from keepmum.models.hf import Inside, Seen
from keepmum.models.hf.model import Hf
from keepmum.models.seam import Completion, Message, Request, Sampling, Scope, Shape

torch = pytest.importorskip("torch", reason="needs the hf extra")
transformers = pytest.importorskip("transformers", reason="needs the hf extra")

T = TypeVar("T")
TEMPLATE = (
    "{% for m in messages %}<|turn|>{{ m['role'] }}\n{{ m['content'] }}<|over|>{% endfor %}"
    "{% if add_generation_prompt %}<|turn|>assistant\n{% if enable_thinking is defined and not enable_thinking %}"
    "<think></think>{% endif %}{% endif %}"
)
NO_SYSTEM = "{% if messages[0]['role'] == 'system' %}{{ raise_exception('no system') }}{% endif %}" + TEMPLATE
SIZES: dict[str, Any] = {
    "hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 3, "num_attention_heads": 4,
    "max_position_embeddings": 256, "initializer_range": 0.3,
}  # fmt: skip
KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "llama": ("LlamaConfig", {"num_key_value_heads": 2}),
    "qwen2": ("Qwen2Config", {"num_key_value_heads": 2}),
    "neox": ("GPTNeoXConfig", {}),
    "gemma": ("Gemma2Config", {"num_key_value_heads": 2, "head_dim": 8, "sliding_window": 7}),
}
LAYERS, WIDTH = 3, 32


def tokenizer(template: str | None = TEMPLATE) -> Any:
    """Single bytes, a few words, and the template's marks."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = [("c", "o"), ("co", "p"), ("i", "r"), ("ir", "o"), ("iro", "n"), ("Ġ", "iron"), ("a", "g"), ("ag", "e")]
    vocabulary = {text: n for n, text in enumerate([*letters, *(one + two for one, two in merges)])}
    plain = Tokenizer(models.BPE(vocab=vocabulary, merges=merges))
    plain.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)  # type: ignore[assignment]
    plain.decoder = decoders.ByteLevel()  # type: ignore[assignment]
    made = transformers.PreTrainedTokenizerFast(tokenizer_object=plain, eos_token="<|end|>")
    made.add_special_tokens({"additional_special_tokens": ["<|turn|>", "<|over|>"]})
    made.chat_template = template
    return made


def save(folder: Path, kind: str = "llama", template: str | None = TEMPLATE, **changed: Any) -> str:
    """A model in a folder, and the name that opens it."""
    torch.manual_seed(len(kind))
    words = tokenizer(template)
    name, own = KINDS[kind]
    config = getattr(transformers, name)(
        vocab_size=len(words), eos_token_id=words.eos_token_id, **{**SIZES, **own, **changed}
    )
    transformers.AutoModelForCausalLM.from_config(config).save_pretrained(folder)
    words.save_pretrained(folder)
    return f"hf/{folder}"


def plain(name: str) -> Any:
    """The same weights as transformers alone would have them."""
    return transformers.AutoModelForCausalLM.from_pretrained(name.partition("/")[2], dtype=torch.float32).eval()


def states(model: Any, tokens: tuple[int, ...], layer: int, add: Any = None) -> Any:
    """What a layer gives in one forward pass of the whole conversation, (tokens, width); `add` is steered in before."""
    found = {}

    def hook(_: Any, __: Any, out: Any) -> Any:
        first = out[0] if isinstance(out, tuple) else out
        found["states"] = first if add is None else first + add
        return (found["states"], *out[1:]) if isinstance(out, tuple) else found["states"]

    handle = layers(model)[layer].register_forward_hook(hook)
    with torch.inference_mode():
        found["scores"] = model(input_ids=torch.tensor([tokens]), use_cache=False).logits[0]
    handle.remove()
    return found["states"][0].float().numpy(), found["scores"]


def layers(model: Any) -> Any:
    return (getattr(model, "model", None) or model.gpt_neox).layers


def talk(*texts: str, system: str = "") -> tuple[Message, ...]:
    """Messages of a user and an assistant in turn."""
    said = [Message("assistant" if n % 2 else "user", text) for n, text in enumerate(texts)]
    return (*([Message("system", system)] if system else []), *said)


def ask(*texts: str, system: str = "", shape: Shape | None = None, **fields: Any) -> Request:
    place = {name: fields.pop(name) for name in ("match", "seat", "turn") if name in fields}
    sampling = Sampling(**{"temperature": 0.0, "max_tokens": 6, **fields})
    return Request(talk(*texts, system=system), sampling, shape, Scope("r", **place))


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


OPENED: dict[tuple[str, int | None], Hf] = {}


def looked(name: str, *insides: Inside | Request, together: bool = True, budget: int | None = None) -> list[Seen]:
    """What came of requests, in one batch by a model that serves all tests, or one after the other by a new one."""

    async def work() -> list[Seen]:
        given = [one if isinstance(one, Inside) else Inside(one) for one in insides]
        if together:
            model = OPENED.setdefault((name, budget), Hf(name, threads=1, budget=budget))
            return list(await asyncio.gather(*(model.look(one) for one in given)))
        model = Hf(name, threads=1, budget=budget)
        try:
            return [await model.look(one) for one in given]
        finally:
            await model.close()

    return run(work())


def answers(name: str, *requests: Request, **how: Any) -> list[Completion]:
    return [seen.completion for seen in looked(name, *requests, **how)]
