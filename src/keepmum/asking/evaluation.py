"""The multi-dimensional evaluation of runs (ReCon paper, section 4.2): what is compared, and what came of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from keepmum.asking.comparing import Held, Pairing, Table, pairings, usable
from keepmum.asking.lines import Answered, Chosen, read_answers, read_choices
from keepmum.asking.occasions import Occasion, drawn, occasions
from keepmum.core import Ask, GameKind, Speech, Word
from keepmum.core.options import OptionError, unknown
from keepmum.judging.report import Took
from keepmum.measure.judge.identity import shared
from keepmum.measure.preference import Choice, Preference, Steadiness, preferences, steadiness
from keepmum.play.folder import read_run


@dataclass(frozen=True, slots=True)
class Wish:
    """Which asks are put again: those of one side or role ("": of all), of these names (none: all answered in free
    words), and so many of them, drawn by chance (None: all)."""

    side: str = ""
    asks: tuple[str, ...] = ()
    limit: int | None = None

    def check(self, kind: GameKind) -> None:
        """Raises OptionError for a side that the game does not have."""
        known = [*kind.roles, *kind.sides.values()]
        if self.side and self.side not in known:
            raise OptionError(f"--side: {kind.title} has no side or role {unknown(self.side, known)}")

    def of(self, kind: GameKind, role: str) -> bool:
        """Whether a seat of this role is meant."""
        return self.side in ("", role, kind.sides.get(role))

    def wants(self, kind: GameKind, role: str, ask: Ask) -> bool:
        """Whether an ask of this role is put again."""
        return self.of(kind, role) and (ask.about in self.asks if self.asks else isinstance(ask, Speech | Word))


def wanted(run: Path, kind: GameKind, wish: Wish) -> list[Occasion]:
    """The occasions of a run's valid matches that the wish wants, by match. Raises OptionError where there is none.

    The same wish with a higher limit draws the same ones and more.
    """
    asked = Counter[str]()
    chosen = drawn(_counted(run, kind, wish, asked), wish.limit)
    if not chosen:
        known = ", ".join(sorted(asked)) or "nothing"
        raise OptionError(f"{run}: nothing that is wanted was asked in its valid matches; asked were: {known}")
    return chosen


def _counted(run: Path, kind: GameKind, wish: Wish, asked: Counter[str]) -> Iterator[Occasion]:
    def noted(role: str, ask: Ask) -> bool:
        asked[ask.about] += 1
        return wish.wants(kind, role, ask)

    for record in read_run(run):
        if not record.void:
            yield from occasions(record, kind, noted)


@dataclass(frozen=True, slots=True)
class MethodReport:
    """One method: at how many occasions it answered, and the failures by cause."""

    method: str
    answered: int
    failures: Mapping[str, int]
    took: Took


@dataclass(frozen=True, slots=True)
class JudgeReport:
    """One judge: what it prefers, how steadily, and the failures by cause. `forced`: it is a method's own model."""

    judge: str
    forced: bool
    preferences: tuple[Preference, ...]
    steadiness: tuple[Steadiness, ...]
    failures: Mapping[str, int]
    took: Took


@dataclass(frozen=True, slots=True)
class Report:
    """Some runs of one game. `stale`: choices on answers that are not on record so any more."""

    title: str
    runs: tuple[str, ...]
    matches: int
    void: int
    occasions: int
    stale: int
    methods: tuple[MethodReport, ...]
    judges: tuple[JudgeReport, ...]


@dataclass(slots=True)
class _Docket:
    answers: dict[str, list[Answered]] = field(default_factory=lambda: defaultdict(list[Answered]))
    chosen: dict[str, list[Chosen]] = field(default_factory=lambda: defaultdict(list[Chosen]))
    choices: list[Choice] = field(default_factory=list[Choice])
    occasions: set[tuple[int, int, int]] = field(default_factory=set[tuple[int, int, int]])
    matches: int = 0
    void: int = 0
    stale: int = 0


def report_of(runs: Sequence[Path], kind: GameKind, names: Sequence[tuple[str, ...]]) -> Report:
    """All that is on record about some runs; `names` are what the players of each go by. Raises VerdictError."""
    docket = _Docket()
    for number, run in enumerate(runs):
        _enter(docket, number, run, Table(kind, names[number]))
    return Report(
        kind.title,
        tuple(map(str, runs)),
        docket.matches,
        docket.void,
        len(docket.occasions),
        docket.stale,
        tuple(_method(name, answers) for name, answers in sorted(docket.answers.items())),
        tuple(_judge(docket, name) for name in sorted(docket.chosen)),
    )


def _enter(docket: _Docket, run: int, folder: Path, table: Table) -> None:
    answers = [*read_answers(folder)]
    for each in answers:
        docket.answers[each.method].append(each)
        docket.occasions.add((run, each.match, each.number))
    docket.void += sum(record.void is not None for record in read_run(folder))
    docket.matches += sum(record.void is None for record in read_run(folder))
    chosen = [*read_choices(folder)]
    bases = {each.key: each.basis for each in _pairings(folder, table, usable(answers), chosen)}
    for each in chosen:
        docket.chosen[each.judge].append(each)
        if bases.get(each.key[1:]) != each.basis:
            docket.stale += 1
            continue
        docket.choices += _choices(run, each)


def _pairings(folder: Path, table: Table, held: Held, chosen: Iterable[Chosen]) -> Iterator[Pairing]:
    """What judges were asked, as it is asked now."""
    known = {(each.match, each.number) for each in chosen}
    methods = sorted({method for method, _, _ in held})
    if not known:
        return
    for record in read_run(folder):
        if any(match == record.match for match, _ in known):
            for occasion in occasions(record, table.kind, lambda role, ask: True):
                if (occasion.match, occasion.number) in known:
                    yield from pairings(table, occasion, methods, held)


def _choices(run: int, each: Chosen) -> list[Choice]:
    return [
        Choice(each.judge, (run, each.match), each.number, each.first, each.second, criterion, which)
        for criterion, which in (each.choices or {}).items()
    ]


def _took(lines: Iterable[Answered] | Iterable[Chosen]) -> Took:
    took = Took()
    for each in lines:
        took.add(each.calls)
    return took


def _failures(lines: Iterable[Answered] | Iterable[Chosen]) -> dict[str, int]:
    return dict(Counter(each.cause.value for each in lines if each.cause).most_common())


def _method(name: str, answers: Sequence[Answered]) -> MethodReport:
    return MethodReport(name, sum(each.speech is not None for each in answers), _failures(answers), _took(answers))


def _judge(docket: _Docket, name: str) -> JudgeReport:
    chosen = docket.chosen[name]
    own = [each for each in docket.choices if each.judge == name]
    forced = bool(shared(name, frozenset(docket.answers)))
    return JudgeReport(name, forced, tuple(preferences(own)), tuple(steadiness(own)), _failures(chosen), _took(chosen))
