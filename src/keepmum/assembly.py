"""A run put together from names: the game's kind, the agents at its seats, and the models behind them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from keepmum import registry
from keepmum.agents.seam import Seating, Setting
from keepmum.agents.spec import AgentSpec, parse_spec
from keepmum.core import Agent, GameKind
from keepmum.core.options import OptionError
from keepmum.play.folder import Manifest
from keepmum.play.records import FORMAT
from keepmum.play.run import Plan
from keepmum.play.seats import assign, check_numbers, parse_seats

MODELLESS = ("bot", "human")


@dataclass(frozen=True, slots=True)
class Request:
    """What a user asked for. `tuning` goes to every agent with a model, `instructions` are WHO=TEXT."""

    kind: GameKind
    options: Any
    seats: tuple[str, ...]
    seed: int = 1
    attempts: int = 3
    prompts: Path | None = None
    tuning: Mapping[str, str] | None = None
    instructions: tuple[str, ...] = ()
    limits: Mapping[str, float | None] | None = None
    cache: Path | None = None


@dataclass(frozen=True, slots=True)
class Assembly:
    """A run made ready: what to play, what it is called, and how to end it."""

    plan: Plan
    manifest: Manifest
    close: Callable[[], Any]
    spent: Callable[[], str]


def seats_of(request: Request) -> dict[str, str]:
    """Who sits where, each as the full text of its specification, tuning and instructions included."""
    given = parse_seats(request.seats, request.kind)
    specs = {who: _tuned(parse_spec(text), request.tuning or {}) for who, text in given.items()}
    for text in request.instructions:
        who, equals, words = text.partition("=")
        if not equals or not words:
            raise OptionError(f"--instruct {text!r}: write WHO=TEXT, such as --instruct others='Say little.'")
        specs[who] = _instructed(specs, who, words)
    return {who: str(spec) for who, spec in specs.items()}


def _tuned(spec: AgentSpec, tuning: Mapping[str, str]) -> AgentSpec:
    if spec.kind in MODELLESS:
        return spec
    return replace(spec, options={**tuning, **spec.options})


def _instructed(specs: Mapping[str, AgentSpec], who: str, words: str) -> AgentSpec:
    spec = specs.get(who) or specs.get("all")
    if spec is None:
        raise OptionError(f"--instruct {who}=…: nobody sits there; seats: {', '.join(specs) or 'none'}")
    if spec.kind in MODELLESS:
        raise OptionError(f"--instruct {who}=…: {spec.name} takes no instruction")
    return replace(spec, options={**spec.options, "instruct": words})


async def assemble(request: Request) -> Assembly:
    """Make a run ready: agents prepared, models opened and checked, before any match is played.

    Raises OptionError for what does not exist or is not allowed, ModelUnavailable for a model that cannot be reached.
    """
    from keepmum.models.house import House  # the models and their wrappers: heavy, and not needed to refuse an option

    kind = request.kind
    seats = seats_of(request)
    sample = kind.deal(request.options, request.seed, 0)
    check_numbers(seats, sample.game.players)
    assign(seats, sample.roles)
    house = House(request.limits or {}, request.cache)
    setting = Setting(kind=kind, rules=asdict(request.options), open_model=house.open, prompts=request.prompts, defaults={})
    sitters = {text: registry.agent(parse_spec(text).kind)(parse_spec(text), setting) for text in set(seats.values())}
    await house.check()

    def sit(agent: str, match: int, seat: int, rng: Random) -> Agent:
        return sitters[agent](Seating(f"{kind.name}/{request.seed}", match, seat, rng))

    plan = Plan(kind, request.options, seats, request.seed, sit, request.attempts)
    return Assembly(plan, _manifest(request, seats), house.close, house.spent)


def _manifest(request: Request, seats: Mapping[str, str]) -> Manifest:
    options: dict[str, Any] = msgspec.to_builtins(request.options)
    if options.get("cards"):
        options["cards_sha256"] = hashlib.sha256(Path(options["cards"]).read_bytes()).hexdigest()
    return Manifest(
        format=FORMAT,
        game=request.kind.name,
        options=options,
        seats=dict(seats),
        seed=request.seed,
        attempts=request.attempts,
        prompts=_digests(request, seats.values()),
        settings={},
    )


def _digests(request: Request, agents: Sequence[str] | Any) -> dict[str, str]:
    from keepmum.agents.script import digest_of

    folder = request.prompts or request.kind.prompts
    scripts = {spec.options.get("script", "plain") for spec in map(parse_spec, agents) if spec.kind not in MODELLESS}
    return {name: digest_of(folder / name) for name in sorted(scripts) if (folder / name).is_dir()}
