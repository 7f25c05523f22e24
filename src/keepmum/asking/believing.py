"""Believing: an agent that has seen what a seat had seen is asked, outside the match, what it believes.

`RUN/beliefs/asked.jsonl` has what came of it, a line for each moment, seat and question. Seats are 0-based.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal, cast, get_args

import msgspec

from keepmum.agents.side import Consulted
from keepmum.asking.cold import Method
from keepmum.asking.occasions import Occasion, digest
from keepmum.asking.work import Job
from keepmum.core import Call, GameKind, Reply, Status
from keepmum.core.options import OptionError
from keepmum.judging.folder import LineFolder
from keepmum.judging.lines import latest
from keepmum.measure.judge.reply import Unusable
from keepmum.measure.judge.words import filled
from keepmum.measure.stated import beliefs_schema, read_beliefs
from keepmum.models.seam import Shape
from keepmum.play.match import HOPELESS, OverBudget

FORMAT = 1
BELIEFS = "beliefs"
ASKED = "asked.jsonl"
PROMPTS = Path(__file__).parent / "prompts"
Question = Literal["roles", "me"]
QUESTIONS: tuple[Question, ...] = get_args(Question)
Table = dict[int, dict[str, float]]


class Believed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `agent` believes in the place of a seat, when `number` moves of a match have been made.

    `question`: "roles", which roles the others have; "me", what the others believe of it. `beliefs`: by seat, what is
    given to each role; None where no reply could be used, and then `cause` and `reason` say why. `own`: the agent is
    the one that played the seat.
    """

    format: int
    agent: str
    own: bool
    match: int
    number: int
    seat: int
    role: str
    question: Question
    beliefs: Table | None
    cause: Status | None
    reason: str
    basis: str
    calls: tuple[Call, ...]

    @property
    def key(self) -> tuple[str, int, int, int, str]:
        """What a later line replaces: the same question to the same agent in the same place."""
        return self.agent, self.match, self.number, self.seat, self.question


def read_asked(run: Path) -> Iterator[Believed]:
    """Every belief that was asked for. Raises VerdictError for a line that is whole and wrong."""
    return latest(run / BELIEFS / ASKED, Believed, _wrong)


def _wrong(each: Believed) -> str:
    chances = [chance for given in (each.beliefs or {}).values() for chance in given.values()]
    cases = {
        f"format {each.format}; this version reads {FORMAT}": each.format != FORMAT,
        "a number below 0": min(each.match, each.number, each.seat, *(each.beliefs or {})) < 0,
        "it has neither beliefs nor a cause, or both": (each.beliefs is None) == (each.cause is None),
        "a cause that is none": each.cause is Status.OK,
        "a probability that is none": not all(0 <= chance <= 1 for chance in chances),
    }
    return next((what for what, found in cases.items() if found), "")


class BeliefFolder(LineFolder):
    """Adds beliefs to those of a run, whose records are not touched."""

    def __init__(self, run: Path) -> None:
        super().__init__(run / BELIEFS, {Believed: ASKED}, "beliefs ask")


@dataclass(frozen=True)
class Side:
    """A question to one agent in the place of one seat. `names`: what the players are called, by seat."""

    method: Method
    moment: Occasion
    question: Question
    names: tuple[str, ...]
    roles: tuple[str, ...]

    @property
    def key(self) -> tuple[str, int, int, int, str]:
        """As the line's key."""
        return self.method.name, self.moment.match, self.moment.number, self.moment.seat, self.question

    @property
    def others(self) -> tuple[str, ...]:
        """Who the answer is about."""
        return tuple(name for seat, name in enumerate(self.names) if seat != self.moment.seat)

    @property
    def text(self) -> str:
        """The question in words."""
        listed = {"players": ", ".join(f'"{name}"' for name in self.others)}
        return filled(PROMPTS / f"{self.question}.md", {**listed, "roles": ", ".join(f'"{r}"' for r in self.roles)})

    @property
    def basis(self) -> str:
        """A digest of all that decides what is asked."""
        return digest(self.method.name, self.method.wording, self.moment.basis, self.text)


def roles_at(kind: GameKind, moment: Occasion) -> tuple[str, ...]:
    """The roles that anybody may have, as far as the seat can know: no more than it has been told comes into it.

    Raises OptionError where everybody has the same.
    """
    seen = moment.observation
    able = kind.study.possible(seen.heard, seen.seat) if kind.study.possible else ()
    found = [role for role in kind.roles if not able or any(role in each for each in able)]
    if len(found) < 2:
        raise OptionError(f"{kind.title} has one role only: there is nothing to believe about roles")
    return tuple(found)


def unasked(sides: Iterable[Side], held: Iterable[Believed]) -> Iterator[Side]:
    """What is not on record. A reply that was lost to the connection is as good as none."""
    bases = {each.key: each.basis for each in held if each.cause is not Status.TRANSPORT}
    return (side for side in sides if bases.get(side.key) != side.basis)


def jobs(left: Iterable[Side], attempts: int) -> Iterator[Job]:
    """One job for each."""
    return (partial(believe, side, attempts) for side in left)


async def believe(side: Side, attempts: int) -> Believed:
    """What the agent says, asked again with the reason up to `attempts` times. Raises OverBudget."""
    agent = side.method.agent(side.moment, f"beliefs/{side.question}")
    if not isinstance(agent, Consulted):
        raise OptionError(f"{side.method.name} cannot be asked what it believes; name an agent with a model")
    shape = Shape(schema=beliefs_schema(side.others, side.roles))
    lines, calls = [side.text], tuple[Call, ...]()
    found: Mapping[str, Mapping[str, float]] | Unusable = Unusable(Status.EMPTY, "It was never asked.")
    for _ in range(attempts):
        reply = await agent.consult(side.moment.observation, lines, shape)
        calls += reply.calls
        found = _found(side, reply)
        if not isinstance(found, Unusable) or found.cause in HOPELESS:
            break
        again = filled(PROMPTS / "again.md", {"reason": found.reason})
        lines = [*lines, reply.text, again] if reply.text else [f"{side.text}\n{again}"]
    return _line(side, found, calls)


def _found(side: Side, reply: Reply) -> Mapping[str, Mapping[str, float]] | Unusable:
    reading = reply.reading
    if reading.status is Status.OVER_BUDGET:
        raise OverBudget(reading.reason)
    if not reading.ok:
        return Unusable(reading.status, reading.reason)
    return read_beliefs(reply.text, side.others, side.roles)


def _line(side: Side, found: Mapping[str, Mapping[str, float]] | Unusable, calls: tuple[Call, ...]) -> Believed:
    moment, failed = side.moment, found if isinstance(found, Unusable) else None
    beliefs = None if isinstance(found, Unusable) else _by_seat(side.names, found)
    return Believed(
        format=FORMAT,
        agent=side.method.name,
        own=side.method.name == moment.agent,
        match=moment.match,
        number=moment.number,
        seat=moment.seat,
        role=moment.role,
        question=cast("Question", side.question),
        beliefs=beliefs,
        cause=failed.cause if failed else None,
        reason=failed.reason if failed else "",
        basis=side.basis,
        calls=calls,
    )


def _by_seat(names: tuple[str, ...], found: Mapping[str, Mapping[str, float]]) -> Table:
    return {names.index(name): dict(given) for name, given in found.items()}
