"""Comparing: a judge is shown the answers of two methods at an occasion, each pair in both orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import permutations

from keepmum.asking.lines import FORMAT, Answered, Chosen
from keepmum.asking.occasions import Occasion
from keepmum.asking.work import Job
from keepmum.core import GameKind, Status
from keepmum.core.study import Criterion
from keepmum.judging.bench import Judge, ask
from keepmum.measure.judge.comparison import Answer, ComparisonPaper, Situation, comparison_paper, read_comparison
from keepmum.measure.judge.reply import Unusable
from keepmum.models.seam import Scope

Held = Mapping[tuple[str, int, int], Answered]
"""Usable answers, by method, match and number."""


@dataclass(frozen=True)
class Pairing:
    """Two answers in the order in which they are shown, and by what they are compared."""

    kind: GameKind
    names: tuple[str, ...]
    occasion: Occasion
    answers: tuple[Answered, Answered]
    criteria: tuple[Criterion, ...]

    @property
    def key(self) -> tuple[int, int, str, str, bool]:
        """As the line's key, without the judge."""
        first, second = self.answers
        return self.occasion.match, self.occasion.number, first.method, second.method, self.criteria[0].thought

    @cached_property
    def paper(self) -> ComparisonPaper:
        """What is put to a judge."""
        return comparison_paper(
            self._situation(), (_shown(self.answers[0]), _shown(self.answers[1])), self.criteria, self.key[:2]
        )

    @cached_property
    def basis(self) -> str:
        """A digest of all that is put to the judge."""
        return self.paper.basis

    def _situation(self) -> Situation:
        kind, seat = self.kind, self.occasion.seat
        tell = kind.tell_of(self.names)
        lines = (tell(fact) for fact in self.occasion.observation.heard)
        player = self.names[seat] if self.names else f"player {seat + 1}"
        told = tuple(filter(None, lines))
        return Situation(kind.title, kind.summary, player, self.occasion.role, self.occasion.about, told)


def _shown(answered: Answered) -> Answer:
    return Answer(answered.speech or "", answered.thought)


@dataclass(frozen=True, slots=True)
class Table:
    """The game, and what its players go by."""

    kind: GameKind
    names: tuple[str, ...]


def pairings(table: Table, occasion: Occasion, methods: Sequence[str], held: Held) -> Iterator[Pairing]:
    """All that can be compared at an occasion: every two of the methods that answered, in both orders."""
    found = [held[key] for method in methods if (key := (method, occasion.match, occasion.number)) in held]
    applying = [each for each in table.kind.study.criteria if each.applies(occasion.role)]
    for thought in (False, True):
        by = tuple(each for each in applying if each.thought == thought)
        if by:
            yield from (Pairing(table.kind, table.names, occasion, answers, by) for answers in permutations(found, 2))


def usable(answers: Iterable[Answered]) -> dict[tuple[str, int, int], Answered]:
    """Those that came to something."""
    return {(each.method, each.match, each.number): each for each in answers if each.speech is not None}


def undecided(
    bench: Sequence[Judge], found: Iterable[Pairing], held: Iterable[Chosen]
) -> Iterator[tuple[Judge, Pairing]]:
    """What each judge has not chosen yet. A choice on other answers, or one lost to the connection, is none."""
    bases = {each.key: each.basis for each in held if each.cause is not Status.TRANSPORT}
    for pairing in found:
        for judge in bench:
            if bases.get((judge.name, *pairing.key)) != pairing.basis:
                yield judge, pairing


def jobs(left: Iterable[tuple[Judge, Pairing]], attempts: int) -> Iterator[Job]:
    """One job for each."""
    return (partial(choose, judge, pairing, attempts) for judge, pairing in left)


async def choose(judge: Judge, pairing: Pairing, attempts: int) -> Chosen:
    """What a judge chooses. Raises OverBudget."""
    paper, (match, number, first, second, thought) = pairing.paper, pairing.key
    scope = Scope(f"prefer/judge/{number}/{first}/{second}/{thought}", match)
    found, calls = await ask(judge, paper, scope, read_comparison, attempts)
    failed = found if isinstance(found, Unusable) else None
    return Chosen(
        format=FORMAT,
        judge=judge.name,
        forced=judge.forced,
        match=match,
        number=number,
        first=first,
        second=second,
        thought=thought,
        choices=None if isinstance(found, Unusable) else dict(found),
        cause=failed.cause if failed else None,
        reason=failed.reason if failed else "",
        basis=pairing.basis,
        calls=calls,
    )
