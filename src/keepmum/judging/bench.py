"""The bench: the judges of a run, none of whom plays in it, and how one of them is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from keepmum.agents.conversation import Conversation, Exchange
from keepmum.agents.spec import AgentSpec, parse_spec
from keepmum.agents.verdict import LASTING, NOT_THE_PLAYERS
from keepmum.core import Call, Status
from keepmum.core.options import OptionError, read_options
from keepmum.measure.judge.identity import shared
from keepmum.measure.judge.reply import Unusable
from keepmum.models.seam import Model, Sampling, Scope, Shape
from keepmum.play.match import OverBudget

T = TypeVar("T")


class Sheet(Protocol):
    """What is put to a judge in one asking: two messages, the reply's form, and what is said after a bad one."""

    @property
    def system(self) -> str:
        """Who the judge is and what it does."""
        ...

    @property
    def user(self) -> str:
        """What it judges."""
        ...

    @property
    def schema(self) -> Mapping[str, Any]:
        """The reply's form."""
        ...

    def again(self, reason: str) -> str:
        """What it is told whose reply could not be used."""
        ...


S = TypeVar("S", bound=Sheet)


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """How a judge answers: openai/gpt-5?effort=low&max_tokens=4000.

    `max_tokens`: of one reply, thought included. `constrain`: have the server keep to the verdict's JSON schema.
    """

    temperature: float | None = None
    max_tokens: int = 5000
    effort: str | None = None
    seed: int | None = None
    constrain: bool = True

    def __post_init__(self) -> None:
        self.sampling()

    def sampling(self) -> Sampling:
        """How replies are drawn."""
        return Sampling(self.temperature, self.max_tokens, self.effort, self.seed)


@dataclass(frozen=True, slots=True)
class Judge:
    """One judge: what it is called on record, its model, its options. `forced`: it plays in the run itself."""

    name: str
    model: Model
    options: JudgeOptions
    forced: bool = False


def judges(
    names: Sequence[str], agents: frozenset[str], force: bool, open_model: Callable[[str], Model]
) -> list[Judge]:
    """The judges of these names over matches of these agents. Raises as `check_judges`, and what opening one raises."""
    check_judges(names, agents, force)
    return [_judge(name, bool(shared(name, agents)), open_model) for name in names]


def check_judges(names: Sequence[str], agents: frozenset[str], force: bool) -> None:
    """Raises OptionError for a judge given twice, a wrong option, or a judge that is a player, unless `force`."""
    if len(set(map(known_as, names))) != len(names):
        raise OptionError("a judge is given twice; name different ones, or ask one in more --orders")
    for name in names:
        _read(name)
        own = shared(name, agents)
        if own and not force:
            raise OptionError(
                f"the judge {name} is a player's own model ({', '.join(sorted(own))}); name another judge, or give "
                "--force: then every verdict is marked, and the report tells how it favours itself"
            )


def _judge(name: str, forced: bool, open_model: Callable[[str], Model]) -> Judge:
    spec, options = _read(name)
    return Judge(known_as(name), open_model(spec.target), options, forced)


def known_as(name: str) -> str:
    """What a judge is called on record. Raises OptionError."""
    return str(_read(name)[0]).removeprefix("judge:")


def _read(name: str) -> tuple[AgentSpec, JudgeOptions]:
    spec = parse_spec(f"judge:{name.removeprefix('chat:')}")
    return spec, read_options(JudgeOptions, spec.options, f"the judge {spec.target}")


async def ask(
    judge: Judge, paper: S, scope: Scope, read: Callable[[str, S], T | Unusable], attempts: int
) -> tuple[T | Unusable, tuple[Call, ...]]:
    """What a judge says to a paper, asked again with the reason up to `attempts` times; and the calls it took.

    The calls are without their prompts, which follow from the records. Raises OverBudget; ModelUnavailable passes.
    """
    talk = Conversation(judge.model, judge.options.sampling(), scope)
    talk.instruct(paper.system)
    talk.tell(paper.user)
    shape = Shape(schema=paper.schema) if judge.options.constrain else None
    calls: list[Call] = []
    found: T | Unusable = Unusable(Status.EMPTY, "It was never asked.")
    for _ in range(attempts):
        exchange = await talk.ask(shape)
        calls.append(replace(exchange.call, prompt=""))
        found = _heard(exchange, paper, read)
        if not isinstance(found, Unusable) or found.cause in NOT_THE_PLAYERS:
            break
        talk.tell(paper.again(found.reason))
    return found, tuple(calls)


def _heard(exchange: Exchange, paper: S, read: Callable[[str, S], T | Unusable]) -> T | Unusable:
    completion = exchange.completion
    if completion.failure:
        cause = LASTING.get(completion.failure.kind, Status.TRANSPORT)
        if cause is Status.OVER_BUDGET:
            raise OverBudget(completion.failure.detail)
        return Unusable(cause, f"{completion.failure.kind}: {completion.failure.detail}")
    if completion.finish == "refusal":
        return Unusable(Status.REFUSED, "It was declined.")
    if completion.finish == "length":
        return Unusable(Status.TRUNCATED, f"It was cut off after {completion.usage.output_tokens} tokens; be shorter.")
    return read(exchange.speech, paper)
