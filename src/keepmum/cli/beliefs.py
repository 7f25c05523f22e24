"""`keepmum beliefs`: what agents believe at moments of finished matches, asked outside of them, and how good it is."""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from keepmum import registry
from keepmum.agents.seam import takes_tuning
from keepmum.agents.spec import parse_spec
from keepmum.asking.believing import BELIEFS, QUESTIONS, BeliefFolder, Side, jobs, read_asked, roles_at, unasked
from keepmum.asking.cold import method_of, setting_of
from keepmum.asking.credence import SCORES, Credence, asked_of
from keepmum.asking.evaluation import Wish
from keepmum.asking.lines import STORE
from keepmum.asking.moments import At, at_of, moments
from keepmum.asking.occasions import Occasion, drawn
from keepmum.asking.page import spread
from keepmum.asking.work import Work
from keepmum.cli.asking import Counter, add_limits, check_numbers, house_of, kind_of, stopped
from keepmum.core import GameKind
from keepmum.core.options import OptionError
from keepmum.core.visible import visible
from keepmum.measure.judge.dossier import names_of
from keepmum.models.seam import Model
from keepmum.play.folder import read_run

OWN = "own"
LEGEND = """log: log2 of what was given to the true role, from log2 .01 to 0; brier: 0 is perfect, 2 the worst
divergence: bits lost against the exact posterior of the seat; distance: sum of squared differences from it
exact log, exact brier: the posterior's own scores; intervals are of 95 %, by matches"""


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Ask, or report what was asked; exit 0 when all that was asked for is on record."""
    asks = words[:1] == ["ask"]
    _arguments(parser, asks)
    given = parser.parse_args(words[1:] if asks else words)
    kind = kind_of(given.runs)
    halted: list[str] = []
    if asks:
        check_numbers(given)
        Wish(given.side).check(kind)
        at = at_of(given.at, kind)
        halted = [asyncio.run(_ask(run, kind, at, given)) for run in given.runs]
    _print(given.runs, kind, given.json)
    return stopped(command, given.runs, halted)


def _arguments(parser: argparse.ArgumentParser, asks: bool) -> None:
    parser.epilog = "keepmum beliefs ask RUN --ask AGENT --at WHEN asks; keepmum beliefs RUN reports what was asked."
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="folders of runs of one game")
    if not asks:
        parser.add_argument("--json", action="store_true", help="print the report for programs")
        return
    parser.add_argument(
        "--ask", action="append", required=True, metavar="AGENT",
        help=f"a model, an agent such as recon:MODEL, or {OWN}: the agent that played the seat",
    )  # fmt: skip
    parser.add_argument(
        "--at", default="", metavar="WHEN",
        help="after a kind of fact, such as quest, or before an ask, such as before-vote; several with commas",
    )  # fmt: skip
    parser.add_argument(
        "--question", choices=QUESTIONS, default=QUESTIONS[0],
        help="roles: which roles the others have (default); me: what the others believe of it",
    )  # fmt: skip
    parser.add_argument("--side", default="", metavar="WHO", help="a side or a role: in whose place (default: all)")
    parser.add_argument("--limit", type=int, metavar="N", help="N moments of each run, drawn by chance (default: all)")
    parser.add_argument("--prompts", type=Path, metavar="FOLDER", help="a folder of your own scripts")
    add_limits(parser)


async def _ask(run: Path, kind: GameKind, at: At, given: argparse.Namespace) -> str:
    """Ask what is not on record; why it stopped early, if it did."""
    house, counter = house_of(given, run / BELIEFS / STORE), Counter(run)
    try:
        left = unasked(_sides(run, kind, _moments(run, kind, at, given), given, house.open), [*read_asked(run)])
        due = [*left]
        house.check()
        with BeliefFolder(run) as folder:
            counter.mended(folder.mended)
            sat = await Work(folder, counter.told).through(jobs(iter(due), given.attempts), given.concurrency)
        spent = house.spent()
    finally:
        counter.close()
        await house.close()
    return f"{sat.stopped} ({spent})" if sat.stopped and spent else sat.stopped


def _moments(run: Path, kind: GameKind, at: At, given: argparse.Namespace) -> list[Occasion]:
    """When and in whose place is asked. Raises OptionError where there is no such moment."""
    wish = Wish(given.side)
    found = (
        each
        for record in read_run(run)
        if not record.void
        for each in moments(record, kind, at)
        if wish.of(kind, each.role)
    )
    chosen = drawn(found, given.limit)
    if not chosen:
        raise OptionError(f"{run}: there is no such moment in its valid matches")
    return chosen


def _sides(
    run: Path, kind: GameKind, found: Sequence[Occasion], given: argparse.Namespace, open_model: Callable[[str], Model]
) -> list[Side]:
    setting = setting_of(run, kind, open_model, given.prompts)
    asked = [(each, text, roles_at(kind, each)) for each in found for text in _asked(each, given.ask)]
    methods = {text: method_of(text, setting) for text in {text for _, text, _ in asked}}
    sides = [
        Side(methods[text], each, given.question, setting.names or names_of(each.observation.players), roles)
        for each, text, roles in asked
    ]
    if not sides:
        raise OptionError(f"{run}: --ask {OWN}: nobody who sat there has a model; name one, --ask MODEL")
    return sides


def _asked(moment: Occasion, names: Sequence[str]) -> list[str]:
    """The agents asked at a moment: bots and people cannot be."""
    found = [moment.agent if name == OWN else _agent(name) for name in names]
    return [text for text in dict.fromkeys(found) if takes_tuning(registry.agent(parse_spec(text).kind))]


def _agent(name: str) -> str:
    """A model's name stands for a chat agent."""
    return name if name.partition(":")[0] in registry.names(registry.AGENTS) else f"chat:{name}"


def _print(runs: Sequence[Path], kind: GameKind, as_json: bool) -> None:
    found = asked_of(runs, kind).credences()
    if as_json:
        print(json.dumps([asdict(each) for each in found], indent=2))
    elif not found:
        print("no beliefs were asked for: keepmum beliefs ask RUN --ask MODEL --at WHEN")
    else:
        for each in found:
            _print_one(each)
        print(f"\n{LEGEND}")


def _print_one(each: Credence) -> None:
    causes = ", ".join(f"{count} {cause.replace('_', ' ')}" for cause, count in each.failures.items()) or "none"
    what = {"roles": "which roles the others have", "me": "what the others believe of it"}[each.question]
    print(f"{visible(each.agent)} · {what} · {each.beliefs} beliefs about a seat; replies of no use: {causes}")
    for name in SCORES:
        estimate = each.scores[name]
        print(f"  {name.replace('_', ' '):<12}{spread(estimate)}  n={estimate.n} matches")
