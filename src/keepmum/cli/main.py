"""`keepmum COMMAND …`: the commands, and what an error looks like."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from keepmum import __version__

COMMANDS = {
    "run": (
        "keepmum.cli.running",
        "play many matches and keep them as records",
        "keepmum run chameleon --seat all=bot:schedule --matches 200 --out my-run",
    ),
    "play": (
        "keepmum.cli.playing",
        "sit at the table yourself, in the terminal",
        "keepmum play chameleon --seat all=bot:schedule",
    ),
    "table": (
        "keepmum.cli.reporting",
        "sum up one or more runs, with intervals and theory",
        "keepmum table my-run another-run",
    ),
    "leaderboard": (
        "keepmum.cli.leaderboard",
        "who is best: every seat's measures, ratings, whether talk goes with winning",
        "keepmum leaderboard my-run another-run --by agent",
    ),
    "adherence": (
        "keepmum.cli.adherence",
        "how often each agent's first reply to an ask could be used",
        "keepmum adherence my-run",
    ),
    "leaks": (
        "keepmum.cli.leaks",
        "how many bits each utterance gave away, and to whom",
        "keepmum leaks my-run --match 3",
    ),
    "show": (
        "keepmum.cli.reporting",
        "tell one match, as it went or as one seat saw it",
        "keepmum show my-run --match 3 --as 2",
    ),
    "judge": (
        "keepmum.cli.judging",
        "have language models judge finished matches, and see how far to trust them",
        "keepmum judge my-run --judge openai/gpt-5",
    ),
    "prefer": (
        "keepmum.cli.preferring",
        "have agents answer the asks of finished matches, and a judge compare their answers",
        "keepmum prefer my-run --methods think:openai/gpt-4.1 recon:openai/gpt-4.1 --judge openai/gpt-5 --side good",
    ),
    "beliefs": (
        "keepmum.cli.beliefs",
        "ask agents who they think has which role, outside the match: beliefs ask RUN",
        "keepmum beliefs ask my-run --ask openai/gpt-4.1 --at quest",
    ),
    "slips": (
        "keepmum.cli.slips",
        "find what agents did and stated against what they had seen themselves",
        "keepmum slips my-run",
    ),
    "export": (
        "keepmum.cli.exporting",
        "write matches in the form of another program",
        "keepmum export my-run --format arena --match 3",
    ),
    "import": (
        "keepmum.cli.importing",
        "make records of games that were played elsewhere",
        "keepmum import avalon-nlu avalon-nlu --out runs/humans",
    ),
    "stated": (
        "keepmum.cli.stating",
        "read human games of Avalon with the exact posterior, and score their stated beliefs",
        "keepmum stated runs/humans",
    ),
    "games": ("keepmum.cli.listing", "list the games, or one game's options", "keepmum games chameleon"),
    "agents": ("keepmum.cli.listing", "list the agents, and the bots of each game", "keepmum agents"),
    "models": (
        "keepmum.cli.listing",
        "list models, or fetch a small local one: models get NAME",
        "keepmum models",
    ),
    "cards": ("keepmum.cli.listing", "check a file of cards: cards check FILE", "keepmum cards check mine.toml"),
    "parse": (
        "keepmum.cli.parsing",
        "say what is made of replies, to debug a model's format",
        "keepmum parse < replies.jsonl",
    ),
    "inside": (
        "keepmum.cli.inside",
        "look inside open-weight models: states, directions, steering",
        "keepmum inside collect hf/smollm2 --out states --controls",
    ),
    "theory": (
        "keepmum.cli.theory",
        "what is possible: bounds, schedules, simulations, solutions",
        "keepmum theory bounds --help",
    ),
}
KEEPING = ("run", "judge", "prefer", "beliefs")
"""Commands that keep what is finished when they are interrupted."""

FAILED = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the process's exit code. 0 only on success."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    command = _command(words)
    if command is None:
        return _about(words)
    module = import_module(COMMANDS[command][0])
    parser = argparse.ArgumentParser(
        prog=f"keepmum {command}",
        description=_described(command),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    try:
        return int(module.call(command, parser, words[1:]))
    except KeyboardInterrupt:
        kept = "; what is finished is kept, and the same command goes on" if command in KEEPING else ""
        print(f"keepmum {command}: interrupted{kept}", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except _expected() as error:
        print(f"keepmum {command}: {_shown(str(error))}", file=sys.stderr)
        return FAILED


def _described(command: str) -> str:
    _, what, example = COMMANDS[command]
    return f"{what[0].upper()}{what[1:]}.\nFor example: {example}"


def _shown(text: str) -> str:
    """An error's text may quote a server or a file: its lines stay, what else could move a cursor is spelled out."""
    from keepmum.core.visible import visible

    return "\n".join(map(visible, text.split("\n")))


def _command(words: list[str]) -> str | None:
    return words[0] if words and words[0] in COMMANDS else None


def _about(words: list[str]) -> int:
    from keepmum.core.options import unknown

    width = max(map(len, COMMANDS))
    listed = "\n".join(f"  {name:<{width}}  {what}" for name, (_, what, _) in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="keepmum",
        description="Can a language model keep a secret, and can it get one?",
        epilog=f"commands:\n{listed}\n\nkeepmum COMMAND --help tells more about one.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="keepmum COMMAND [options]",
    )
    parser.add_argument("--version", action="version", version=f"keepmum {__version__}")
    if words and not words[0].startswith("-"):
        parser.error(f"there is no command {unknown(words[0], COMMANDS)}")
    parser.parse_args(words)
    parser.print_help()
    return FAILED


def _expected() -> tuple[type[BaseException], ...]:
    """Errors that say what was wrong and what to do; anything else is a fault of ours and shows its traceback."""
    from keepmum.agents.human import PlayerLeft
    from keepmum.core.options import OptionError
    from keepmum.core.transcript import ReplayError
    from keepmum.games.chameleon.cards import CardsError
    from keepmum.importing.seam import ImportRefused
    from keepmum.models.seam import ModelUnavailable
    from keepmum.play.folder import FolderError
    from keepmum.play.records import RecordError
    from keepmum.theory import DomainError

    refusals = (OptionError, DomainError, CardsError, ImportRefused)
    return (*refusals, ReplayError, FolderError, RecordError, ModelUnavailable, PlayerLeft)
