"""Tables of Avalon with everything fixed, and short ways to play at them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from keepmum.core import Asks, Choice, Fact, Move, Seats, Transcript
from keepmum.games.avalon import Avalon

F = TypeVar("F", bound=Fact)

SIX = ("merlin", "percival", "servant", "servant", "morgana", "assassin")
SEVEN = ("merlin", "percival", "servant", "servant", "morgana", "assassin", "oberon")
MERLIN, PERCIVAL, SERVANT, OTHER_SERVANT, MORGANA, ASSASSIN = range(6)
GOOD_TEAMS = {2: (0, 1), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
BAD_TEAMS = {2: (0, 4), 3: (0, 1, 4), 4: (0, 1, 2, 4)}


def table(roles: Sequence[str] = SIX, leader: int = 0, holder: int | None = None, **rules: Any) -> Transcript[Any]:
    """A match dealt so: the roles by seat, and who leads first. No talk unless `discussion` says so."""
    game = Avalon(tuple(roles), **{"discussion": 0, **rules})
    t: Transcript[Any] = Transcript(game)
    t.make(Move(None, "roles", tuple(roles)))
    if holder is not None:
        t.make(Move(None, "dagger", holder))
    t.make(Move(None, "leader", leader))
    return t


def facts(t: Transcript[Any], kind: type[F], seat: int | None = None) -> list[F]:
    """All facts of a kind, or those that a seat knows of."""
    known = [event.fact for event in t.events] if seat is None else t.heard(seat)
    return [fact for fact in known if isinstance(fact, kind)]


def asked(t: Transcript[Any]) -> list[tuple[int, str]]:
    """Who is asked for what."""
    turn = t.turn
    return [(seat, ask.about) for seat, ask in turn.owed] if isinstance(turn, Asks) else []


def propose(t: Transcript[Any], team: Iterable[int]) -> None:
    """The leader names a team."""
    ((seat, about),) = asked(t)
    assert about == "propose"
    t.make(Move(seat, about, tuple(team)))


def speak(t: Transcript[Any], text: str = "Hm.") -> None:
    """Everybody who is due to speak says this."""
    while [about for _, about in asked(t)] == ["speak"]:
        t.make(Move(asked(t)[0][0], "speak", text))


def vote(t: Transcript[Any], against: Iterable[int] = ()) -> None:
    """All who vote approve but these."""
    no = set(against)
    for seat, about in asked(t):
        assert about == "vote"
        t.make(Move(seat, about, "reject" if seat in no else "approve"))


def cards(t: Transcript[Any], fails: Iterable[int] = ()) -> None:
    """All who are asked for a quest card play success but these."""
    no = set(fails)
    for seat in [seat for seat, about in asked(t) if about == "quest"]:
        t.make(Move(seat, "quest", "fail" if seat in no else "success"))


def quest(t: Transcript[Any], good: bool) -> None:
    """A quest that succeeds, or that Morgana makes fail, at the first attempt."""
    turn = t.turn
    assert isinstance(turn, Asks)
    ask = turn.owed[0][1]
    assert isinstance(ask, Seats)
    propose(t, (GOOD_TEAMS if good else BAD_TEAMS)[ask.k])
    speak(t)
    if asked(t) and asked(t)[0][1] == "vote":
        vote(t)
    cards(t, () if good else (MORGANA,))


def stab(t: Transcript[Any], target: int) -> None:
    """The dagger finds a seat."""
    ((seat, about),) = asked(t)
    t.make(Move(seat, about, str(target + 1)))


def options_of(t: Transcript[Any]) -> tuple[str, ...]:
    """What the one who is asked may choose from."""
    turn = t.turn
    assert isinstance(turn, Asks)
    ask = turn.owed[0][1]
    assert isinstance(ask, Choice)
    return ask.options
