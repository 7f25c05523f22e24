"""`keepmum slips`: what agents did and stated against what they themselves had seen, found exactly and quoted."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from keepmum.asking.credence import asked_of
from keepmum.asking.page import spread
from keepmum.cli.asking import kind_of
from keepmum.core import GameKind
from keepmum.core.options import OptionError
from keepmum.core.visible import visible
from keepmum.measure.slips import IMPOSSIBLE, RULED_OUT, Done, Slips, slips
from keepmum.play.folder import read_run
from keepmum.play.records import events_of

QUOTED = 3
LEGEND = """slips: of so many occasions, with a 95 % interval by matches; by the rules alone, whatever others did
void matches count up to where they ended; stated beliefs are those that keepmum beliefs ask asked for"""


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Print the logical slips of some runs, counted together."""
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="folders of runs of one game")
    parser.add_argument(
        "--quote", type=int, default=QUOTED, metavar="N", help=f"quote N slips of each kind (default {QUOTED})"
    )
    parser.add_argument("--json", action="store_true", help="print all of it for programs")
    given = parser.parse_args(words)
    if given.quote < 0:
        raise OptionError(f"--quote is a number from 0, not {given.quote}")
    kind = kind_of(given.runs)
    done = [*_deeds(given.runs, kind), *asked_of(given.runs, kind).done]
    if given.json:
        quoted = [_json(each, given.runs) for each in done if each.deed.slip]
        print(json.dumps({"slips": [asdict(each) for each in slips(done)], "quoted": quoted}, indent=2))
    else:
        _print(slips(done), [each for each in done if each.deed.slip], given)
    return 0


def _deeds(runs: Sequence[Path], kind: GameKind) -> Iterator[Done]:
    """What was done in the matches, void ones up to their end."""
    for number, run in enumerate(runs):
        for record in read_run(run):
            for deed in kind.study.deeds(events_of(record, kind)):
                yield Done(record.seats[deed.seat], (number, record.match), deed)


def _json(each: Done, runs: Sequence[Path]) -> dict[str, object]:
    run, match = _place(each)
    return {"agent": each.agent, "run": str(runs[run]), "match": match, **asdict(each.deed)}


def _place(each: Done) -> tuple[int, int]:
    assert isinstance(each.match, tuple)
    return each.match


def _print(found: Sequence[Slips], quoted: Sequence[Done], given: argparse.Namespace) -> None:
    if not found:
        print("no occasion for a slip: nothing was certain against which somebody acted, and no beliefs were asked for")
        return
    agent = ""
    for each in found:
        if each.agent != agent:
            agent = each.agent
            print(visible(agent))
        print(f"  {each.kind:<24}{each.slips} of {each.occasions}  {spread(each.share)}  n={each.share.n} matches")
    kinds = dict.fromkeys(each.kind for each in found)
    shown = [each for kind in kinds for each in [one for one in quoted if one.deed.kind == kind][: given.quote]]
    for each in shown:
        run, match = _place(each)
        where = f"{visible(str(given.runs[run]))}, match {match}, {_when(each)}"
        print(f"\n{where}: {each.deed.kind}\n  {visible(each.deed.why)}")
    if len(quoted) > len(shown):
        print(f"\n{len(quoted) - len(shown)} more: --quote N, or --json")
    print(f"\n{LEGEND}")


def _when(each: Done) -> str:
    stated = each.deed.kind in (IMPOSSIBLE, RULED_OUT)
    return f"after move {each.deed.number}" if stated else f"event {each.deed.number}"
