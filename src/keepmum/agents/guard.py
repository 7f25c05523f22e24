"""A guard has another agent draft what it says, measures what each draft would give away, and says the fitting one.

guard:AGENT?… takes AGENT's own options, and its own as guard.NAME: guard:bot:words?level=9&guard.target=1.0. Whatever
cannot give the secret away is AGENT's alone. The target, the drafts and their measures are a private thought.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from keepmum.agents.drafts import Drafts, chosen, noted, unusable
from keepmum.agents.seam import Seating, Setting, Sitter, described, wrapping
from keepmum.agents.spec import AgentSpec, parse_spec
from keepmum.core import Observation, Reply
from keepmum.core.options import OptionError, read_options
from keepmum.core.view import Meter, Metered, Told, View, ViewOf

OWN = "guard."
SCHEDULE = "schedule"
MOST_DRAFTS = 64
EXACT = 9
"""Decimals to which two drafts are compared; those that are as near are told apart by what they tell friends."""

NOTHING = "guard: this player does not know what is hidden, so it has nothing to keep"


@dataclass(frozen=True, slots=True)
class GuardOptions:
    """`target`: bits that what is said should add to what was told, or "schedule": what the best schedule has told by
    then. `n`: how many drafts. `listener`: who measures them (as in keepmum leaks), `temperature`: at which.
    """

    target: str = "1.0"
    n: int = 5
    listener: str = ""
    temperature: float | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.n <= MOST_DRAFTS:
            raise ValueError(f"n is from 1 to {MOST_DRAFTS} drafts, not {self.n}")
        if self.temperature is not None and not 0 < self.temperature < float("inf"):
            raise ValueError(f"temperature is a number above 0, not {self.temperature}")
        if self.bits is None and self.target != SCHEDULE:
            raise ValueError(f"target is a number of bits from 0, or {SCHEDULE!r}, not {self.target!r}")

    @property
    def bits(self) -> float | None:
        """The target in bits, None for the schedule's."""
        try:
            bits = float(self.target.removesuffix("bits"))
        except ValueError:
            return None
        return bits if 0 <= bits < float("inf") else None


class Guard:
    """One seat of one match."""

    def __init__(self, drafts: Drafts, view: ViewOf, meter: Meter, options: GuardOptions) -> None:
        self._drafts = drafts
        self._view = view
        self._meter = meter
        self._options = options

    async def act(self, observation: Observation) -> Reply:
        """What is said is chosen among drafts; everything else is answered by the agent itself."""
        view = self._view(observation.heard, observation.seat, observation.ask)
        if view is None or view.matter != "speak":
            return await self._drafts.inner.act(observation)
        if view.truth is None:
            return noted(await self._drafts.inner.act(observation), NOTHING)
        replies = await self._drafts.draw(observation)
        place, reply = chosen(observation, replies, lambda usable: self._choose(view, replies, usable))
        if place is not None:
            self._drafts.keep(place)
        return reply

    def _choose(self, view: View, replies: Sequence[Reply], usable: Sequence[int]) -> tuple[int, str]:
        """The draft that adds what comes nearest to the target; of equals the one that shows friends most."""
        metered = self._meter(view, [str(replies[place].reading.action) for place in usable])
        aim = self._aim(view, metered)
        told = dict(zip(usable, metered.each, strict=True))
        best = min(usable, key=lambda place: _rank(told[place], aim))
        return best, self._note((aim, metered, view.shared), replies, told, best)

    def _aim(self, view: View, metered: Metered) -> float:
        """The bits to add: so many, or what the schedule has told by then less what was told already."""
        bits = self._options.bits
        return (view.step or 0.0) - metered.before if bits is None else bits

    def _note(
        self, aimed: tuple[float, Metered, bool], replies: Sequence[Reply], told: Mapping[int, Told], best: int
    ) -> str:
        aim, metered, shared = aimed
        lines = [
            f"guard: to add {_bits(aim)} bits (target {self._options.target}); {_bits(metered.before)} were told before"
        ]
        for place, reply in enumerate(replies):
            if place in told:
                shows = f", shows friends {_bits(told[place].shows)}" if shared else ""
                mark = ">" if place == best else " "
                lines.append(f"{mark} {place + 1} {reply.reading.action!r} adds {_bits(told[place].adds)}{shows}")
            else:
                lines.append(unusable(place, reply))
        return "\n".join(lines)


def _bits(value: float) -> str:
    return f"{round(value, 3) + 0.0:.3f}"


def _rank(told: Told, aim: float) -> tuple[float, float]:
    return round(abs(told.adds - aim), EXACT), round(-told.shows, EXACT)


@dataclass(frozen=True, slots=True)
class _Guarded:
    inner: Sitter
    view: ViewOf
    meter: Meter
    options: GuardOptions

    @property
    def description(self) -> Mapping[str, str]:
        """That of the agent it wraps."""
        return described(self.inner)

    def __call__(self, seating: Seating) -> Guard:
        """The player of one seat."""
        return Guard(Drafts(self.inner, seating, self.options.n), self.view, self.meter, self.options)


@wrapping
def guard(spec: AgentSpec, setting: Setting) -> Sitter:
    """Any agent, held to telling so much and no more: guard:bot:words?level=9&guard.target=1.0&guard.n=5.

    Raises OptionError where there is nothing to measure by, or for wrong options, and what preparing the agent raises.
    """
    inner, given = taken_apart(spec)
    options = read_options(GuardOptions, given, spec.name)
    viewing = setting.kind.viewing
    if setting.meter is None or setting.prepare is None:
        raise OptionError(
            f"{spec.name}: a guard measures what is said in a match that is played; here nothing measures"
        )
    if viewing is None:
        raise OptionError(
            f"{spec.name}: in {setting.kind.title} nothing measures what is said, so there is nothing to guard by;"
            f" seat {inner.name} itself"
        )
    if options.bits is None and not viewing.scheduled:
        raise OptionError(
            f"{spec.name}: {setting.kind.title} has no best schedule; give guard.target in bits, such as 1.0"
        )
    return _Guarded(
        setting.prepare(inner, setting), viewing.of, setting.meter(options.listener, options.temperature), options
    )


def taken_apart(spec: AgentSpec) -> tuple[AgentSpec, dict[str, str]]:
    """The agent that is guarded, with its own options, and the guard's. Raises OptionError."""
    if not spec.target:
        raise OptionError(
            "guard needs an agent: write guard:AGENT, such as guard:bot:words or guard:chat:local/smollm2"
        )
    own = {name.removeprefix(OWN): value for name, value in spec.options.items() if name.startswith(OWN)}
    rest = {name: value for name, value in spec.options.items() if not name.startswith(OWN)}
    inner = replace(parse_spec(spec.target), options=rest)
    if inner.kind in ("guard", "human"):
        raise OptionError(f"{spec.name}: {inner.kind} drafts nothing; guard an agent such as bot:NAME or chat:MODEL")
    return inner, own
