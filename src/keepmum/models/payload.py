"""A request becomes the JSON body of a chat-completions call."""

from __future__ import annotations

from typing import Any

import msgspec

from keepmum.models.routes import Target
from keepmum.models.seam import ModelUnavailable, Request, Sampling, Shape, draw_seed

Body = dict[str, Any]
ENCODER = msgspec.json.Encoder()


def encode(target: Target, request: Request) -> tuple[bytes, bool]:
    """The body, and whether it asks the server to keep to the request's shape."""
    body: Body = {
        "model": target.model,
        "messages": [{"role": message.speaker, "content": message.text} for message in request.messages],
        **(target.route.extra or {}),
    }
    add_sampling(body, target, request.sampling)
    if request.sampling.seed is not None:
        body["seed"] = draw_seed(request.sampling.seed, request.scope)
    constrained = add_shape(body, target, request.shape)
    return ENCODER.encode(body), constrained


def add_sampling(body: Body, target: Target, sampling: Sampling) -> None:
    if sampling.max_tokens is not None:
        body[target.limit] = sampling.max_tokens
    if sampling.temperature is not None and not fixed(target, sampling.temperature):
        body["temperature"] = sampling.temperature
    if sampling.effort is not None:
        body.update(effort(target, sampling.effort))


def fixed(target: Target, temperature: float) -> bool:
    """Whether the model draws at temperature 1 come what may, and 1 is what is wanted."""
    if target.reasons and temperature != 1:
        raise ModelUnavailable(
            target.name, f"it takes temperature 1 only, not {temperature:g}", "set the temperature to 1 or leave it out"
        )
    return target.reasons


def effort(target: Target, wanted: str) -> Body:
    """A word of effort as it is; a number of thinking tokens in the server's own terms."""
    if not wanted.isdigit():
        return {"reasoning_effort": wanted}
    if target.route.thinking is None:
        raise ModelUnavailable(
            target.name, f"it takes a word for the reasoning effort, not {wanted} tokens", "use low, medium or high"
        )
    return target.route.thinking(int(wanted))


def add_shape(body: Body, target: Target, shape: Shape | None) -> bool:
    """Ask for a JSON schema, or for a grammar where the server knows grammars; say whether either was asked for."""
    if shape is None:
        return False
    if shape.schema is not None:
        wanted = {"name": "answer", "strict": True, "schema": shape.schema}
        body["response_format"] = {"type": "json_schema", "json_schema": wanted}
        return True
    if shape.grammar is not None and target.route.grammar:
        body.update(target.route.grammar(shape.grammar))
        return True
    return False
