"""What Avalon hides, and how much of it shows in what players propose and how they vote, by the exact posterior.

Who Merlin is, from the evil players; and who is evil, from an onlooker. Every player knows its own role, so every act
can tell; but evil players learn nothing of Merlin from one another. Talk is not heard (see posterior.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import inf, log
from typing import TYPE_CHECKING

from keepmum.core import Event
from keepmum.core.hidden import Code, CodeMaker, Hidden, Utterance, evenly
from keepmum.core.kind import NoOptions
from keepmum.core.options import read_options
from keepmum.games.avalon.facts import Dagger, Drawn, Proposal, Revealed, Sight, Statement, Table, Votes
from keepmum.games.avalon.tables import EVIL, SIDE

if TYPE_CHECKING:
    from keepmum.games.avalon.posterior import Posterior

MERLIN, PARTY = "Merlin", "the evil"


def hidden(events: Sequence[Event]) -> tuple[Hidden, ...]:
    """Merlin's seat among those that the eavesdropper cannot rule out, if Merlin plays; and the set of evil seats."""
    roles = next(event.fact for event in events if isinstance(event.fact, Revealed)).roles
    evil = tuple(seat for seat, role in enumerate(roles) if SIDE[role] == EVIL)
    sets = tuple(combinations(range(len(roles)), len(evil)))
    party = Hidden(
        PARTY,
        "seats",
        tuple(map(_named, sets)),
        sets.index(evil),
        evenly(len(sets)),
        None,
        evil,
        tuple(_acts(events, range(len(roles)))),
    )
    if "merlin" not in roles:
        return (party,)
    seats = _suspects(events, eavesdropper(events), len(roles))
    seat = roles.index("merlin")
    good = [each for each in range(len(roles)) if each not in evil]
    told = tuple(_acts(events, good))
    candidates = tuple(_named((each,)) for each in seats)
    return (Hidden(MERLIN, "seats", candidates, seats.index(seat), evenly(len(seats)), seat, (seat,), told), party)


def _named(seats: Sequence[int]) -> str:
    return " and ".join(f"player {seat + 1}" for seat in seats)


def eavesdropper(events: Sequence[Event]) -> int:
    """The seat with the dagger, or else the first evil one."""
    for event in events:
        if isinstance(event.fact, Dagger) and event.audience.seats:
            return min(event.audience.seats)
    roles = next(event.fact for event in events if isinstance(event.fact, Revealed)).roles
    return next(seat for seat, role in enumerate(roles) if SIDE[role] == EVIL)


def _suspects(events: Sequence[Event], seat: int, players: int) -> list[int]:
    """All but the seat itself and those that it was shown."""
    known = {seat}
    for event in events:
        if isinstance(event.fact, Sight) and event.audience.seats and seat in event.audience.seats:
            known.update(event.fact.seats)
    return [each for each in range(players) if each not in known]


def _acts(events: Sequence[Event], telling: Sequence[int]) -> Iterator[Utterance]:
    """Statements, proposals, and each seat's vote, until the dagger is drawn, which tells outright who holds it."""
    for number, event in enumerate(events):
        match event.fact:
            case Drawn():
                return
            case Statement(seat=seat, text=text):
                yield Utterance(number, seat, text, seat in telling)
            case Proposal(leader=seat, team=team):
                yield Utterance(number, seat, f"(proposes {_named(team)})", seat in telling)
            case Votes() as votes:
                for seat, approves in _each(votes):
                    yield Utterance(number, seat, f"({'approves' if approves else 'rejects'})", seat in telling)
            case _:
                pass


def _each(votes: Votes) -> list[tuple[int, bool]]:
    return sorted([*((seat, True) for seat in votes.approve), *((seat, False) for seat in votes.reject)])


def bayes(events: Sequence[Event], hidden: Hidden) -> Sequence[Sequence[float]]:
    """By how much each act moves the logarithm of each candidate's odds, quests since the act before included."""
    from keepmum.games.avalon.posterior import Posterior

    seat = eavesdropper(events) if hidden.about == MERLIN else None
    table = next(event.fact for event in events if isinstance(event.fact, Table))
    posterior = Posterior(table.roles, seat)
    before = [log(each) if each else -inf for each in hidden.prior]
    rows: list[Sequence[float]] = []
    for after in _odds(events, posterior, hidden):
        rows.append([new - old if old > -inf else 0.0 for new, old in zip(after, before, strict=True)])
        before = [max(new, old) if old == -inf else new for new, old in zip(after, before, strict=True)]
    return rows


def _odds(events: Sequence[Event], posterior: Posterior, hidden: Hidden) -> Iterator[list[float]]:
    """The logarithms of the candidates' odds after each act."""
    for event in events:
        if event.audience.seats is not None and posterior.seat not in event.audience.seats:
            continue
        match event.fact:
            case Drawn():
                return
            case Votes() as votes:
                for seat, approves in _each(votes):
                    one = ((seat,), ()) if approves else ((), (seat,))
                    posterior.update(Votes(votes.quest, votes.attempt, *one, votes.approved))
                    yield _of(posterior, hidden)
            case Statement() | Proposal() as fact:
                posterior.update(fact)
                yield _of(posterior, hidden)
            case fact:
                posterior.update(fact)


def _of(posterior: Posterior, hidden: Hidden) -> list[float]:
    if hidden.about == MERLIN:
        chances = posterior.role("merlin")
        each = [float(chances[int(name.removeprefix("player ")) - 1]) for name in hidden.candidates]
    else:
        masks, weights = posterior.evil_sets()
        found: dict[int, float] = dict(zip(masks.tolist(), weights.tolist(), strict=True))
        seats = combinations(range(posterior.players), len(hidden.friends))
        each = [found.get(sum(1 << seat for seat in some), 0.0) for some in seats]
    return [log(chance) if chance > 0 else -inf for chance in each]


def _bayes(options: Mapping[str, str]) -> Code:
    read_options(NoOptions, options, "the code 'bayes'")
    return bayes


CODES: Mapping[str, CodeMaker] = {"bayes": _bayes}
