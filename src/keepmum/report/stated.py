"""Games of Avalon read with the exact posterior: what it gives the evil players, and what people said they believed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from keepmum.core import Event, Fact
from keepmum.core.event import seen
from keepmum.core.kind import GameKind
from keepmum.games.avalon.acts import ACTS, PEOPLE, Acts
from keepmum.games.avalon.facts import Ended, Leader, Quest, Revealed
from keepmum.games.avalon.posterior import Posterior
from keepmum.games.avalon.tables import EVIL, GOOD, SIDE
from keepmum.importing.beside import Belief, read_beliefs
from keepmum.measure.beliefs import Claim, Claims, Gain, Scored, claims_of, gains
from keepmum.play.folder import read_run
from keepmum.play.records import Record, events_of

MODELS = {"people": PEOPLE, "bots": ACTS}
OUTSIDER = "an outsider"
CLAIMED = {
    "good": tuple(role for role, side in SIDE.items() if side == GOOD),
    "evil": tuple(role for role, side in SIDE.items() if side == EVIL),
}
"""What a word that is no role in play stands for; "minion" is said of any evil player where none is in play."""


@dataclass(frozen=True, slots=True)
class Stated:
    """All of it: the log score of the evil seats at each quest's end, by whose posterior it is; the claims of each
    side; those that were ruled out; and how many beliefs are no claims, by why."""

    gains: dict[str, list[Gain]]
    claims: list[Claims]
    slips: list[Claim]
    left: dict[str, int]


def stated(run: Path, kind: GameKind, model: str) -> Stated:
    """Read a run. Raises what reading it raises."""
    records = {record.match: record for record in read_run(run)}
    events = {match: events_of(record, kind) for match, record in records.items()}
    scored: dict[str, list[Scored]] = {}
    for match, record in records.items():
        for seat in (None, *range(len(record.roles))):
            if seat is None or record.roles[seat] in ("servant", "percival"):
                who = OUTSIDER if seat is None else record.roles[seat]
                scored.setdefault(who, []).extend(_scores(record, events[match], seat, MODELS[model]))
    left: dict[str, int] = {}
    claims: list[Claim] = []
    for belief in read_beliefs(run):
        if belief.match in records:
            claims += _claims(belief, records[belief.match], (events[belief.match], MODELS[model]), left)
    sides = [[claim for claim in claims if claim.who == side] for side in (GOOD, EVIL)]
    found = [claims_of(f"{side} players", some) for side, some in zip((GOOD, EVIL), sides, strict=True) if some]
    return Stated(
        {who: gains(some) for who, some in scored.items()}, found, [each for each in claims if each.slip], left
    )


def _scores(record: Record, events: Sequence[Event], seat: int | None, acts: Acts) -> Iterator[Scored]:
    """At the end of each quest, what the posterior gives just the evil seats."""
    evil = [each for each, role in enumerate(record.roles) if SIDE[role] == EVIL]
    posterior, chance = Posterior(record.roles, seat, acts), math.nan
    for event in events:
        if event.audience.seats is None or (seat is not None and seat in event.audience):
            if isinstance(event.fact, Leader) and math.isnan(chance):
                chance = posterior.log_evil(evil) / math.log(2)
            if isinstance(event.fact, Revealed):
                return
            posterior.update(event.fact)
            if isinstance(event.fact, Quest):
                yield Scored(record.match, event.fact.quest, posterior.log_evil(evil) / math.log(2), chance)


def _claims(
    belief: Belief, record: Record, told: tuple[tuple[Event, ...], Acts], left: dict[str, int]
) -> Iterator[Claim]:
    """The claim that a belief is, if it is one; `told` are the events, and how players are taken to act."""
    (events, acts), roles = told, _roles(belief.belief, record)
    why = _no_claim(belief, roles, events)
    if why or roles is None:
        left[why] = left.get(why, 0) + 1
        return
    outset = next(number for number, event in enumerate(events) if isinstance(event.fact, Leader))
    exact, before = (
        _chance(_posterior(record, seen(events[:end], belief.seat), belief.seat, acts), belief.about, roles)
        for end in (max(outset, belief.seen), outset)
    )
    true = record.roles[belief.about] in roles
    yield Claim(belief.match, SIDE[record.roles[belief.seat]], true, exact, before, _quote(belief, record))


def _no_claim(belief: Belief, roles: tuple[str, ...] | None, events: Sequence[Event]) -> str:
    if roles is None:
        return "undecided"
    if belief.about == belief.seat:
        return "of oneself"
    over = any(isinstance(event.fact, Ended) for event in events[: belief.seen])
    return "after the end" if over else ""


def _roles(word: str, record: Record) -> tuple[str, ...] | None:
    """The roles that a word stands for at this table; None where it claims nothing."""
    if word in record.roles:
        return (word,)
    return CLAIMED.get("evil" if word == "minion" else word)


def _posterior(record: Record, facts: Sequence[Fact], seat: int, acts: Acts) -> Posterior:
    posterior = Posterior(record.roles, seat, acts)
    for fact in facts:
        posterior.update(fact)
    return posterior


def _chance(posterior: Posterior, seat: int, roles: Sequence[str]) -> float:
    """P(the seat has one of the roles). Of a role that several have, `role` gives each seat's own chance."""
    return min(1.0, sum(float(posterior.role(role)[seat]) for role in roles if role in posterior.roles))


def _quote(belief: Belief, record: Record) -> str:
    seat, about = belief.seat, belief.about
    return (
        f"match {belief.match}, belief {belief.entry}: player {seat + 1} ({record.roles[seat]}) took player {about + 1}"
        f" for {belief.belief}, who was {record.roles[about]}"
    )
