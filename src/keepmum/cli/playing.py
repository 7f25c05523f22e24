"""`keepmum play`: one match with a person at the terminal."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path
from random import Random

from keepmum import registry
from keepmum.assembly import Assembly, Request, assemble
from keepmum.cli.options import game_options
from keepmum.cli.running import add_tuning, game_first, tuning
from keepmum.core.kind import GameKind
from keepmum.core.options import OptionError
from keepmum.play.folder import MANIFEST, RunFolder, read_manifest
from keepmum.play.seats import names_of


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Play one match and tell how it went."""
    parser.add_argument("game", help="which game: keepmum games lists them")
    parser.add_argument(
        "--seat", action="append", default=[], metavar="WHO=AGENT", help="who plays; you take a random seat"
    )
    parser.add_argument("--seed", type=int, default=None, help="the deal (default: a random one)")
    parser.add_argument("--out", type=Path, default=None, metavar="FOLDER", help="keep the record in this run folder")
    add_tuning(parser)
    game_first(command, words)
    given, rest = parser.parse_known_args(words)
    kind = registry.game(given.game)
    options = game_options(kind, rest, parser, given.seat)
    seed = _seed(given.out) if given.seed is None else given.seed
    seats = _seats(kind, options, given.seat, seed)
    request = Request(
        kind=kind,
        options=options,
        seats=seats,
        seed=seed,
        attempts=given.attempts,
        prompts=given.prompts,
        tuning=tuning(given),
        instructions=tuple(given.instruct),
    )
    return asyncio.run(_play(request, given.out))


def _seed(out: Path | None) -> int:
    """That of the folder, so that another sitting joins the ones it holds; else a random one."""
    held = out is not None and (out / MANIFEST).exists()
    return read_manifest(out).seed if out and held else Random().randrange(2**31)


def _seats(kind: GameKind, options: object, given: Sequence[str], seed: int) -> tuple[str, ...]:
    """The seats as given, with a person at a random one unless a person sits somewhere already, and bots elsewhere."""
    seats = list(given)
    if names_of(options) and _all_named(seats, names_of(options)):
        if not any(text.partition("=")[2].startswith("human") for text in seats):
            raise OptionError("every seat has a name, and none of them is yours; seat yourself, --seat NAME=human")
        return tuple(seats)
    if not any(text.partition("=")[2].startswith("human") for text in seats):
        players = kind.deal(options, seed, 0).game.players
        seats.append(f"{Random(f'person/{seed}').randrange(players) + 1}=human")
    if not any(text.startswith("all=") for text in seats):
        seats.append(f"all={kind.opponent}")
    return tuple(seats)


def _all_named(seats: Sequence[str], names: tuple[str, ...]) -> bool:
    """Whether each name has its own entry."""
    return {name.casefold() for name in names} <= {text.partition("=")[0].casefold() for text in seats}


async def _play(request: Request, out: Path | None) -> int:
    from keepmum.cli.reporting import tell
    from keepmum.play.run import play_number

    assembly = assemble(request)
    try:
        with _kept(out, assembly) as folder:
            number = 1 + max((record.match for record in folder.finished()), default=-1) if folder else 0
            record = await play_number(assembly.plan, number)
            if folder:
                folder.add(record)
    finally:
        await assembly.close()
    print()
    tell(record, request.kind, None)
    return 0 if record.void is None else 1


def _kept(out: Path | None, assembly: Assembly) -> RunFolder | contextlib.nullcontext[None]:
    """The folder that keeps the record, claimed before the match begins."""
    return RunFolder(out, assembly.manifest) if out else contextlib.nullcontext()
