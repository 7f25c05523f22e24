"""Recording and steering row by row: equal to plain transformers, whatever the batch, the padding and the memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the hf extra")
pytest.importorskip("transformers", reason="needs the hf extra")
import torch
from tiny_weights import KINDS, LAYERS, WIDTH, ask, layers, looked, plain, states

from keepmum.models.hf import Capture, Inside, Steer
from keepmum.models.seam import ModelUnavailable

TALKS = (("hi",), ("what is the iron age, and who says so?", "I do", "cop"), ("a longer question about iron " * 4,))


def vector(seed: int) -> Any:
    return np.random.default_rng(seed).normal(size=WIDTH).astype(np.float32)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("at", ["answer", "generated", "all", (0, 3, -1)])
def test_a_recorded_row_equals_a_plain_forward_pass(tiny: Any, kind: str, at: Any) -> None:
    name = tiny(kind)
    wanted = [Capture((0, 2), at), Capture((1,), at), None, Capture((LAYERS - 1,), at)]
    asked = [Inside(ask(*TALKS[n % 3], system="rules"), capture) for n, capture in enumerate(wanted)]
    model = plain(name)
    for seen, capture in zip(looked(name, *asked), wanted, strict=True):
        assert tuple(seen.states) == (capture.layers if capture else ())
        for layer, found in seen.states.items():
            expected, _ = states(model, seen.tokens, layer)
            assert found.dtype == np.float32
            np.testing.assert_allclose(found, expected[list(seen.positions)], atol=1e-4)
        if capture and at == "answer":
            assert seen.positions == (seen.prompt - 1,)
        if capture and at == "all":
            assert seen.positions == tuple(range(len(seen.tokens) - (seen.completion.finish == "length")))
        if capture and at == (0, 3, -1):
            assert seen.positions == (0, 3, seen.prompt - 1)


@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_is_what_transformers_alone_would_say(tiny: Any, kind: str) -> None:
    name = tiny(kind)
    model = plain(name)
    for seen in looked(name, *(ask(*talk, max_tokens=8) for talk in TALKS)):
        _, scores = states(model, seen.tokens, 0)
        drawn = scores.argmax(-1).tolist()
        made = list(seen.tokens[seen.prompt :])
        assert drawn[seen.prompt - 1 : seen.prompt - 1 + len(made)] == made


def test_memory_changes_nothing(tiny: Any) -> None:
    name = tiny("llama")
    turns = [ask(*("one iron", "cop", "two", "age", "three")[: 2 * n + 1], system="long rules " * 5) for n in range(3)]
    with_memory = looked(name, *turns, *turns, together=False)
    without = looked(name, *turns, *turns, together=False, budget=0)
    assert [seen.tokens for seen in with_memory] == [seen.tokens for seen in without]
    assert all(seen.completion.usage.cached_tokens == 0 for seen in without)
    found = [seen.completion.usage.cached_tokens for seen in with_memory]
    assert found[0] == 0
    assert found[1] >= with_memory[0].prompt - 1
    assert found[3:] == [seen.prompt - 1 for seen in with_memory[:3]]


def test_a_little_memory_changes_nothing_either(tiny: Any) -> None:
    name = tiny("gemma")
    turns = [ask(f"{n} of iron " * (n + 2), system="rules " * 6) for n in range(5)] * 2
    little = looked(name, *turns, together=False, budget=40_000)
    assert [s.tokens for s in little] == [s.tokens for s in looked(name, *turns, together=False, budget=0)]


def test_recorded_tokens_are_read_even_where_they_are_known(tiny: Any) -> None:
    name = tiny("llama")
    first, second = looked(
        name, ask("iron age " * 5), Inside(ask("iron age " * 5), Capture((1,), (4, -1))), together=False
    )
    expected, _ = states(plain(name), second.tokens, 1)
    assert second.positions == (4, first.prompt - 1)
    assert second.completion.usage.cached_tokens == 4
    np.testing.assert_allclose(second.states[1], expected[[4, first.prompt - 1]], atol=1e-4)


@pytest.mark.parametrize("kind", KINDS)
def test_strength_nought_changes_nothing(tiny: Any, kind: str) -> None:
    name = tiny(kind)
    free = looked(name, *(ask(*talk) for talk in TALKS))
    steered = looked(name, *(Inside(ask(*talk), steer=Steer(vector(1), 1, 0.0)) for talk in TALKS))
    assert [seen.tokens for seen in free] == [seen.tokens for seen in steered]
    assert [seen.completion.text for seen in free] == [seen.completion.text for seen in steered]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("positions", ["generated", "all", (2, -1)])
def test_two_vectors_in_one_batch_are_two_runs(tiny: Any, kind: str, positions: Any) -> None:
    name = tiny(kind)
    asked = [
        Inside(ask(*TALKS[0]), Capture((1, 2), "generated"), Steer(vector(1), 0, 9.0, positions)),
        Inside(ask(*TALKS[1]), Capture((1, 2), "generated"), Steer(vector(2), 1, -6.0, positions)),
        Inside(ask(*TALKS[1]), Capture((1, 2), "generated")),
    ]
    together = looked(name, *asked)
    apart = [looked(name, one)[0] for one in asked]
    assert [seen.tokens for seen in together] == [seen.tokens for seen in apart]
    assert len({seen.tokens[seen.prompt :] for seen in together}) >= (3 if positions == "generated" else 2)
    for one, other in zip(together, apart, strict=True):
        for layer in one.states:
            np.testing.assert_allclose(one.states[layer], other.states[layer], atol=1e-4)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("positions", ["generated", "all", (2, -1)])
def test_steering_equals_a_hook_written_by_hand(tiny: Any, kind: str, positions: Any) -> None:
    name, layer = tiny(kind), 1
    steer = Steer(vector(3), layer, 5.0, positions)
    asked = Inside(ask(*TALKS[1], max_tokens=4), Capture((1, 2), "generated"), steer)
    seen = looked(name, ask(*TALKS[2]), asked)[1]
    add = torch.zeros(1, len(seen.tokens), WIDTH)
    where = {"generated": slice(seen.prompt - 1, None), "all": slice(None)}.get(positions, [2, seen.prompt - 1])
    add[:, where] = 5.0 * torch.tensor(vector(3))
    expected, scores = states(plain(name), seen.tokens, layer, add)
    np.testing.assert_allclose(seen.states[1], expected[list(seen.positions)], atol=1e-4)
    made = list(seen.tokens[seen.prompt :])
    assert scores.argmax(-1).tolist()[seen.prompt - 1 : seen.prompt - 1 + len(made)] == made


@pytest.mark.parametrize("positions", ["generated", "all", (2,)])
def test_what_was_steered_is_not_remembered(tiny: Any, positions: Any) -> None:
    name = tiny("llama")
    again = ask("iron age", "cop", "and then?")
    steered = Inside(ask("iron age"), steer=Steer(vector(4), 0, 20.0, positions))
    after = looked(name, steered, ask("iron age"), again, together=False)[1:]
    assert [seen.tokens for seen in after] == [seen.tokens for seen in looked(name, ask("iron age"), again)]


@pytest.mark.parametrize(
    ("capture", "steer", "words"),
    [
        (Capture((LAYERS,)), None, "layer 3 is not there; it has 3 layers; name one from 0 to 2"),
        (Capture((-1,)), None, "layer -1 is not there"),
        (None, Steer(np.ones(WIDTH), 7, 1.0), "layer 7 is not there"),
        (None, Steer(np.ones(WIDTH + 1), 1, 1.0), r"shape \(33,\); its states have 32 numbers"),
        (None, Steer(np.full(WIDTH, np.nan), 1, 1.0), "not finite"),
        (None, Steer(np.ones(WIDTH), 1, 1.0, made_with="sha256:abc"), "was made with sha256:abc, and this is sha256:"),
    ],
)
def test_what_cannot_be_looked_at_is_said(tiny: Any, capture: Any, steer: Any, words: str) -> None:
    with pytest.raises(ModelUnavailable, match=words):
        looked(tiny("llama"), Inside(ask("hi"), capture, steer))


def test_steering_into_nonsense_voids_that_row_alone(tiny: Any) -> None:
    name = tiny("llama")
    wild = Inside(ask("hi iron"), steer=Steer(np.full(WIDTH, 3e38, np.float32), 1, 3e38))
    broken, whole = looked(name, wild, ask("hi iron"))
    assert broken.completion.failure
    assert "no numbers" in broken.completion.failure.detail
    assert whole.tokens == looked(name, ask("hi iron"))[0].tokens
    after = looked(name, wild, ask("hi"), together=False)[1]
    assert after.tokens == looked(name, ask("hi"))[0].tokens


def test_layers_that_return_tuples_are_looked_at_too(tiny: Any) -> None:
    from keepmum.models.hf.layers import Station, Task

    class Older(torch.nn.Module):
        def forward(self, states: Any) -> Any:
            return (states * 2, "attention")

    module = Older()
    station = Station([module], 4)
    task = Task(Capture((0,), "all"), Steer(np.ones(4), 0, 1.0, (1,)), 2)
    station.expect([(None, range(2)), (task, range(2))])
    out, rest = module(torch.ones(2, 2, 4))
    assert rest == "attention"
    assert out[:, :, 0].tolist() == [[2, 2], [2, 3]]
    (found,), positions = task.log.arrays()[0].values(), task.log.arrays()[1]
    assert positions == (0, 1)
    assert found[:, 0].tolist() == [2, 3]
    assert len(layers(plain(tiny("llama")))) == LAYERS
