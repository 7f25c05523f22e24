"""Recursive contemplation: guess the others' minds, think, draft, see the draft with the others' eyes, write it anew.

Section 3 of the ReCon paper, its equations (1) to (5), one call each, for any ask of any game. What each ablation of
Figures 4 to 6 leaves out, and which calls go to the refiner (the two models of Table 2):

| step           | equation | full | first=off | second=off | formulation=off | refinement=off | model   |
|----------------|----------|------|-----------|------------|-----------------|----------------|---------|
| `first-order`  | (1)      | yes  | no        | yes        | no              | yes            | refiner |
| `think`        | (2)      | yes  | yes       | yes        | no              | yes            | own     |
| `speak`        | (3)      | yes  | yes       | yes        | yes             | yes            | own     |
| `second-order` | (4)      | yes  | yes       | no         | yes             | no             | refiner |
| `refine`       | (5)      | yes  | yes       | yes        | yes             | no             | refiner |

Switches add up: Figure 6(c) also has `refinement=off&first=off`, 6(d) `formulation=off&second=off`. The authors'
program asks for thought and speech in one call; here they are two, as in the paper, so that an ablation is nothing but
calls left out, and what stands in a prompt because of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from keepmum.agents.course import Course, Path, Question, Said, Step
from keepmum.agents.ready import Ready, Sitting, make_ready, wording_for
from keepmum.agents.seam import Seating, Setting, Sitter, tuned
from keepmum.agents.spec import AgentSpec
from keepmum.agents.tuning import Tuning
from keepmum.agents.wording import words
from keepmum.core.options import OptionError
from keepmum.models.seam import Model

SWITCHES = ("formulation", "refinement", "first", "second")
Style = Literal["plain", "human-speech", "human-thought"]


@dataclass(frozen=True, slots=True)
class ReconTuning(Tuning):
    """Which parts are on, who refines ("": the model itself), and in which style. The rest is as for chat.

    `style`: "human-speech" wants answers as a person gives them, "human-thought" thoughts and answers (Table 1).
    """

    formulation: bool = True
    refinement: bool = True
    first: bool = True
    second: bool = True
    refiner: str = ""
    style: Style = "plain"

    def __post_init__(self) -> None:
        Tuning.__post_init__(self)
        if not self.formulation and not self.refinement:
            raise ValueError("formulation or refinement has to be on; without both take think:MODEL or chat:MODEL")
        if self.refiner and not self.refined:
            raise ValueError("the refiner has no step left to take: first and refinement are off; leave it out")

    @property
    def guessed(self) -> bool:
        """Whether there is a first-order perspective."""
        return self.formulation and self.first

    @property
    def refined(self) -> bool:
        """Whether any step is the refiner's."""
        return self.guessed or self.refinement


def _switched(spec: AgentSpec) -> None:
    """One way to write a switch, so that one agent has one name in tables. Raises OptionError."""
    for name in SWITCHES:
        value = spec.options.get(name, "on")
        if value not in ("on", "off"):
            raise OptionError(f"{spec.name}: {name} is on or off, not {value!r}")


class Recon:
    """The method at one seat of one match. The guess is carried: each new one is put in place of the last."""

    def __init__(self, tuning: ReconTuning, refiner: Model | None) -> None:
        self._tuning = tuning
        self._refiner = refiner
        self._guess = ""

    def steps(self, question: Question) -> Path:
        """The steps that are on. The answer is the last of them; its thought is the last there is."""
        tuning = self._tuning
        if tuning.guessed:
            self._guess = (yield self._first_order()).text
        thought = (yield self._think(question)).text if tuning.formulation else ""
        draft = yield self._speak(question, thought)
        if not tuning.refinement:
            return Said(draft.reading, draft.text, "\n".join(filter(None, (thought, draft.thought))))
        view = (yield self._second_order(question, draft.text)).text if tuning.second else ""
        return (yield self._refine(question, (thought, draft.text, view)))

    def _first_order(self) -> Step:
        last = words("last_guess", guess=self._guess) if self._guess else ""
        text = _lines(words("first_order"), last, self._style("human-thought"))
        return Step("first-order", text, model=self._refiner)

    def _think(self, question: Question) -> Step:
        text = _lines(self._known(), question.task, words("contemplate"), self._style("human-thought"))
        return Step("think", text)

    def _speak(self, question: Question, thought: str) -> Step:
        said = words("speak", thought=thought) if thought else ""
        text = _lines(self._known(), question.task, said, self._style("human-speech"))
        return Step("speak", text, question.ask, draft=self._tuning.refinement)

    def _second_order(self, question: Question, draft: str) -> Step:
        text = _lines(question.task, words("second_order", draft=draft, hidden=question.hidden))
        return Step("second-order", text, model=self._refiner)

    def _refine(self, question: Question, so_far: tuple[str, str, str]) -> Step:
        thought, draft, view = so_far
        thinking = words("had_thought", thought=thought) if thought else ""
        seen = words("had_viewed", view=view) if view else ""
        styles = self._style("human-thought"), self._style("human-speech")
        drafted = words("had_drafted", draft=draft)
        text = _lines(question.task, thinking, drafted, seen, words("refine"), *styles)
        return Step("refine", text, question.ask, sectioned=True, model=self._refiner)

    def _known(self) -> str:
        return words("guess", guess=self._guess) if self._guess else ""

    def _style(self, part: Literal["human-speech", "human-thought"]) -> str:
        wanted = self._tuning.style
        on = wanted == part or wanted == "human-thought"
        return words(part.replace("-", "_")) if on else ""


def _lines(*parts: str) -> str:
    return "\n".join(filter(None, parts))


@dataclass(frozen=True, slots=True)
class _Seat:
    refiner: Model | None

    def __call__(self, ready: Ready[ReconTuning], seating: Seating) -> Course:
        talk = ready.talk(seating)
        method = Recon(ready.options, self.refiner)
        return Course(talk, ready.briefing(talk), method, ready.options.constrain)


@tuned
def recon(spec: AgentSpec, setting: Setting) -> Sitter:
    """A language model that contemplates recursively: recon:MODEL?refiner=MODEL&second=off, with the options of chat.

    Raises OptionError for wrong options or script, and what opening a model raises.
    """
    _switched(spec)
    ready = make_ready(spec, setting, ReconTuning)
    refiner = setting.open_model(ready.options.refiner) if ready.options.refiner else None
    return Sitting(ready, _Seat(refiner), wording_for(ready.overflow, steps=True))
