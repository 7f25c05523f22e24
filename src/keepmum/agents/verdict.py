"""A verdict is what is made of a completion: its reading under an ask, or the status that says why there is none."""

from __future__ import annotations

from keepmum.agents.conversation import Exchange
from keepmum.agents.telling import Confirm
from keepmum.core import Ask, Reading, Status
from keepmum.core.parse import read
from keepmum.core.schema import instruction
from keepmum.models.seam import Failure, Kind

NOT_THE_PLAYERS = (Status.TRANSPORT, Status.OVER_BUDGET, Status.OVER_CONTEXT, Status.REJECTED)
LASTING: dict[Kind, Status] = {
    "over_budget": Status.OVER_BUDGET,
    "too_long": Status.OVER_CONTEXT,
    "rejected": Status.REJECTED,
}


def verdict(ask: Ask, exchange: Exchange) -> Reading:
    """What a player's words come to. A reply cut off by the limit is no answer, whatever is left of it."""
    return fault_of(exchange, instruction(ask)) or read(ask, exchange.speech)


def fault_of(exchange: Exchange, form: str) -> Reading | None:
    """Why there is nothing to read: nothing came, or it was declined or cut off. `form` is how it is to be written."""
    completion = exchange.completion
    if completion.failure:
        return _failed(completion.failure)
    if completion.finish == "refusal":
        return Reading(Status.REFUSED, None, f"The answer was declined. {form}".rstrip())
    if completion.finish == "length":
        reason = f"The answer was cut off after {completion.usage.output_tokens} tokens; be shorter. {form}"
        return Reading(Status.TRUNCATED, None, reason.rstrip())
    return None


def _failed(failure: Failure) -> Reading:
    return Reading(LASTING.get(failure.kind, Status.TRANSPORT), None, f"{failure.kind}: {failure.detail}")


def confirmed(confirm: Confirm, exchange: Exchange) -> Reading:
    """What a confirmation comes to: anything but the right one is illegal."""
    reading = verdict(confirm.ask, exchange)
    if not reading.ok or reading.action == confirm.right:
        return reading
    wrong = f"{reading.action!r} does not fit what you were told; look at it again. {instruction(confirm.ask)}"
    return Reading(Status.ILLEGAL, None, wrong)
