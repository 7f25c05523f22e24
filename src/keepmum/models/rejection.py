"""A server that will not answer is read for what it means: the call failed, was refused, or no call can succeed."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from keepmum.models.seam import Completion, Kind, ModelUnavailable, failed

SHOWN = 300
TOO_LONG = re.compile(r"context.{0,20}(length|size|window)|maximum.{0,20}tokens|too many tokens|input.{0,12}too long")
PARAMETER = re.compile(
    r"unsupported|unrecognized|unknown (name|field|parameter|argument)|not (yet )?support|extra inputs|"
    r"invalid (json )?schema|invalid grammar|parse grammar|not permitted|response_format|additional properties"
)
REFUSED = ("content_filter", "content_policy_violation", "invalid_prompt", "moderation")
BROKE = ("insufficient_quota", "billing_hard_limit_reached")

FATAL = {
    401: ("the server does not accept the key", "check the value of {keys}"),
    402: ("the account has no credit left", "add credit, then run the same command again"),
    403: ("the key may not use this model", "check what the key in {keys} is allowed to do"),
    404: (
        "the server knows no such model or address",
        "check the name against the list the server gives under /models",
    ),
    405: ("the address is not a chat-completions endpoint", "it should end before /chat/completions, often in /v1"),
}
KINDS: dict[int, Kind] = {408: "server", 409: "server", 413: "too_long", 425: "server", 429: "rate_limit"}


class Complaint(msgspec.Struct):
    """An error as OpenAI, OpenRouter, Google, vLLM and llama.cpp word it between them."""

    message: str = ""
    code: str = ""
    type: str = ""
    param: str = ""
    flagged: bool = False

    @property
    def said(self) -> str:
        return self.message[:SHOWN] + ("…" if len(self.message) > SHOWN else "")

    @property
    def low(self) -> str:
        return self.message.lower()


def judge(model: str, keys: str, status: int, content: bytes) -> Completion:
    """The completion a refused call amounts to. Raises ModelUnavailable where every later call would fail alike."""
    told = read(content)
    if told.flagged or any(word in (told.code, told.type) for word in REFUSED):
        return Completion(finish="refusal", cost=0.0)
    if any(word in (told.code, told.type) for word in BROKE):
        raise ModelUnavailable(model, f"the account has no credit left ({told.said})", FATAL[402][1])
    if status in FATAL:
        what, do = FATAL[status]
        raise ModelUnavailable(model, f"{what} ({status}: {told.said})", do.format(keys=keys))
    if 400 <= status < 500 and status not in KINDS:
        return client_error(model, status, told)
    return failed(KINDS.get(status, "server"), f"{status}: {told.said}")


def client_error(model: str, status: int, told: Complaint) -> Completion:
    """400, 422 and the like: too long, a parameter this server does not take, or a request it dislikes."""
    if "context_length" in told.code or "context_size" in told.type or TOO_LONG.search(told.low):
        return failed("too_long", f"{status}: {told.said}")
    if "api key" in told.low:
        raise ModelUnavailable(model, f"{FATAL[401][0]} ({status}: {told.said})", "check the key's value")
    if (
        told.param
        or told.code.startswith(("unsupported", "unknown_param", "invalid_param"))
        or PARAMETER.search(told.low)
    ):
        raise ModelUnavailable(
            model, f"the server rejects a parameter ({status}: {told.said})",
            "leave that setting out (temperature, effort, token limit, seed or --constrain), or take another model",
        )  # fmt: skip
    return failed("rejected", f"{status}: {told.said}")


def read(content: bytes) -> Complaint:
    """The complaint in an error body of whatever form; text that is not JSON is the message."""
    try:
        body: Any = msgspec.json.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return Complaint(" ".join(content[: 4 * SHOWN].decode("utf-8", "replace").split()))
    if isinstance(body, list) and body:
        body = body[0]
    error = body.get("error", body) if isinstance(body, dict) else body
    if not isinstance(error, dict):
        return Complaint(str(error))
    told: dict[str, Any] = error
    meta = told.get("metadata")
    words = (str(told.get(name) or "") for name in ("message", "code", "type", "param"))
    return Complaint(*words, flagged=isinstance(meta, dict) and "reasons" in meta)
