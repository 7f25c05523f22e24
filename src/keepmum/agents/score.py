"""A scoring agent answers by log-probabilities: small models know much that they cannot say.

Where the game gives a view of what is hidden, it weighs what was said (weighing.py). Any other choice is that of the
option likeliest as the reply to the talk so far, the game's script included. What it says it drafts as chat does, and
weighs the drafts; where there is no view, it says its first draft. The scores are a private thought.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from keepmum.agents.chat import Chat
from keepmum.agents.drafts import Drafts, chosen, settled, unusable, usable_places
from keepmum.agents.ready import Ready, make_ready
from keepmum.agents.seam import Seating, Setting, Sitter, tuned
from keepmum.agents.spec import AgentSpec
from keepmum.agents.steering import Aim
from keepmum.agents.tuning import Tuning
from keepmum.agents.weighing import naming, saying, suspicion
from keepmum.agents.wording import digest
from keepmum.core import Ask, Call, Choice, Observation, Reading, Reply, Seats, Status
from keepmum.core.view import View, ViewOf
from keepmum.models.scoring import BudgetSpent, Scorer
from keepmum.models.seam import Completion, Model, Request, failed

MOST_DRAFTS = 64
MOST_OPTIONS = 1000
SHOWN = 16
EXACT = 9
"""Decimals to which scores are compared; of equals the first is best."""


@dataclass(frozen=True, slots=True)
class ScoreTuning(Tuning):
    """Tuning, and `n`: how many drafts of what is said. `level` also chooses among them, 0.3 bits a level."""

    n: int = 8

    def __post_init__(self) -> None:
        Tuning.__post_init__(self)
        if not 1 <= self.n <= MOST_DRAFTS:
            raise ValueError(f"n is from 1 to {MOST_DRAFTS} drafts, not {self.n}")


@dataclass(frozen=True, slots=True)
class Picking:
    """A model that answers with the best of the ask's options, and thinks their scores."""

    scorer: Scorer
    ask: Choice | Seats
    seat: int
    view: View | None
    priced = True

    @property
    def name(self) -> str:
        """The name of the model that scores."""
        return self.scorer.name

    def check(self) -> None:
        """Nothing to check: it is the model of the agent."""

    async def close(self) -> None:
        """Nothing of its own."""

    async def complete(self, request: Request) -> Completion:
        """The best option as the reply."""
        began = perf_counter()
        try:
            scores = await self._by_view() or await self._by_talk(request)
        except BudgetSpent as error:
            return failed("over_budget", str(error))
        except ValueError as error:
            return failed("too_long", str(error))
        best = max(scores, key=lambda option: round(scores[option], EXACT))
        return Completion(best, ranking(scores), seconds=perf_counter() - began)

    async def _by_view(self) -> Mapping[str, float]:
        """Options by what was said; none where nothing was, or the ask is about nothing hidden."""
        view, options = self.view, [spelled(action) for action in self.ask.actions()]
        found: Mapping[str, float] = {}
        if view is not None and view.matter == "suspect":
            seats = await suspicion(self.scorer, view, self.seat)
            found = {str(seat + 1): score for seat, score in seats.items()}
        elif view is not None and view.matter == "name" and view.said:
            found = await naming(self.scorer, view, self.seat)
        return {option: found[option] for option in options if option in found}

    async def _by_talk(self, request: Request) -> Mapping[str, float]:
        """Options as replies to the conversation."""
        options = [spelled(action) for action in self.ask.actions()]
        return dict(zip(options, await self.scorer.score(request.messages, options), strict=True))


def spelled(action: str | tuple[int, ...]) -> str:
    """An action as a player writes it: seats from 1."""
    return action if isinstance(action, str) else ", ".join(str(seat + 1) for seat in action)


def ranking(scores: Mapping[str, float]) -> str:
    """The best options with their scores, in nats, as a thought."""
    best = sorted(scores, key=lambda option: -scores[option])[:SHOWN]
    return "scores: " + ", ".join(f"{option} {scores[option]:.2f}" for option in best)


class ScoreAim(Aim):
    """Sends a seat's choices to the scores of its model, and what it is to say to the model itself."""

    def __init__(self, scorer: Scorer, seat: int) -> None:
        super().__init__(None, "")
        self._scorer = scorer
        self._seat = seat
        self.view: View | None = None

    def model(self, ask: Ask) -> Model | None:
        """The scores, for an ask whose answers can be listed."""
        if isinstance(ask, Choice | Seats) and ask.count() <= MOST_OPTIONS:
            return Picking(self._scorer, ask, self._seat, self.view)
        return None


class Score:
    """The model at one seat of one match."""

    def __init__(self, drafts: Drafts, aim: ScoreAim, scorer: Scorer, view: ViewOf | None, level: int | None) -> None:
        self._drafts = drafts
        self._aim = aim
        self._scorer = scorer
        self._view = view
        self._level = level

    async def act(self, observation: Observation) -> Reply:
        """What is said is chosen among drafts; of options the best is chosen."""
        view = self._view(observation.heard, observation.seat, observation.ask) if self._view else None
        self._aim.view = view
        if view is None or view.matter != "speak" or self._aim.model(observation.ask):
            return await self._drafts.inner.act(observation)
        replies = await self._drafts.draw(observation)
        usable = usable_places(observation, replies)
        try:
            weighed = await saying(self._scorer, view, [str(replies[p].reading.action) for p in usable], self._level)
        except (BudgetSpent, ValueError) as error:
            status = Status.OVER_BUDGET if isinstance(error, BudgetSpent) else Status.OVER_CONTEXT
            return settled(replies, Reply(Reading(status, None, str(error))))
        return self._chosen(observation, replies, dict(zip(usable, weighed, strict=True)))

    def _chosen(
        self, observation: Observation, replies: Sequence[Reply], weighed: Mapping[int, tuple[float, float]]
    ) -> Reply:
        """The draft that fits best, with a call on record for the passes that weighed it."""
        place, reply = chosen(observation, replies, lambda usable: self._best(replies, weighed))
        if place is None:
            return reply
        self._drafts.keep(place)
        call = Call(self._scorer.name, "log-probabilities of the drafts", "", step="score")
        return replace(reply, calls=(*reply.calls, call))

    def _best(self, replies: Sequence[Reply], weighed: Mapping[int, tuple[float, float]]) -> tuple[int, str]:
        best = max(weighed, key=lambda place: round(weighed[place][0], EXACT))
        lines = [f"score: {'the likeliest' if self._level is None else f'nearest to level {self._level}'} is said"]
        for place, reply in enumerate(replies):
            if place in weighed:
                fit, bits = weighed[place]
                mark = ">" if place == best else " "
                lines.append(
                    f"{mark} {place + 1} {reply.reading.action!r} fits {fit:.3f}, tells {round(bits, 3) + 0.0:.3f} bits"
                )
            else:
                lines.append(unusable(place, reply))
        return best, "\n".join(lines)


@dataclass(frozen=True, slots=True)
class _Scoring:
    ready: Ready[ScoreTuning]
    scorer: Scorer
    view: ViewOf | None

    @property
    def description(self) -> Mapping[str, str]:
        """The script, its digest, and that of our own words, for the record."""
        script = self.ready.script
        return {"script": script.name, "script_sha256": script.digest, "wording_sha256": digest()}

    def __call__(self, seating: Seating) -> Score:
        """The player of one seat."""
        aim = ScoreAim(self.scorer, seating.seat)
        options = self.ready.options

        def sit(seating: Seating) -> Chat:
            talk = self.ready.talk(seating)
            return Chat(talk, self.ready.briefing(talk), self.ready.script, options, aim)

        return Score(Drafts(sit, seating, options.n), aim, self.scorer, self.view, options.level)


@tuned
def score(spec: AgentSpec, setting: Setting) -> Sitter:
    """A model that answers by log-probabilities: score:hf/smollm2?n=8&level=3, with the options of chat.

    Raises OptionError for wrong options or script, and ModelUnavailable for a model that gives no log-probabilities.
    """
    ready = make_ready(spec, setting, ScoreTuning)
    viewing = setting.kind.viewing
    return _Scoring(ready, Scorer(ready.model), viewing.of if viewing else None)
