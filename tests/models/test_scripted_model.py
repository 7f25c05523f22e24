"""The scripted model: says what it is told, remembers what it was asked, and says so when it has nothing left."""

from __future__ import annotations

from lab import ask, completed

from keepmum.models.scripted import Scripted
from keepmum.models.seam import Completion, Failure


def test_a_list_in_order_then_a_failure() -> None:
    model = Scripted(["a", Completion("b", finish="length"), Failure("timeout", "late")])
    a, b, c, d = completed(model, ask("1"), ask("2"), ask("3"), ask("4"))
    assert (a.text, b.finish) == ("a", "length")
    assert c.failure == Failure("timeout", "late")
    assert d.failure == Failure("script", "the script's 3 replies are used up")
    assert [call.messages[0].text for call in model.calls] == ["1", "2", "3", "4"]
    assert model.closed


def test_a_function_of_the_request() -> None:
    model = Scripted(lambda request: f"seat {request.scope.seat}", name="puppet")
    assert completed(model, ask(seat=2))[0].text == "seat 2"
    assert model.name == "puppet"
    model.check()
