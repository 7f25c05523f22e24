"""The body of a chat-completions answer becomes a completion, and what is no such body becomes a failure."""

from __future__ import annotations

from typing import Any

import msgspec

from keepmum.core.parse import split_thought
from keepmum.models.prices import Price
from keepmum.models.seam import Completion, Failure, Finish, Usage, failed


class Said(msgspec.Struct):
    content: Any = None
    reasoning: Any = None
    reasoning_content: Any = None
    refusal: Any = None


class Choice(msgspec.Struct):
    message: Said | None = None
    finish_reason: str | None = None
    error: Any = None


class Details(msgspec.Struct):
    reasoning_tokens: float | None = None
    cached_tokens: float | None = None


class Counts(msgspec.Struct):
    prompt_tokens: float | None = None
    completion_tokens: float | None = None
    total_tokens: float | None = None
    completion_tokens_details: Details | None = None
    prompt_tokens_details: Details | None = None
    cost: float | None = None


class Body(msgspec.Struct):
    choices: list[Choice] | None = None
    usage: Counts | None = None
    error: Any = None


DECODER = msgspec.json.Decoder(Body)
FINISHES: dict[str, Finish] = {
    **dict.fromkeys(("stop", "eos", "end_turn", "stop_sequence", "tool_calls", "function_call"), "stop"),
    **dict.fromkeys(("length", "max_tokens", "model_length", "max_output_tokens"), "length"),
    **dict.fromkeys(("content_filter", "safety", "refusal"), "refusal"),
}
SHOWN = 120


class Upstream(Exception):
    """A server said "200 OK" around an error; `body` is that error as JSON, for `rejection` to judge."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(status)
        self.status, self.body = status, body


def read(content: bytes, price: Price | None) -> Completion:
    """A completion without timing. Raises Upstream for an error dressed as success."""
    try:
        body = DECODER.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return failed("malformed", f"the answer is not a chat completion: {beginning(content)}")
    choice = body.choices[0] if body.choices else None
    if error := body.error or (choice and choice.error):
        raise Upstream(status_of(error), msgspec.json.encode({"error": error}))
    if choice is None:
        kind = "malformed" if body.choices is None else "empty_choices"
        return failed(kind, f"the answer holds no choice: {beginning(content)}")
    return spoken(choice, body.usage or Counts(), price)


def spoken(choice: Choice, counts: Counts, price: Price | None) -> Completion:
    """A completion of known finish; one that ended for a reason not known here may be cut off, and is no answer."""
    said = choice.message or Said()
    text, thought = split_thought(plain(said.content))
    refused = plain(said.refusal)
    usage = counted(counts)
    cost = counts.cost if counts.cost is not None else price and price.cost(usage)
    finish = "refusal" if refused else finished(choice.finish_reason, text)
    if finish is None:
        failure = Failure("malformed", f"the answer's finish reason is {quoted(choice.finish_reason)}")
        return Completion(finish="error", usage=usage, cost=cost, failure=failure)
    aloud = (plain(said.reasoning) or plain(said.reasoning_content)).strip()
    return Completion(text or refused, "\n".join(filter(None, (aloud, thought))), finish, usage, cost)


def finished(reason: str | None, text: str) -> Finish | None:
    """What a server's finish reason means; none beside a text is a stop, and None is returned for all else."""
    return FINISHES.get(reason.lower()) if reason else ("stop" if text else None)


def quoted(reason: str | None) -> str:
    known = ", ".join(FINISHES)
    return f"{reason[:SHOWN]!r}; known are {known}" if reason else "missing, and so is its text"


def plain(content: object) -> str:
    """Text as it is, the text parts of a list put together, and nothing for all else (null, tool calls)."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts: list[Any] = content
    return "".join(part["text"] for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str))


def counted(counts: Counts) -> Usage:
    """Some servers leave the thinking tokens out of the completion's, and only the total shows them."""
    taken, given = int(counts.prompt_tokens or 0), int(counts.completion_tokens or 0)
    hidden = max(0, int(counts.total_tokens or 0) - taken - given)
    told = counts.completion_tokens_details or Details()
    held = counts.prompt_tokens_details or Details()
    return Usage(taken, given + hidden, int(told.reasoning_tokens or hidden), int(held.cached_tokens or 0))


def status_of(error: Any) -> int:
    """The HTTP status an error inside an answer stands for; one without a number is the server's trouble."""
    code = error.get("code") if isinstance(error, dict) else None
    return code if isinstance(code, int) and 400 <= code < 600 else 502


def beginning(content: bytes) -> str:
    text = content[: 4 * SHOWN].decode("utf-8", "replace")
    return repr(text[:SHOWN]) + ("…" if len(text) > SHOWN else "")
