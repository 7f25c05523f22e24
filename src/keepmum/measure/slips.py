"""Logical slips (ReCon paper, sections 5.3, B.3): what contradicts what the seat itself has seen, by the rules alone.

Only what is certain counts: nothing is concluded from how others act or talk, so the deduction of the paper's Figure 8
(Merlin would not have named such a team) is no part of it. Kinds, each counted out of the occasions for it:

- what the game calls deeds (`Study.deeds`), such as naming a team with a player on it who is evil for certain;
- `impossible role`: a stated belief about a seat gives more than 0 to a role that the seat cannot have;
- `certain role ruled out`: one gives 0 to the only role that the seat can have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from keepmum.core.study import Deed
from keepmum.measure.stats import Estimate, clustered_ratio

IMPOSSIBLE = "impossible role"
RULED_OUT = "certain role ruled out"


@dataclass(frozen=True, slots=True)
class Done:
    """A deed: in which match, and by which agent. `number` is that of the event, or of the moment of a belief."""

    agent: str
    match: Hashable
    deed: Deed


@dataclass(frozen=True, slots=True)
class Slips:
    """Of one agent and kind: the slips, out of so many occasions, and their share with an interval by matches."""

    agent: str
    kind: str
    slips: int
    occasions: int
    share: Estimate


def slips(done: Iterable[Done]) -> list[Slips]:
    """By agent and kind."""
    groups: defaultdict[tuple[str, str], defaultdict[Hashable, list[float]]] = defaultdict(lambda: defaultdict(list))
    for each in done:
        groups[each.agent, each.deed.kind][each.match].append(float(each.deed.slip))
    return [_slips(*key, matches) for key, matches in sorted(groups.items())]


def _slips(agent: str, kind: str, matches: Mapping[Hashable, list[float]]) -> Slips:
    every = [value for values in matches.values() for value in values]
    return Slips(agent, kind, round(sum(every)), len(every), clustered_ratio(list(matches.values())))


def belief_deeds(of: tuple[int, int, int], belief: Mapping[str, float], able: frozenset[str]) -> Iterator[Deed]:
    """What a belief comes to: `of` is the moment's number, the seat that has it, and the seat it is about."""
    number, seat, about = of
    who = f"player {seat + 1} of player {about + 1}"
    wrong = {role: chance for role, chance in belief.items() if chance > 0 and role not in able}
    if set(belief) - able:
        given = ", ".join(f"{role} {chance:g}" for role, chance in wrong.items()) or "nothing"
        why = f"{who}: {given} to what cannot be; can be: {', '.join(sorted(able))}"
        yield Deed(number, seat, IMPOSSIBLE, bool(wrong), why)
    if len(able) == 1:
        (role,) = able
        chance = belief.get(role, 0.0)
        yield Deed(number, seat, RULED_OUT, chance == 0, f"{who}: {chance:g} to {role}, which is certain")
