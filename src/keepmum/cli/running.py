"""`keepmum run`: many matches, kept as records; stopped at any moment, the same command goes on."""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from keepmum import registry
from keepmum.assembly import NOTHING, Request, assemble, seats_of
from keepmum.cli.options import game_options
from keepmum.core import Status
from keepmum.core.options import OptionError
from keepmum.core.visible import visible
from keepmum.models.budget import Limits, Spent
from keepmum.models.house import paid
from keepmum.play.folder import RunFolder, read_run
from keepmum.play.run import Plan, Played

if TYPE_CHECKING:
    from keepmum.cli.progress import Progress

MOST_MATCHES = 10_000_000
MOST_AT_ONCE = 10_000
AT_ONCE = 16
UNFINISHED = 3
ALL_VOID = 4
STORE = "calls.sqlite"
CAUSES = [status.value for status in Status if status is not Status.OK]


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Play a run; the exit code.

    0: all matches asked for are on record; 1: an error of this program left some unfinished; 3: the run stopped early
    (budget, connection); 4: all are on record and every one is void.
    """
    _arguments(parser)
    game_first(command, words)
    given, rest = parser.parse_known_args(words)
    _check(given)
    kind = registry.game(given.game)
    options = game_options(kind, rest, parser, given.seat)
    if given.out.exists() and not given.out.is_dir():
        raise OptionError(f"--out {given.out} is a file; name a folder")
    request = Request(
        kind=kind,
        options=options,
        seats=tuple(given.seat),
        seed=given.seed,
        attempts=given.attempts,
        prompts=given.prompts,
        tuning=tuning(given),
        instructions=tuple(given.instruct),
        limits=Limits(given.max_calls, given.max_tokens, given.max_cost),
        spent=_spent(given.out) if given.max_calls or given.max_tokens or given.max_cost else NOTHING,
        cache=given.out / STORE if given.cache else None,
    )
    _check_judges(request, given)
    ended = asyncio.run(_run(request, given))
    return ended or _judged(given)


def game_first(command: str, words: Sequence[str]) -> None:
    """Raises OptionError unless the game comes before the options: some options are the game's own."""
    if words and words[0].startswith("-") and words[0] not in ("-h", "--help"):
        raise OptionError(f"name the game first: keepmum {command} GAME {words[0]} …")


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "The game's own options follow: keepmum games GAME lists them."
    parser.add_argument("game", help="which game: keepmum games lists them")
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="WHO=AGENT",
        help="who plays: all, a role, a side, a seat's number or a name",
    )
    parser.add_argument("--matches", type=int, default=100, metavar="N", help="how many (default 100)")
    parser.add_argument(
        "--seed", type=int, default=1, help="deals come from it and the match's number alone (default 1)"
    )
    parser.add_argument(
        "--concurrency", type=int, metavar="N", help="matches at once (default 16; with --watch and with people 1)"
    )
    parser.add_argument("--watch", action="store_true", help="tell each match as it happens, as the referee sees it")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help="the run's folder; an existing one goes on"
    )
    parser.add_argument(
        "--again",
        action="append",
        default=[],
        metavar="CAUSE",
        help="play what is void for this cause again",
    )
    parser.add_argument("--json", action="store_true", help="print a summary for programs")
    parser.add_argument(
        "--no-cache", dest="cache", action="store_false", help="keep no store of model calls in the folder"
    )
    judged = parser.add_argument_group("when all is played, as keepmum judge does, which has more options")
    judged.add_argument("--judge", action="append", default=[], metavar="MODEL", help="a model that judges the matches")
    judged.add_argument("--force", action="store_true", help="let a player's own model judge, and mark it")
    limits = parser.add_argument_group("budget: the run stops cleanly when it is spent")
    limits.add_argument("--max-cost", type=float, metavar="DOLLARS")
    limits.add_argument("--max-calls", type=int, metavar="N")
    limits.add_argument("--max-tokens", type=int, metavar="N")
    add_tuning(parser)


def add_tuning(parser: argparse.ArgumentParser) -> None:
    """The options that go to every agent with a model."""
    tuned = parser.add_argument_group("for every agent with a model (an agent's own ?option=value comes first)")
    tuned.add_argument("--temperature", type=float, metavar="T")
    tuned.add_argument("--effort", metavar="LEVEL", help="reasoning effort, as the model calls it")
    tuned.add_argument("--reply-tokens", type=int, metavar="N", help="token limit of one reply, reasoning included")
    tuned.add_argument("--script", metavar="NAME", help="the prompts to use: plain (default), paper, …")
    tuned.add_argument("--level", type=int, metavar="1-10", help="instructed information-revealing level")
    tuned.add_argument("--constrain", action="store_true", default=None, help="constrain replies by schema or grammar")
    tuned.add_argument("--prompts", type=Path, metavar="FOLDER", help="a folder of your own scripts")
    tuned.add_argument("--instruct", action="append", default=[], metavar="WHO=TEXT", help="an additional instruction")
    tuned.add_argument("--attempts", type=int, default=3, metavar="N", help="tries at an answer (default 3)")


def tuning(given: argparse.Namespace) -> dict[str, str]:
    """The tuning options that were given, by the name an agent knows them under."""
    found = {
        "temperature": given.temperature,
        "effort": given.effort,
        "max_tokens": given.reply_tokens,
        "script": given.script,
        "level": given.level,
        "constrain": "yes" if given.constrain else None,
    }
    return {name: str(value) for name, value in found.items() if value is not None}


def _check(given: argparse.Namespace) -> None:
    for name, value, most in (
        ("--matches", given.matches, MOST_MATCHES),
        ("--concurrency", AT_ONCE if given.concurrency is None else given.concurrency, MOST_AT_ONCE),
        ("--attempts", given.attempts, 100),
    ):
        if not 1 <= value <= most:
            raise OptionError(f"{name} is from 1 to {most}, not {value}")
    for name in ("max_cost", "max_calls", "max_tokens"):
        value = getattr(given, name)
        if value is not None and not 0 < value < math.inf:
            raise OptionError(f"--{name.replace('_', '-')} must be a number above 0, not {value}")


def _spent(out: Path) -> Spent:
    """What the run has used before, so that its budget is the run's, however often it is stopped.

    The store of calls knows all, those of unfinished matches too; without one, the records know of finished matches.
    """
    store = out / STORE
    if store.exists():
        return paid(store)
    spent = Spent()
    for record in read_run(out):
        for call in (call for reply in record.replies for call in reply.calls):
            spent += Spent(1, call.input_tokens + call.output_tokens, call.cost or 0.0)
    return spent


def _check_judges(request: Request, given: argparse.Namespace) -> None:
    """Raises OptionError for a judge that may not be asked, before anything is played."""
    if given.judge:
        from keepmum.judging.bench import check_judges

        check_judges(given.judge, frozenset(seats_of(request).values()), given.force)


def _judged(given: argparse.Namespace) -> int:
    if not given.judge:
        return 0
    from keepmum.cli.judging import after_run

    return after_run(given)


async def _run(request: Request, given: argparse.Namespace) -> int:
    from keepmum.cli.progress import Progress
    from keepmum.play.run import play_run

    assembly = assemble(request)
    try:
        at_once = _at_once(assembly.plan, given)
        plan = _plan(assembly.plan, at_once, given)
        with RunFolder(given.out, assembly.manifest) as folder, Progress(given.matches, given.watch) as progress:
            if folder.mended:
                progress.say(f"{given.out}: a torn last line ({folder.mended} bytes) was cut off")
            for cause in given.again:
                progress.say(f"{folder.forget(cause)} matches void for {cause} are played again")
            played = await play_run(plan, folder, given.matches, at_once, progress)
    finally:
        await assembly.close()
    if given.json:
        print(json.dumps({"run": str(given.out), "complete": played.complete, **progress.counts()}))
    else:
        print(progress.sentence(given.out))
    return _ending(played, assembly.spent(), progress)


def _at_once(plan: Plan, given: argparse.Namespace) -> int:
    """How many matches are played at once. Raises OptionError where a person would be shown what it may not see."""
    if any(agent.startswith("human") for agent in plan.seats.values()):
        if given.watch:
            raise OptionError("--watch tells what only the referee may know, and a person sits here; leave out --watch")
        return 1
    return given.concurrency or (1 if given.watch else AT_ONCE)


def _plan(plan: Plan, at_once: int, given: argparse.Namespace) -> Plan:
    if not given.watch:
        return plan
    from keepmum.cli.watching import watched

    if at_once > 1:
        print(f"keepmum run: {at_once} matches at once; each line begins with its match's number", file=sys.stderr)
    return watched(plan, at_once, to_stderr=given.json)


def _ending(played: Played, spent: str, progress: Progress) -> int:
    """Say what kept the run from its end, if anything did; the exit code."""
    for number, fault in list(played.faults.items())[:3]:
        print(f"keepmum run: match {number} met an error and is unfinished:", file=sys.stderr)
        traceback.print_exception(fault, limit=-4)
    if played.stopped:
        on = f" ({spent}); the same command with a larger one goes on" if spent else "; the same command goes on"
        print(visible(f"keepmum run: {played.stopped}{on}"), file=sys.stderr)
        return UNFINISHED
    if played.faults:
        return 1
    if progress.all_void:
        print(visible(f"keepmum run: {progress.nothing_played()}"), file=sys.stderr)
        return ALL_VOID
    return 0
