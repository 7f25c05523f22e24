"""`keepmum prefer`: what other agents would have answered in finished matches, and whose answers are better."""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from keepmum.asking import answering, comparing
from keepmum.asking.cold import Method, method_of, setting_of
from keepmum.asking.comparing import Table, pairings, usable
from keepmum.asking.evaluation import Wish, report_of, wanted
from keepmum.asking.lines import PREFERENCES, STORE, PreferenceFolder, read_answers, read_choices
from keepmum.asking.occasions import Occasion
from keepmum.asking.page import report_lines
from keepmum.asking.work import Work
from keepmum.cli.asking import Counter, add_limits, check_numbers, house_of, kind_of, stopped
from keepmum.core import GameKind
from keepmum.core.options import OptionError
from keepmum.judging.bench import Judge, judges
from keepmum.measure.judge.identity import shared
from keepmum.models.seam import Model
from keepmum.play.folder import read_manifest


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Ask methods and judges what is missing, and print the report; exit 0 when all that was asked is on record."""
    _arguments(parser)
    given = parser.parse_args(words)
    check_numbers(given)
    kind = kind_of(given.runs)
    wish = Wish(given.side, tuple(filter(None, given.asks.split(","))), given.limit)
    wish.check(kind)
    _check(given)
    halted = [asyncio.run(_evaluate(run, kind, wish, given)) for run in given.runs] if given.methods else []
    _print(given, kind, complete=not any(halted))
    return stopped(command, given.runs, halted)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="folders of runs of one game")
    parser.add_argument(
        "--methods", nargs="+", action="extend", default=[], metavar="AGENT",
        help="who answers, such as think:MODEL recon:MODEL?second=off; none: report what is on record",
    )  # fmt: skip
    parser.add_argument(
        "--judge", action="append", default=[], metavar="MODEL",
        help="a model that compares the answers of every two methods, such as openai/gpt-5; again for a second one",
    )  # fmt: skip
    parser.add_argument("--side", default="", metavar="WHO", help="a side or a role: whose asks (default: all)")
    parser.add_argument(
        "--asks", default="", metavar="NAMES", help="which asks, such as speak (default: those answered in free words)"
    )
    parser.add_argument("--limit", type=int, metavar="N", help="N asks of each run, drawn by chance (default: all)")
    parser.add_argument("--prompts", type=Path, metavar="FOLDER", help="a folder of your own scripts")
    parser.add_argument("--force", action="store_true", help="let a method's own model judge; it is marked")
    add_limits(parser)


def _check(given: argparse.Namespace) -> None:
    """Raises OptionError for what cannot be compared, before anybody is asked."""
    if given.judge and not given.methods:
        raise OptionError("--judge compares methods: name them, --methods think:MODEL recon:MODEL")
    if len({*given.methods}) != len(given.methods):
        raise OptionError("a method is given twice; name different ones")
    if given.judge and len(given.methods) < 2:
        raise OptionError("a judge compares two methods or more; name another with --methods")
    for name in given.judge:
        own = shared(name, frozenset(given.methods))
        if own and not given.force:
            raise OptionError(
                f"the judge {name} is the model of a method ({', '.join(sorted(own))}); name another judge, or give "
                "--force: then every choice of it is marked"
            )


async def _evaluate(run: Path, kind: GameKind, wish: Wish, given: argparse.Namespace) -> str:
    """Ask what is not on record; why it stopped early, if it did."""
    house, counter = house_of(given, run / PREFERENCES / STORE), Counter(run)
    try:
        found = wanted(run, kind, wish)
        methods = _methods(run, kind, given, house.open)
        bench = judges(given.judge, frozenset(each.name for each in methods), True, house.open)
        house.check()
        with PreferenceFolder(run) as folder:
            counter.mended(folder.mended)
            work = Work(folder, counter.told)
            left = answering.unanswered(methods, found, [*read_answers(run)])
            sat = await work.through(answering.jobs(left, given.attempts), given.concurrency)
            if not sat.stopped:
                table = Table(kind, setting_of(run, kind, house.open).names)
                due = _undecided(run, table, (found, methods, bench))
                sat = await work.through(comparing.jobs(due, given.attempts), given.concurrency)
        spent = house.spent()
    finally:
        counter.close()
        await house.close()
    return f"{sat.stopped} ({spent})" if sat.stopped and spent else sat.stopped


def _methods(run: Path, kind: GameKind, given: argparse.Namespace, open_model: Callable[[str], Model]) -> list[Method]:
    setting = setting_of(run, kind, open_model, given.prompts)
    return [method_of(text, setting) for text in given.methods]


def _undecided(run: Path, table: Table, what: tuple[list[Occasion], list[Method], list[Judge]]) -> Any:
    found, methods, bench = what
    held = usable(read_answers(run))
    names = [each.name for each in methods]
    pairs = (pairing for occasion in found for pairing in pairings(table, occasion, names, held))
    return comparing.undecided(bench, pairs, [*read_choices(run)])


def _print(given: argparse.Namespace, kind: GameKind, complete: bool) -> None:
    names = [tuple(read_manifest(run).options.get("names") or ()) for run in given.runs]
    report = report_of(given.runs, kind, names)
    if given.json:
        import msgspec

        print(json.dumps({"complete": complete, **msgspec.to_builtins(report)}))
        return
    print("\n".join(report_lines(report)))
