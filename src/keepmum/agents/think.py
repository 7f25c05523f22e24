"""A thinking agent reasons in private before it answers, both in one reply: chain of thought (Wei et al., 2022)."""

from __future__ import annotations

from keepmum.agents.course import Course, Path, Question, Step
from keepmum.agents.ready import Ready, Sitting, make_ready, wording_for
from keepmum.agents.seam import Seating, Setting, Sitter, tuned
from keepmum.agents.spec import AgentSpec
from keepmum.agents.tuning import Tuning
from keepmum.agents.wording import words


class Think:
    """One call an ask: a thought and an answer, in marked sections. The thought is not shown again."""

    def steps(self, question: Question) -> Path:
        """Think and answer at once."""
        return (yield Step("think", f"{question.task}\n{words('think')}", question.ask, sectioned=True))


def _seat(ready: Ready[Tuning], seating: Seating) -> Course:
    talk = ready.talk(seating)
    return Course(talk, ready.briefing(talk), Think(), ready.options.constrain)


@tuned
def think(spec: AgentSpec, setting: Setting) -> Sitter:
    """A language model that thinks in private before it answers: think:MODEL, with the options of chat.

    Raises OptionError for wrong options or script, and what opening a model raises.
    """
    ready = make_ready(spec, setting, Tuning)
    return Sitting(ready, _seat, wording_for(ready.overflow, steps=True))
