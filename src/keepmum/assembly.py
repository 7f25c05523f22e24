"""A run put together from names: the game's kind, the agents at its seats, and the models behind them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import asdict, dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from keepmum import registry
from keepmum.agents.human import PlayerLeft
from keepmum.agents.seam import Seating, Setting, Sitter, described, takes_tuning, wraps
from keepmum.agents.spec import AgentSpec, parse_spec
from keepmum.core import Agent, GameKind
from keepmum.core.options import OptionError
from keepmum.core.view import Meter
from keepmum.models.budget import Limits, Spent
from keepmum.models.house import House
from keepmum.models.open import nearest
from keepmum.models.seam import ModelUnavailable
from keepmum.play.folder import Manifest
from keepmum.play.records import FORMAT
from keepmum.play.run import Plan
from keepmum.play.seats import (
    NobodyCalled,
    assign,
    check_numbers,
    check_roles,
    knows_names,
    names_of,
    parse_pairs,
    parse_seats,
)

FATAL = (ModelUnavailable, PlayerLeft)
DEALS_COMPARED = 200
NO_LIMITS = Limits()
NOTHING = Spent()


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
    limits: Limits = NO_LIMITS
    spent: Spent = NOTHING
    cache: Path | None = None


@dataclass(frozen=True, slots=True)
class Assembly:
    """A run made ready: what to play, what it is called, and how to end it."""

    plan: Plan
    manifest: Manifest
    close: Callable[[], Coroutine[Any, Any, None]]
    spent: Callable[[], str]


def seats_of(request: Request) -> dict[str, str]:
    """Who sits where, each as the full text of its specification, tuning and instructions included.

    A number or a name comes with the agent of its own entry, else of "all"; an instruction goes where its WHO is.
    Raises OptionError.
    """
    given, told = _given(request)
    specs = {who: _tuned(_spec(text, request.kind), request.tuning or {}) for who, text in given.items()}
    for who, words in told.items():
        specs[who] = _instructed(specs, who, words)
    return {who: str(spec) for who, spec in specs.items()}


def _spec(text: str, game: GameKind) -> AgentSpec:
    """The specification of an agent. Raises OptionError for a model or a bot alone, with the agent that it may mean."""
    spec, kinds = parse_spec(text), registry.names(registry.AGENTS)
    name, given, options = text.partition("?")
    own = name.startswith(("http://", "https://"))
    if spec.kind in kinds or (get_close_matches(spec.kind, kinds, n=1, cutoff=0.5) and not own):
        return spec
    agent = f"bot:{name}" if name in game.bots else f"chat:{name if own else nearest(name)}".removesuffix("chat:")
    if agent:
        raise OptionError(f"there is no kind of agent {spec.kind!r}; did you mean {agent}{given}{options}?")
    return spec


def _given(request: Request) -> tuple[dict[str, str], dict[str, str]]:
    """Agents and instructions as they were asked for, by WHO."""
    kind, names = request.kind, names_of(request.options)
    try:
        given = parse_seats(request.seats, kind, names)
        return given, parse_pairs(request.instructions, kind, ("--instruct", "others='Say little.'"), names)
    except NobodyCalled as error:
        if knows_names(kind):
            raise
        games = [game for game in registry.names(registry.GAMES) if knows_names(registry.game(game))]
        raise OptionError(f"{error}; players go by names of their own at: {', '.join(games) or 'no game'}") from error


def _tuned(spec: AgentSpec, tuning: Mapping[str, str]) -> AgentSpec:
    return replace(spec, options={**tuning, **spec.options}) if _takes_tuning(spec) else spec


def _takes_tuning(spec: AgentSpec) -> bool:
    factory = registry.agent(spec.kind)
    return _takes_tuning(parse_spec(spec.target)) if wraps(factory) and spec.target else takes_tuning(factory)


def _instructed(specs: Mapping[str, AgentSpec], who: str, words: str) -> AgentSpec:
    spec = specs.get(who) or specs.get("all")
    if spec is None:
        raise OptionError(f"--instruct {who}=…: there is no --seat {who}=… and no --seat all=…; give one of them")
    if not _takes_tuning(spec):
        raise OptionError(f"--instruct {who}=…: {spec.name} takes no instruction")
    return replace(spec, options={**spec.options, "instruct": words})


def assemble(request: Request) -> Assembly:
    """Make a run ready: agents prepared, models opened and checked, before any match is played.

    Raises OptionError for what does not exist or is not allowed, ModelUnavailable for a model that cannot be reached.
    """
    kind = request.kind
    seats = seats_of(request)
    sample = kind.deal(request.options, request.seed, 0)
    check_numbers(seats, sample.game.players)
    check_roles(seats, kind, sample.roles)
    assign(seats, sample.roles, kind.sides, names_of(request.options))
    house = House(request.limits, request.spent, request.cache)
    setting = Setting(
        kind, asdict(request.options), house.open, request.prompts, meter=meter_for(kind), prepare=prepared
    )
    sitters = {text: _sitter(text, setting) for text in dict.fromkeys(seats.values())}
    house.check()

    def sit(agent: str, match: int, seat: int, rng: Random) -> Agent:
        return sitters[agent](Seating(f"{kind.name}/{request.seed}", match, seat, rng))

    plan = Plan(kind, request.options, seats, request.seed, sit, request.attempts, FATAL, house.room)
    described_by = {text: dict(described(sitter)) for text, sitter in sitters.items()}
    return Assembly(plan, _manifest(request, seats, described_by), house.close, house.spent)


def _sitter(text: str, setting: Setting) -> Sitter:
    return prepared(parse_spec(text), setting)


def prepared(spec: AgentSpec, setting: Setting) -> Sitter:
    """Any agent, by its kind. Raises OptionError, and what preparing it raises."""
    return registry.agent(spec.kind)(spec, setting)


def meter_for(kind: GameKind) -> Callable[[str, float | None], Meter]:
    """What measures how much a text gives away in this game, for agents, which know no listeners themselves."""

    def make(listener: str, temperature: float | None) -> Meter:
        from keepmum.measure.leaks.meter import meter

        return meter(kind, listener, temperature)

    return make


def _manifest(request: Request, seats: Mapping[str, str], described_by: Mapping[str, Mapping[str, str]]) -> Manifest:
    options: dict[str, Any] = msgspec.to_builtins(request.options)
    for name, value in list(options.items()):
        if isinstance(value, str) and Path(value).is_file():
            options[f"{name}_sha256"] = hashlib.sha256(Path(value).read_bytes()).hexdigest()
    options["deals_sha256"] = _digest_of_deals(request)
    return Manifest(
        format=FORMAT,
        game=request.kind.name,
        options=options,
        seats=dict(seats),
        seed=request.seed,
        attempts=request.attempts,
        agents={text: dict(told) for text, told in sorted(described_by.items()) if told},
    )


def _digest_of_deals(request: Request) -> str:
    """Of the first deals, so that a run is not continued with other cards or another way of dealing."""
    deals = [request.kind.deal(request.options, request.seed, match) for match in range(DEALS_COMPARED)]
    return hashlib.sha256(repr([(each.game, each.draws) for each in deals]).encode()).hexdigest()
