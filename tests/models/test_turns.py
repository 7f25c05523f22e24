"""Turns: one at a time, alike beginnings together, none lost when a waiter gives up."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lab import run

from keepmum.models.seam import Message
from keepmum.models.turns import Turns, shared


def talk(*texts: str) -> tuple[Message, ...]:
    return tuple(Message("user", text) for text in texts)


async def served(turns: Turns, *talks: tuple[Message, ...]) -> list[tuple[Message, ...]]:
    order: list[tuple[Message, ...]] = []
    inside = 0

    async def one(talk: tuple[Message, ...]) -> None:
        nonlocal inside
        async with turns.turn(talk):
            inside += 1
            assert inside == 1
            await asyncio.sleep(0)
            order.append(talk)
            inside -= 1

    await asyncio.gather(*map(one, talks))
    return order


def test_conversations_that_begin_alike_are_served_together() -> None:
    a, b, c, d = talk("rules A", "x"), talk("rules B", "x"), talk("rules A", "y"), talk("rules B", "y")
    assert run(served(Turns(), a, b, c, d)) == [a, c, b, d]


def test_equals_are_served_in_the_order_they_came() -> None:
    talks = [talk("q", f"{n}") for n in "bca"]
    assert run(served(Turns(), *talks)) == talks


async def hold(turns: Turns, talk: tuple[Message, ...]) -> tuple[Message, ...]:
    async with turns.turn(talk):
        return talk


def test_a_waiter_that_gives_up_loses_no_turn() -> None:
    async def work() -> None:
        turns = Turns()
        async with turns.turn(talk("a")):
            waiting = asyncio.create_task(hold(turns, talk("b")))
            await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
        assert await asyncio.wait_for(hold(turns, talk("c")), 1.0)

    run(work())


def test_a_turn_given_to_one_who_gives_up_in_that_moment_goes_on() -> None:
    async def work() -> None:
        turns = Turns()
        async with turns.turn(talk("a")):
            first = asyncio.create_task(hold(turns, talk("b")))
            second = asyncio.create_task(hold(turns, talk("c")))
            await asyncio.sleep(0)
        first.cancel()  # the turn is its already, but it has not woken up
        assert await asyncio.wait_for(second, 1.0) == talk("c")

    run(work())


def test_an_error_inside_gives_the_turn_back() -> None:
    async def work() -> None:
        turns = Turns()
        with pytest.raises(ZeroDivisionError):
            async with turns.turn(talk("a")):
                raise ZeroDivisionError
        assert await asyncio.wait_for(served(turns, talk("b")), 1.0)

    run(work())


@given(st.lists(st.text(max_size=3), max_size=4), st.lists(st.text(max_size=3), max_size=4))
def test_what_is_shared_is_a_common_beginning(one: list[str], other: list[str]) -> None:
    length = shared(talk(*one), talk(*other))
    assert length == shared(talk(*other), talk(*one))
    assert "".join(one)[:length] == "".join(other)[:length]
    assert shared(talk(*one), talk(*one)) == sum(map(len, one))


def test_another_speaker_shares_nothing_further() -> None:
    assert shared((Message("system", "abc"),), (Message("user", "abc"),)) == 0
    assert shared((Message("user", "abc"),), (Message("user", "abd"),)) == 2
