"""`keepmum inside collect MODEL --out DIR`: states at the clue, in every wording, beside an index of what they are."""

from __future__ import annotations

import argparse
import asyncio
import shutil
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from keepmum import registry
from keepmum.agents.ready import Ready, make_ready
from keepmum.agents.seam import Setting
from keepmum.agents.spec import AgentSpec, parse_spec
from keepmum.agents.steering import Steering
from keepmum.cli.inside.numbers import add_json, joined, progress, put, say, strengths, whole_numbers
from keepmum.cli.options import game_options
from keepmum.core import GameKind
from keepmum.core.options import OptionError

if TYPE_CHECKING:
    from keepmum.interp.collecting import Collector, Job, Push
    from keepmum.interp.occasions import Occasion
    from keepmum.interp.wordings import Wording
    from keepmum.models.hf.desk import Facts
    from keepmum.models.hf.model import Hf

GAME = "chameleon"
DEFAULTS = {"temperature": "0", "max_tokens": "20"}
SPARE = 100_000_000


def call(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Collect, or go on collecting."""
    parser.epilog = (
        "MODEL is hf/…, with the options of a chat agent behind a ?, such as\n"
        "'hf/smollm2?script=paper&constrain=yes'. Temperature is 0 and a reply has at most\n"
        "20 tokens unless they say otherwise. Options of the game (--players 5) may follow.\n"
        "The index beside the states holds secrets and clues in plain words."
    )
    parser.add_argument("model", metavar="MODEL")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the store; an existing one goes on")
    parser.add_argument("--levels", default="1-10", metavar="LEVELS", help="instructed levels (default 1-10)")
    parser.add_argument("--layers", default="all", metavar="LAYERS", help="such as 10-20, or all (default)")
    parser.add_argument("--secrets", type=int, default=8, metavar="N", help="secret words in all (default 8)")
    parser.add_argument("--categories", type=int, default=4, metavar="M", help="categories they are of (default 4)")
    parser.add_argument("--controls", action="store_true", help="also digits, paraphrases, and no instruction")
    parser.add_argument("--turns", default="1", metavar="TURNS", help="which clues of a match (default 1, the first)")
    parser.add_argument("--seed", type=int, default=1, help="of the deals (default 1)")
    parser.add_argument("--run", type=Path, metavar="RUN", help="take the moments from a run's records instead")
    parser.add_argument("--steer", type=Path, metavar="FILE", help="also uninstructed and steered by this direction")
    parser.add_argument("--strengths", default="-3,3", metavar="S,S", help="with --steer (default -3,3)")
    parser.add_argument("--layer", type=int, metavar="L", help="where to steer (default: the file's choice)")
    parser.add_argument("--prompts", type=Path, metavar="FOLDER", help="a folder of your own scripts")
    add_json(parser)
    given, rest = parser.parse_known_args(joined(words, "--strengths"))
    if given.run and rest:
        raise OptionError(f"{rest[0]}: a run has its rules already; leave the game's options out")
    return asyncio.run(_collect(given, _situation(parser, rest)))


def _situation(parser: argparse.ArgumentParser, rest: Sequence[str]) -> tuple[GameKind, Any]:
    """The game and its options."""
    kind = registry.game(GAME)
    return kind, game_options(kind, rest, parser)


async def _collect(given: argparse.Namespace, game: tuple[GameKind, Any]) -> int:
    from keepmum.interp.collecting import collect, missing, statement
    from keepmum.interp.store import Store, as_json, bytes_of, read_store
    from keepmum.models.hf.model import Hf

    spec = agent_spec(given.model)
    wanted = _wordings(given)
    hf = Hf(spec.target, shared=True)
    hf.check()
    try:
        facts = await hf.facts()
        collector = _collector(hf, facts, given, (game, spec))
        with Store(given.out, _about(collector, facts, spec)) as store:
            if store.mended:
                say(f"{given.out}: {store.mended} rows that a kill left half written are collected again")
            jobs = _jobs(await _occasions(collector, given, game), wanted, _pushes(given, facts))
            todo = missing(jobs, store)
            say(statement(len(todo), len(collector.layers), facts.width, facts.parameters))
            _require_room(given.out, bytes_of(len(todo), len(collector.layers), facts.width))
            with progress(len(todo)) as told:
                absent = await collect(collector, todo, store, told)
    finally:
        await hf.close()
    data = {**as_json(read_store(given.out)), "collected_now": len(todo) - absent, "not_asked": absent}
    return put(given.json, data, _lines(data))


def agent_spec(model: str) -> AgentSpec:
    """The chat agent of a model. Raises OptionError for one whose inside cannot be seen."""
    spec = parse_spec(f"chat:{model.removeprefix('chat:')}")
    if not spec.target.startswith("hf/"):
        raise OptionError(f"{spec.target}: only models whose weights run in this process can be looked into: hf/…")
    return replace(spec, options={**DEFAULTS, **spec.options})


def _wordings(given: argparse.Namespace) -> tuple[Wording, ...]:
    from keepmum.interp.wordings import wordings

    return wordings(whole_numbers(given.levels, "--levels"), given.controls)


def _collector(
    hf: Hf, facts: Facts, given: argparse.Namespace, agent: tuple[tuple[GameKind, Any], AgentSpec]
) -> Collector:
    from keepmum.interp.collecting import Collector

    layers = tuple(range(facts.layers)) if given.layers == "all" else whole_numbers(given.layers, "--layers")
    if max(layers) >= facts.layers:
        raise OptionError(f"--layers: layer {max(layers)} is not there; {hf.name} has layers 0 to {facts.layers - 1}")
    return Collector(hf, ready_for(hf, *agent, given.prompts), tuple(sorted(layers)), facts.revision)


def ready_for(hf: Hf, game: tuple[GameKind, Any], spec: AgentSpec, prompts: Path | None = None) -> Ready[Steering]:
    """The chat agent made ready for the game, with this model. Raises OptionError."""
    kind, options = game
    ready = make_ready(spec, Setting(kind, asdict(options), lambda _: hf, prompts), Steering)
    if ready.options.steer:
        raise OptionError("states are collected unsteered; to see steered ones beside them, use --steer FILE")
    return ready


def _about(collector: Collector, facts: Facts, spec: AgentSpec) -> Any:
    from keepmum.interp.store import FORMAT, About

    script = collector.ready.script
    model = collector.hf.name
    return About(FORMAT, model, facts.revision, collector.layers, facts.width, GAME, str(spec), script.digest)


async def _occasions(collector: Collector, given: argparse.Namespace, game: tuple[GameKind, Any]) -> list[Occasion]:
    from keepmum.interp.occasions import Spread, chosen, dealt, recorded
    from keepmum.interp.wordings import levelled_ask

    turns = tuple(turn - 1 for turn in whole_numbers(given.turns, "--turns"))
    if min(turns) < 0:
        raise OptionError("--turns counts the clues of a match from 1")
    spread = Spread(given.secrets, given.categories)
    if given.run is None:
        firsts = dealt(*game, given.seed, spread, turns)
        found = await asyncio.gather(*(collector.played(first, turns) for first in firsts))
        return [occasion for each in found for occasion in each]
    records = _records(given.run, game[0])
    about = levelled_ask(collector.ready.script)
    found = chosen(recorded(game[0], records, about, given.run.name), turns, spread)
    if not found:
        raise OptionError(f"{given.run} has no clue at these turns by a player who knew the secret")
    return found


def _records(run: Path, kind: GameKind) -> Any:
    from keepmum.play.folder import FolderError, read_manifest, read_run

    manifest = read_manifest(run)
    if manifest.game != kind.name:
        raise FolderError(f"{run} is a run of {manifest.game}; states are collected of {kind.name}")
    return sorted(read_run(run), key=lambda record: record.match)


def _pushes(given: argparse.Namespace, facts: Facts) -> list[Push]:
    """The ways in which uninstructed states are pushed; with controls also along a random direction."""
    if given.steer is None:
        return []
    from keepmum.interp.pushes import pushes
    from keepmum.models.hf.direction import read_direction

    direction = read_direction(given.steer)
    if direction.revision != facts.revision or direction.width != facts.width:
        raise OptionError(
            f"{given.steer} was made with {direction.model} ({direction.revision[:20]}…, width {direction.width}), and "
            f"this is {facts.revision[:20]}… of width {facts.width}; use a direction of these weights"
        )
    return pushes(direction, strengths(given.strengths), given.layer, given.controls)


def _jobs(occasions: Sequence[Occasion], wordings: Sequence[Wording], pushes: Sequence[Push]) -> list[Job]:
    from keepmum.interp.collecting import Job
    from keepmum.interp.wordings import Wording

    plain = [Job(occasion, wording) for occasion in occasions for wording in wordings]
    nothing = Wording("none")
    pushed = [Job(occasion, nothing, push) for occasion in occasions for push in pushes]
    return [*plain, *([Job(occasion, nothing) for occasion in occasions] if pushes else []), *pushed]


def _require_room(path: Path, needed: int) -> None:
    free = shutil.disk_usage(path).free
    if needed + SPARE > free:
        raise OptionError(
            f"{path}: {needed / 1e6:,.0f} MB are needed and {free / 1e6:,.0f} MB are free; collect fewer layers, "
            "levels or secrets, or make room"
        )


def _lines(data: dict[str, Any]) -> list[str]:
    kinds = ", ".join(f"{count} {kind}" for kind, count in data["kinds"].items())
    lines = [
        f"{data['rows']} rows in {data['store']} ({kinds}) of {data['secrets']} secrets; "
        f"{data['collected_now']} collected now"
    ]
    if data["not_asked"]:
        lines.append(f"{data['not_asked']} were not asked: the model did not give a confirmation before the clue")
    return [*lines, f"see what is in it: keepmum inside direction {data['store']}"]
