"""Seats are read where the whole text is a list of players, counted from 1."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keepmum.core.agent import Reading, Status
from keepmum.core.ask import Seats
from keepmum.core.parse.conclusion import conclusion
from keepmum.core.parse.fault import fault, quoted, refuses
from keepmum.core.parse.frame import bodies
from keepmum.core.parse.options import NUMBERED, numbers_in, plain_digits
from keepmum.core.parse.plain import plain, unwrapped

_GROUP = re.compile(
    r"(?:(?:the|a|this) (?:following )?(?:team|party)(?: (?:of|with|consisting of))?[ :]\s?)?"
    r"(?:(?:the )?(?:players|seats|numbers)(?: are)?\s?:?\s?)?"
)
_SENTENCE = re.compile(r"[.!?] |\n")
_BETWEEN = re.compile(r",? and |\s?[,;、&\n]\s?(?:and )?|(?<=\d) (?=(?:player|seat) ?\d|p ?\d|#)")
_ITEM = re.compile(NUMBERED)
_BARE = re.compile(r"\d+(?: \d+)*")


def read_seats(ask: Seats, text: str) -> Reading:
    """What `text`, trimmed and without hidden characters, comes to as a set of seats."""
    said = plain(text)
    numbers = _said(said) or _concluded(said)
    return settled(ask, numbers) if numbers else _fault(ask, text, said)


def _said(said: str) -> list[str] | None:
    return next(filter(None, (_listed(body) for body, _ in bodies(said))), None)


def _concluded(said: str) -> list[str] | None:
    before, final = conclusion(said)
    if not final or any(map(_said, filter(None, _SENTENCE.split(before)))):
        return None
    return _said(final)


def settled(ask: Seats, numbers: Sequence[str]) -> Reading:
    """The reading of exactly these player numbers, in digits."""
    seats = {str(seat + 1): seat for seat in range(ask.n)}
    strange = [number for number in numbers if number not in seats]
    if strange:
        return fault(ask, Status.ILLEGAL, f"There is no player {quoted(strange[0])}.")
    if len({*numbers}) < len(numbers):
        return fault(ask, Status.ILLEGAL, "It names a player twice.")
    if len(numbers) != ask.k:
        return fault(ask, Status.ILLEGAL, f"It names {len(numbers)} players; {ask.k} are asked for.")
    return Reading(Status.OK, tuple(sorted(seats[number] for number in numbers)))


def _listed(body: str) -> list[str] | None:
    """The numbers of a plain list, or None where there is anything else in it."""
    group = _GROUP.match(body)
    numbers: list[str] = []
    for item in _BETWEEN.split(body[group.end() :] if group else body):
        item = unwrapped(item)
        if _BARE.fullmatch(item):
            numbers += map(plain_digits, item.split())
            continue
        player = _ITEM.fullmatch(item)
        if not player:
            return None
        numbers.append(plain_digits(player.group(1)))
    return numbers


def _fault(ask: Seats, text: str, said: str) -> Reading:
    if refuses(said):
        return fault(ask, Status.REFUSED, f"{quoted(text)} declines to answer.")
    if numbers_in(said):
        return fault(ask, Status.AMBIGUOUS, f"{quoted(text)} is not a plain list of players.")
    return fault(ask, Status.UNPARSABLE, f"{quoted(text)} names no player by number.")
