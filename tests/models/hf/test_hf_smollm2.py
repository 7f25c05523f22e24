"""A real model out of a GGUF file: it speaks, and what is recorded in a batch equals a plain forward pass."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the hf extra")
pytest.importorskip("transformers", reason="needs the hf extra")
import torch
from tiny_weights import OPENED, ask, looked, run

from keepmum.core.ask import Word
from keepmum.core.schema import grammar
from keepmum.models import weights
from keepmum.models.hf import Capture, Inside, Steer
from keepmum.models.seam import Shape

NAME = "hf/smollm2"


@pytest.mark.local
def test_smollm2_row_by_row() -> None:
    if not weights.find("smollm2").present:
        pytest.skip("needs `keepmum models get smollm2`")
    push = np.random.default_rng(1).normal(size=576).astype(np.float32)
    one_word = Shape(grammar=grammar(Word("clue")))
    talk = "Say one word for a metal."
    seen = looked(
        NAME,
        Inside(ask(talk, max_tokens=2), Capture((12, 29))),
        Inside(ask(talk, max_tokens=2), steer=Steer(push, 12, 0.0)),
        ask("You play a word game. The secret word is copper. Your clue?", shape=one_word, max_tokens=20),
        Inside(ask(talk, max_tokens=2), Capture((12, 13)), Steer(push, 12, 8.0)),
    )
    free, nought, shaped, steered = seen
    assert free.tokens == nought.tokens
    assert re.fullmatch("[^ ]{1,30}", json.loads(shaped.completion.text)["clue"])
    model: Any = OPENED[NAME, None]._worker._bench._loaded.model  # type: ignore[union-attr]
    with torch.inference_mode():
        states = model(torch.tensor([free.tokens[: free.prompt]]), output_hidden_states=True).hidden_states
    np.testing.assert_allclose(free.states[12][0], states[13][0, -1].numpy(), atol=1e-3, rtol=1e-4)
    np.testing.assert_allclose(steered.states[12] - free.states[12], 8 * push[None], atol=1e-3, rtol=1e-4)
    paris, berlin = run(OPENED[NAME, None].score("The capital of France is", [" Paris", " Berlin"]))
    assert paris > berlin
