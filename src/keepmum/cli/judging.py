"""`keepmum judge`: verdicts of language models on finished matches, beside the records, and how far to trust them."""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from keepmum import registry
from keepmum.core import GameKind, Status
from keepmum.core.options import OptionError, unknown
from keepmum.core.visible import visible
from keepmum.judging.bench import judges, known_as
from keepmum.judging.cases import agents_of, case_of
from keepmum.judging.folder import VerdictFolder, store_of
from keepmum.judging.page import causes, match_lines, report_lines, stale
from keepmum.judging.report import Docket, Report, docket_of, report_of
from keepmum.judging.sitting import WHAT, Sitting, Wish, missing
from keepmum.judging.together import Sat
from keepmum.judging.verdicts import AnswerVerdict, Verdict
from keepmum.models.budget import Limits, Spent
from keepmum.models.house import House, paid
from keepmum.play.folder import read_manifest

UNFINISHED = 3
ALL_FAILED = 4
AT_ONCE = 8
MOST_ORDERS = 1000
SILENT_SECONDS = 20.0
CAUSES = [status.value for status in Status if status is not Status.OK]


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Ask judges what is missing, and print the report; the exit code.

    0: all that was asked for is on record; 3: some is not (budget, connection); 4: all verdicts of a judge failed.
    """
    _arguments(parser)
    given = parser.parse_args(words)
    _check(given)
    kind = _kind(given.runs)
    stopped = [asyncio.run(_sit(run, kind, given)).stopped for run in given.runs] if given.judge else []
    docket = docket_of(given.runs, kind)
    report = report_of(docket, kind, given.runs)
    _print(given, kind, (docket, report), complete=not any(stopped))
    wrong = [f"{run}: {why}; the same command goes on" for run, why in zip(given.runs, stopped, strict=False) if why]
    failed = [] if wrong else list(_failed(report, given.judge))
    for line in wrong + failed:
        print(visible(f"keepmum {command}: {line}"), file=sys.stderr)
    return UNFINISHED if wrong else ALL_FAILED if failed else 0


def _failed(report: Report, names: Sequence[str]) -> Iterator[str]:
    """What is to be said of judges of these names that gave no verdict."""
    asked = set(map(known_as, names))
    for each in report.judges:
        if each.judge in asked and each.failed:
            yield f"the judge {each.judge} gave no verdict that could be used ({causes(each)}); name another one"


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="folders of runs of one game")
    parser.add_argument(
        "--judge", action="append", default=[], metavar="MODEL",
        help="a model to ask, such as openai/gpt-5?effort=low; again for a second one; none: report what is on record",
    )  # fmt: skip
    _wishes(parser)
    parser.add_argument("--first", type=int, metavar="N", help="judge only the first N matches")
    parser.add_argument("--attempts", type=int, default=3, metavar="N", help="tries at a verdict (default 3)")
    parser.add_argument("--concurrency", type=int, default=AT_ONCE, metavar="N", help=f"at once (default {AT_ONCE})")
    parser.add_argument("--show", type=int, metavar="N", help="print the verdicts on the match of this number alone")
    parser.add_argument("--json", action="store_true", help="print the report for programs")
    limits = parser.add_argument_group("budget of the judges of each run: asking stops cleanly when it is spent")
    limits.add_argument("--max-cost", type=float, metavar="DOLLARS")
    limits.add_argument("--max-calls", type=int, metavar="N")
    limits.add_argument("--max-tokens", type=int, metavar="N")


def _wishes(parser: argparse.ArgumentParser) -> None:
    """What to ask of judges."""
    parser.add_argument(
        "--orders", type=int, default=3, metavar="N", help="in how many orders and labellings (default 3)"
    )
    parser.add_argument("--what", default=",".join(WHAT), help="scores, answers or both (default scores,answers)")
    parser.add_argument(
        "--known", type=int, default=60, metavar="N",
        help="judge also N answers a run whose truth is known, to see how right the judge is (default 60)",
    )  # fmt: skip
    parser.add_argument(
        "--show-names", action="store_true", help="ask with players' names shown, too, and report what that does"
    )
    parser.add_argument(
        "--again", action="append", default=[], metavar="CAUSE", help="ask again where a verdict failed for this cause"
    )
    parser.add_argument(
        "--force", action="store_true", help="let a player's own model judge; every verdict of it is marked"
    )


def _check(given: argparse.Namespace) -> None:
    for name, value, most in (
        ("--orders", given.orders, MOST_ORDERS),
        ("--attempts", given.attempts, 100),
        ("--concurrency", given.concurrency, 10_000),
        ("--known", 1 if given.known == 0 else given.known, 10_000_000),
        ("--first", 1 if given.first is None else given.first, 10_000_000),
    ):
        if not 1 <= value <= most:
            raise OptionError(f"{name} is from 1 to {most}, not {value}")
    for name in ("max_cost", "max_calls", "max_tokens"):
        value = getattr(given, name)
        if value is not None and not 0 < value < math.inf:
            raise OptionError(f"--{name.replace('_', '-')} must be a number above 0, not {value}")
    _what(given.what)
    for cause in given.again:
        if cause not in CAUSES:
            raise OptionError(f"--again {cause}: there is no {unknown(cause, CAUSES)}")


def _what(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    for name in names:
        if name not in WHAT:
            raise OptionError(f"--what {text}: there is no {unknown(name, WHAT)}")
    return names


def _kind(runs: Sequence[Path]) -> GameKind:
    games = {read_manifest(run).game for run in runs}
    if len(games) > 1:
        raise OptionError(f"the runs are of different games ({', '.join(sorted(games))}); give those of one")
    if len({run.resolve() for run in runs}) < len(runs):
        raise OptionError("a run is given twice")
    return registry.game(games.pop())


async def _sit(run: Path, kind: GameKind, given: argparse.Namespace) -> Sat:
    """Ask the judges of one run what is not on record."""
    again = tuple(map(Status, given.again))
    asked = (_what(given.what), given.orders, given.attempts, given.first, given.known)
    wish = Wish(*asked, again, given.show_names)
    limits, store = Limits(given.max_calls, given.max_tokens, given.max_cost), store_of(run)
    counter = Counter(run)
    house = House(limits, paid(store) if store.exists() else Spent(), store)
    try:
        bench = judges(given.judge, agents_of(run), given.force, house.open)
        house.check()
        with VerdictFolder(run) as folder:
            if folder.mended:
                print(f"{visible(str(run))}: torn last lines ({folder.mended} bytes) were cut off", file=sys.stderr)
            counter.begin(sum(1 for _ in missing(bench, run, kind, wish)), given.judge)
            sitting = Sitting(folder, wish.attempts, counter.told)
            sat = await sitting.hear(missing(bench, run, kind, wish), given.concurrency)
        spent = house.spent()
    finally:
        counter.close()
        await house.close()
    return Sat(sat.asked, f"{sat.stopped} ({spent})" if sat.stopped and spent else sat.stopped)


class Counter:
    """Says on standard error what is asked, and how far it is: at once on a terminal, elsewhere now and then."""

    def __init__(self, run: Path) -> None:
        self._run = visible(str(run))
        self._due = self._count = self._failed = 0
        self._live = sys.stderr.isatty()
        self._said = time.monotonic()

    def begin(self, due: int, names: Sequence[str]) -> None:
        """Hear how many verdicts are missing."""
        self._due = due
        judges = ", ".join(map(visible, names))
        what = f"asking {judges} for {due} verdicts" if due else f"{judges}: all verdicts are on record"
        print(f"{self._run}: {what}", file=sys.stderr, flush=True)

    def told(self, verdict: Verdict | AnswerVerdict) -> None:
        """Hear of one verdict."""
        self._count += 1
        self._failed += verdict.cause is not None
        if self._live or time.monotonic() - self._said > SILENT_SECONDS:
            self._said = time.monotonic()
            self._print("" if self._live else "\n")

    def close(self) -> None:
        """Say how far it came."""
        if self._due:
            self._print("\n")

    def _print(self, end: str) -> None:
        begin = "\r" if self._live else ""
        line = f"{self._run}: {self._count} of {self._due} verdicts, {self._failed} failed"
        print(begin + line, end=end, file=sys.stderr, flush=True)


def _print(given: argparse.Namespace, kind: GameKind, found: tuple[Docket, Report], complete: bool) -> None:
    docket, report = found
    if given.json:
        import msgspec

        print(json.dumps({"complete": complete, **msgspec.to_builtins(report)}))
        return
    if given.show is not None:
        _show(given.runs, given.show, kind, docket)
        return
    print("\n".join(report_lines(report)))


def _show(runs: Sequence[Path], match: int, kind: GameKind, docket: Docket) -> None:
    from keepmum.cli.reporting import find_record

    for number, run in enumerate(runs):
        case = case_of(find_record(run, match), kind)
        print("\n".join(match_lines(docket, (number, match), case.dossier.names, case.agents)))
    if docket.stale:
        print(stale(docket.stale))


def after_run(run: argparse.Namespace) -> int:
    """What `keepmum run --judge MODEL` does when its matches are played: `keepmum judge`, within the same limits."""
    limits = {"--max-cost": run.max_cost, "--max-calls": run.max_calls, "--max-tokens": run.max_tokens}
    words = [str(run.out), *(word for name in run.judge for word in ("--judge", name))]
    words += [word for name, value in limits.items() if value is not None for word in (name, str(value))]
    words += [*(["--force"] if run.force else []), *(["--json"] if run.json else [])]
    return call("judge", argparse.ArgumentParser(prog="keepmum judge"), words)
