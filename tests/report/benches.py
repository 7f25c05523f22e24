"""Runs of the arena with hand-made matches, and verdicts beside them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from keepmum.core import Move, Status
from keepmum.core.transcript import Transcript
from keepmum.games.secrets import KIND, Options, Secrets
from keepmum.judging.cases import Case, cases
from keepmum.judging.verdicts import FORMAT, SCORES, VERDICTS, Best, Verdict
from keepmum.play.folder import Manifest, RunFolder
from keepmum.play.match import Played
from keepmum.play.records import Dealt, Record, VoidLine, record_of

WORDS = ("echo", "eclipse", "compass", "tempest")
BOTS = ("bot:ask", "bot:babble", "bot:silent", "bot:random")


def match_of(
    number: int, messages: Sequence[str], seats: Sequence[str] = BOTS, order: Sequence[int] = (0, 1, 2, 3), **rules: Any
) -> Record:
    """A match in which the seats (echo, eclipse, compass, tempest) say this in turn."""
    t: Transcript[Any] = Transcript(Secrets(WORDS, ((), (), (), ()), rounds=len(messages) // 4, **rules))
    for seat, word in enumerate(WORDS):
        t.make(Move(None, f"word_{seat + 1}", word))
    t.make(Move(None, "order", tuple(order)))
    for message in messages:
        t.make(Move(t.turn.owed[0][0], "message", message))
    played = Played(t, (), t.turn, None)
    return record_of(t.game, Dealt(1, number, ("player",) * 4, tuple(seats)), played)


def void_of(record: Record, number: int) -> Record:
    """The match cut off by a refusal."""
    void = VoidLine(1, "message", Status.REFUSED, "it will not play")
    return msgspec.structs.replace(record, match=number, ending=None, returns=None, void=void)


def run_of(path: Path, records: Sequence[Record]) -> Path:
    options = msgspec.to_builtins(Options())
    with RunFolder(path, Manifest(1, KIND.name, options, {"all": "bot:random"}, 1, 3, {})) as folder:
        for record in records:
            folder.add(record)
    return path


def verdict_of(
    match: int, scores: Sequence[float] | None, judge: str = "scripted/one", order: int = 0, **more: Any
) -> Verdict:
    """What a judge said: it failed where there are no scores."""
    cause = None if scores else Status.UNPARSABLE
    said = {"best": None, "verdict": "", "forced": False, **more}
    return Verdict(
        format=FORMAT,
        judge=judge,
        match=match,
        order=order,
        listed=(0, 1, 2, 3),
        labels=("A", "B", "C", "D"),
        scores=tuple(scores) if scores else None,
        cause=cause,
        reason="" if scores else "no JSON",
        basis="0",
        calls=(),
        **said,
    )


def judge_run(path: Path, verdicts: Sequence[Verdict]) -> None:
    """Put verdicts beside a run, which fit its matches."""
    (path / VERDICTS).mkdir()
    known = {case.match: case for case in cases(path, KIND)}
    fitting = [fitted(each, known[each.match]) if each.match in known else each for each in verdicts]
    (path / VERDICTS / SCORES).write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in fitting))


def fitted(verdict: Verdict, case: Case) -> Verdict:
    """The verdict as it would be had the judge been asked about just this match."""
    paper = case.scores_paper(verdict.order)
    arranged = paper.arrangement
    return msgspec.structs.replace(verdict, listed=arranged.listed, labels=arranged.labels, basis=paper.basis)


def best(seat: int, quote: str, cited: bool = True) -> Best:
    return Best(seat, quote, cited)
