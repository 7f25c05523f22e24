"""A conversation is one seat's running talk with a model: it only ever grows, so that a server may keep its prefix.

What is said to the model becomes part of it together with what the model said back. Where nothing came back, what was
said waits, and is said again with the next request. An aside is said on top of it and leaves no trace in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace

from keepmum.agents.history import History
from keepmum.agents.wording import words
from keepmum.core import Call
from keepmum.core.parse import split_thought
from keepmum.models.seam import Completion, Message, Model, Request, Sampling, Scope, Shape


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request and what came of it: what may be spoken, the private thought beside it, and the call on record.

    `before` are the calls that did not fit into the model's context, and the summaries that made room.
    """

    completion: Completion
    speech: str
    thought: str
    call: Call
    before: tuple[Call, ...] = ()

    @property
    def calls(self) -> tuple[Call, ...]:
        """Every call it took, in order."""
        return (*self.before, self.call)

    @property
    def too_long(self) -> bool:
        """Whether the request did not fit into the model's context."""
        failure = self.completion.failure
        return failure is not None and failure.kind == "too_long"


@dataclass(frozen=True, slots=True)
class Asking:
    """How a request is put: the shape its answer is held to, the step it is for, and the model, if another one's."""

    shape: Shape | None = None
    step: str = ""
    model: Model | None = None


@dataclass(frozen=True, slots=True)
class Overflow:
    """What to do when the talk outgrows a model's context: go on with a longer model, or summarise, or neither."""

    longer: Model | None = None
    summarise: bool = False


PLAINLY, STOPPING = Asking(), Overflow()


class Conversation:
    """The talk of one seat in one match. `scope` says which; its turn counts up with every request."""

    def __init__(self, model: Model, sampling: Sampling, scope: Scope, overflow: Overflow = STOPPING) -> None:
        self._model = model
        self._sampling = sampling
        self._scope = scope
        self._turn = scope.turn
        self._overflow = overflow
        self._outgrown: dict[str, int] = {}
        self._history = History()
        self._unsaid: list[str] = []
        self._unrecorded: list[str] = []

    def instruct(self, text: str) -> None:
        """Put a system message before everything else."""
        self._history.instruct(text)
        self._unrecorded.append(text)

    def tell(self, text: str) -> None:
        """Add lines to what will be said with the next request."""
        self._unsaid.append(text)
        self._unrecorded.append(text)

    def withdraw(self) -> None:
        """Forget what has not been said."""
        self._unsaid.clear()
        self._unrecorded.clear()

    async def ask(self, shape: Shape | None = None, step: str = "", model: Model | None = None) -> Exchange:
        """Say what is to be said and take what comes back. A failure is part of it; ModelUnavailable passes through.

        `model` answers this once in place of the talk's own.
        """
        prompt = "\n".join(self._unsaid)
        exchange = await self._exchange((Message("user", prompt),), self._new(), Asking(shape, step, model))
        if exchange.speech:
            self._history.add(prompt, exchange.speech)
            self._unsaid.clear()
            self._unrecorded.clear()
        return exchange

    async def aside(self, lines: Sequence[str], asking: Asking = PLAINLY) -> Exchange:
        """Say `lines`, one's own and the model's in turn, after what is to be said; nothing of it is kept."""
        first = "\n".join([*self._unsaid, lines[0]])
        said = [Message("assistant" if place % 2 else "user", line) for place, line in enumerate(lines)]
        tail = (Message("user", first), *said[1:])
        exchange = await self._exchange(tail, self._new(lines[-1]), asking)
        if exchange.speech:
            self._unrecorded.clear()
        return exchange

    def settle(self, text: str, answer: str) -> None:
        """Keep what is to be said, with `text`, and `answer` as the model's own, however it was found."""
        self._history.add("\n".join([*self._unsaid, text]), answer)
        self._unsaid.clear()

    def fork(self, name: str) -> Conversation:
        """The same talk, to be gone on with apart, with draws of its own: nothing of that comes back."""
        new = copy(self)
        new._history = copy(self._history)
        new._outgrown, new._unsaid, new._unrecorded = {**self._outgrown}, [*self._unsaid], [*self._unrecorded]
        new._scope = replace(self._scope, run=f"{self._scope.run}/{name}")
        return new

    def _new(self, *more: str) -> str:
        return "\n".join([*self._unrecorded, *more])

    async def _exchange(self, tail: tuple[Message, ...], new: str, asking: Asking) -> Exchange:
        """One request, and where it does not fit, what the overflow says."""
        model = self._fitting(asking.model or self._model, tail)
        exchange = await self._send(model, (*self._history.messages, *tail), new, asking)
        if not exchange.too_long:
            return exchange
        if self._overflow.longer and model is not self._overflow.longer:
            self._outgrown[model.name] = self._history.size + _size(tail)
            return _after(exchange.calls, await self._exchange(tail, "", asking))
        if self._overflow.summarise and self._history.spare:
            return await self._summarised(tail, asking, exchange)
        return exchange

    def _fitting(self, model: Model, tail: tuple[Message, ...]) -> Model:
        """The model itself, or the longer one where as much has already been too much for it."""
        least = self._outgrown.get(model.name)
        outgrown = least is not None and self._history.size + _size(tail) >= least
        return self._overflow.longer if outgrown and self._overflow.longer else model

    async def _summarised(self, tail: tuple[Message, ...], asking: Asking, failed: Exchange) -> Exchange:
        """Ask again when the model has summed up what is oldest. A summary that fails is all that comes of it."""
        pairs, calls = self._history.spare, failed.calls
        model = asking.model or self._model
        while True:
            request = (*self._history.until(pairs), Message("user", words("summary")))
            summary = await self._send(model, request, words("summary"), Asking(step="summary"))
            calls = (*calls, *summary.calls)
            if not summary.too_long or pairs == 1:
                break
            pairs //= 2
        if not summary.speech:
            return replace(summary, before=calls[:-1])
        self._history.shorten(pairs, words("summed_up", summary=summary.speech))
        return _after(calls, await self._exchange(tail, "", asking))

    async def _send(self, model: Model, messages: tuple[Message, ...], new: str, asking: Asking) -> Exchange:
        scope = replace(self._scope, turn=self._turn)
        self._turn += 1
        completion = await model.complete(Request(messages, self._sampling, asking.shape, scope))
        speech, thought = split_thought(completion.text)
        call = _call(model.name, new, completion, (speech, thought, asking.step))
        return Exchange(completion, speech, call.thought, call)


def _after(calls: tuple[Call, ...], exchange: Exchange) -> Exchange:
    return replace(exchange, before=(*calls, *exchange.before))


def _size(messages: Sequence[Message]) -> int:
    return sum(len(message.text) for message in messages)


def _call(model: str, prompt: str, completion: Completion, found: tuple[str, str, str]) -> Call:
    usage, failure = completion.usage, completion.failure
    speech, thought, step = found
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
        step=step,
    )
