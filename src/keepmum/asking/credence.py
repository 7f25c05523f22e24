"""How good beliefs are that were asked for: log and Brier scores, by agent, question and when; and their slips."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from keepmum.asking.believing import Believed, read_asked
from keepmum.core import GameKind, Transcript
from keepmum.core.agent import Heard
from keepmum.core.study import Deed, Roles
from keepmum.core.transcript import follow
from keepmum.measure.slips import Done, belief_deeds
from keepmum.measure.stated import Scores, scores
from keepmum.measure.stats import Estimate, clustered_mean
from keepmum.play.folder import read_run
from keepmum.play.records import Record, game_of, moves_of

SCORES = tuple(field.name for field in fields(Scores))


@dataclass(frozen=True, slots=True)
class Judged:
    """One belief about one seat: whose, in which match, and how good it is."""

    agent: str
    question: str
    match: Hashable
    scores: Scores


@dataclass(frozen=True, slots=True)
class Credence:
    """Of one agent under one question: each score's mean with its interval by matches, and the failures by cause.

    `beliefs` counts those about one seat; a score is absent where there is no truth or no posterior to hold them to.
    """

    agent: str
    question: str
    beliefs: int
    scores: Mapping[str, Estimate]
    failures: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Asked:
    """All beliefs on record of some runs, with what may be said of them."""

    lines: tuple[Believed, ...]
    judged: tuple[Judged, ...]
    done: tuple[Done, ...]

    def credences(self) -> list[Credence]:
        """By agent and question."""
        keys = sorted({(each.agent, each.question) for each in self.lines})
        return [self._credence(*key) for key in keys]

    def _credence(self, agent: str, question: str) -> Credence:
        own = [each for each in self.judged if (each.agent, each.question) == (agent, question)]
        causes = [each.cause for each in self.lines if (each.agent, each.question) == (agent, question)]
        failures = Counter(cause.value for cause in causes if cause)
        return Credence(agent, question, len(own), {name: _mean(own, name) for name in SCORES}, dict(failures))


def _mean(judged: Iterable[Judged], name: str) -> Estimate:
    matches: defaultdict[Hashable, list[float]] = defaultdict(list)
    for each in judged:
        value: float | None = getattr(each.scores, name)
        if value is not None:
            matches[each.match].append(value)
    return clustered_mean(list(matches.values()))


def asked_of(runs: Sequence[Path], kind: GameKind) -> Asked:
    """What was asked in some runs. Raises VerdictError, and what replaying a record raises."""
    lines: list[Believed] = []
    judged: list[Judged] = []
    done: list[Done] = []
    for number, run in enumerate(runs):
        own: defaultdict[int, list[Believed]] = defaultdict(list)
        for each in read_asked(run):
            own[each.match].append(each)
            lines.append(each)
        for record in read_run(run):
            if record.match in own:
                for line, eyes in _with_eyes(record, kind, own[record.match]):
                    judged += _judged(line, record, kind, (number, eyes))
                    done += _done(line, kind, (number, eyes))
    return Asked(tuple(lines), tuple(judged), tuple(done))


Eyes = tuple[Heard, ...]
"""What each seat had heard at a moment."""


def _with_eyes(record: Record, kind: GameKind, lines: Iterable[Believed]) -> Iterator[tuple[Believed, Eyes]]:
    due: defaultdict[int, list[Believed]] = defaultdict(list)
    for each in lines:
        if each.beliefs is not None:
            due[each.number].append(each)
    transcript: Transcript[Any] = Transcript(game_of(record, kind))
    for number, move in enumerate((*moves_of(record), None)):
        eyes = tuple(Heard(transcript.heard(seat)) for seat in range(transcript.game.players))
        yield from ((each, eyes) for each in due[number])
        if move is not None:
            follow(transcript, move, number)


def _judged(line: Believed, record: Record, kind: GameKind, at: tuple[int, Eyes]) -> list[Judged]:
    run, eyes = at
    match = (run, line.match)
    return [
        Judged(line.agent, line.question, match, scores(belief, truth, exact))
        for belief, truth, exact in _held(line, record.roles, kind, eyes)
    ]


def _held(
    line: Believed, truth: Sequence[str], kind: GameKind, eyes: Eyes
) -> Iterator[tuple[Roles, str | None, Roles | None]]:
    """Each belief with the truth and the exact one that it is held against. What others think has no truth."""
    chances, seat = kind.study.chances, line.seat
    own = chances(eyes[seat], seat) if chances and line.question == "roles" else None
    for about, belief in (line.beliefs or {}).items():
        if line.question == "roles":
            yield belief, truth[about], own[about] if own else None
        else:
            yield belief, None, chances(eyes[about], about)[seat] if chances else None


def _done(line: Believed, kind: GameKind, at: tuple[int, Eyes]) -> list[Done]:
    """The slips of a belief about others, and the occasions for them."""
    if kind.study.possible is None or line.question != "roles":
        return []
    run, eyes = at
    able = kind.study.possible(eyes[line.seat], line.seat)
    found: list[Deed] = []
    for about, belief in (line.beliefs or {}).items():
        found += belief_deeds((line.number, line.seat, about), belief, able[about])
    return [Done(line.agent, (run, line.match), deed) for deed in found]
