"""A conversation is one seat's running talk with a model: it only ever grows, so that a server may keep its prefix.

What is said to the model becomes part of it together with what the model said back. Where nothing came back, what was
said waits, and is said again with the next request.
"""

from __future__ import annotations

from dataclasses import dataclass

from keepmum.core import Call
from keepmum.core.parse import split_thought
from keepmum.models.seam import Completion, Message, Model, Request, Sampling, Scope, Shape


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and what came of it: what may be spoken, the private thought beside it, and the call on record."""

    completion: Completion
    speech: str
    thought: str
    call: Call


class Conversation:
    """The talk of one seat in one match. `scope` says which; its turn counts up with every request."""

    def __init__(self, model: Model, sampling: Sampling, scope: Scope) -> None:
        self._model = model
        self._sampling = sampling
        self._scope = scope
        self._turn = scope.turn
        self._history: tuple[Message, ...] = ()
        self._unsaid: list[str] = []
        self._unrecorded = ""

    def instruct(self, text: str) -> None:
        """Put a system message before everything else."""
        self._history = (Message("system", text),)
        self._unrecorded = f"{text}\n"

    def tell(self, text: str) -> None:
        """Add lines to what will be said with the next request."""
        self._unsaid.append(text)

    def withdraw(self) -> None:
        """Forget what has not been said."""
        self._unsaid.clear()

    async def ask(self, shape: Shape | None = None) -> Exchange:
        """Say what is to be said and take what comes back. A failure is part of it; ModelUnavailable passes through."""
        prompt = "\n".join(self._unsaid)
        messages = (*self._history, Message("user", prompt))
        scope = Scope(self._scope.run, self._scope.match, self._scope.seat, self._turn)
        self._turn += 1
        completion = await self._model.complete(Request(messages, self._sampling, shape, scope))
        speech, thought = split_thought(completion.text)
        call = _call(self._model.name, self._unrecorded + prompt, completion, speech, thought)
        if speech:
            self._history = (*messages, Message("assistant", speech))
            self._unsaid.clear()
            self._unrecorded = ""
        return Exchange(completion, speech, call.thought, call)


def _call(model: str, prompt: str, completion: Completion, speech: str, thought: str) -> Call:
    usage, failure = completion.usage, completion.failure
    return Call(
        model=model,
        prompt=prompt,
        text=speech,
        thought="\n".join(filter(None, (completion.reasoning, thought))),
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        reasoning_tokens=usage.reasoning_tokens,
        cost=completion.cost,
        seconds=completion.seconds,
        cached=completion.cached,
        retries=completion.retries,
        finish=failure.kind if failure else completion.finish,
        constrained=completion.constrained,
    )
