"""A tree of thought makes some plans and chooses one, makes some answers by it and chooses one (Yao et al., 2023)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from keepmum.agents.course import Course, Path, Question, Said, Step
from keepmum.agents.ready import Ready, Sitting, make_ready, wording_for
from keepmum.agents.seam import Seating, Setting, Sitter, tuned
from keepmum.agents.spec import AgentSpec
from keepmum.agents.tuning import Tuning
from keepmum.agents.wording import words
from keepmum.core import Choice

WIDEST = 9


@dataclass(frozen=True, slots=True)
class TreeTuning(Tuning):
    """`breadth`: how many plans, and how many answers, there are to choose from. The rest is as for chat."""

    breadth: int = 3

    def __post_init__(self) -> None:
        Tuning.__post_init__(self)
        if not 2 <= self.breadth <= WIDEST:
            raise ValueError(f"breadth is from 2 to {WIDEST}, not {self.breadth}")


class Tree:
    """2 × breadth + 2 calls an ask. Each plan is to differ from those before it; the answers are drawn alike."""

    def __init__(self, breadth: int) -> None:
        self._numbers = range(1, breadth + 1)

    def steps(self, question: Question) -> Path:
        """Plans, the choice of one, answers by it, the choice of one."""
        plans: list[Said] = []
        for number in self._numbers:
            before = [words("other_plan", plan=plan.text) for plan in plans]
            plans.append((yield Step(f"plan {number}", "\n".join([question.task, *before, words("plan")]))))
        plan = yield from self._choose("plan", question, plans)
        text = f"{question.task}\n{words('follow_plan', plan=plan.text)}"
        answers: list[Said] = []
        for number in self._numbers:
            answers.append((yield Step(f"answer {number}", text, question.ask)))
        answer = yield from self._choose("answer", question, answers)
        return Said(answer.reading, answer.text, plan.text)

    def _choose(self, what: str, question: Question, among: Sequence[Said]) -> Generator[Step, Said, Said]:
        numbers = [str(number) for number in self._numbers]
        listed = [words("numbered", number=number, text=said.text) for number, said in zip(numbers, among, strict=True)]
        text = "\n".join([question.task, words(f"choose_{what}"), *listed])
        chosen = yield Step(f"choose {what}", text, Choice("choice", tuple(numbers)))
        return among[numbers.index(str(chosen.reading.action))]


def _seat(ready: Ready[TreeTuning], seating: Seating) -> Course:
    talk = ready.talk(seating)
    return Course(talk, ready.briefing(talk), Tree(ready.options.breadth), ready.options.constrain)


@tuned
def tot(spec: AgentSpec, setting: Setting) -> Sitter:
    """A language model that chooses among plans, then among answers: tot:MODEL?breadth=3, with the options of chat.

    Raises OptionError for wrong options or script, and what opening a model raises.
    """
    ready = make_ready(spec, setting, TreeTuning)
    return Sitting(ready, _seat, wording_for(ready.overflow, steps=True))
