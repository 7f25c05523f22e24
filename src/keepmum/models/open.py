"""A name opens a model: the part before the first slash says which kind of back end it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from keepmum.models import key, weights
from keepmum.models.budget import Budget, Budgeted
from keepmum.models.meant import meant
from keepmum.models.retry import Patience, Retrying
from keepmum.models.routes import ROUTES
from keepmum.models.scripted import Scripted, by_turn
from keepmum.models.seam import Model, ModelUnavailable

if TYPE_CHECKING:
    from keepmum.models.cache import Store


@dataclass(frozen=True, slots=True)
class Settings:
    """What all models of a run share. `timeout` is seconds an attempt, `threads` and `context` are for own weights."""

    store: Store | None = None
    budget: Budget = field(default_factory=Budget)
    patience: Patience = field(default_factory=Patience)
    timeout: float = 300.0
    threads: int | None = None
    context: int = 8192


@dataclass(frozen=True, slots=True)
class Known:
    """One line of the list of models: how a name of this kind looks, what it needs, and whether that is there.

    `variable` names the key's environment variable, `ready` is None where nothing is needed.
    """

    pattern: str
    title: str
    variable: str = ""
    ready: bool | None = None

    def __str__(self) -> str:
        wants = self.variable or "its weights"
        state = {
            None: self.variable and f"{wants} if it wants a key",
            True: f"{wants}: here",
            False: f"{wants}: missing",
        }
        return f"{self.pattern:<26}{self.title:<44}{state[self.ready]}".rstrip()


def open_model(name: str, settings: Settings | None = None) -> Model:
    """The model of that name: cached, counted against the budget and tried again, as the settings say.

    Nothing is loaded or asked yet; `check()` says whether it can work. Raises ModelUnavailable for a name that leads
    nowhere, with the known kinds and the nearest.
    """
    settings = settings or Settings()
    plain = opener(name)(name, settings)
    model = Budgeted(Retrying(plain, settings.patience), settings.budget)
    if settings.store is None:
        return model
    from keepmum.models.cache import Cached

    return Cached(model, settings.store, getattr(plain, "identity", None))


def opener(name: str) -> Callable[[str, Settings], Model]:
    prefix = name.partition(":")[0] if name.startswith(("http://", "https://")) else name.partition("/")[0]
    if prefix in OPENERS:
        return OPENERS[prefix]
    near = nearest(name)
    hint = f"did you mean {near}? known are " if near else "known are "
    raise ModelUnavailable(
        name, "no kind of model begins like that", hint + ", ".join(known.pattern for known in KINDS)
    )


def nearest(name: str) -> str:
    """A name that opens a model and may have been meant by one that opens none; empty where none is near."""
    return meant(name, OPENERS)


def open_endpoint(name: str, settings: Settings) -> Model:
    from keepmum.models.openai import Endpoint

    return Endpoint(name, timeout=settings.timeout)


def open_local(name: str, settings: Settings) -> Model:
    from keepmum.models.local import Local

    return Local(name, threads=settings.threads, context=settings.context)


def open_weights(name: str, settings: Settings) -> Model:
    from keepmum.models.hf.model import Hf

    return Hf(name, threads=settings.threads, context=settings.context, shared=True)


def open_scripted(name: str, _: Settings) -> Model:
    """`scripted/a|b|c` says a, b, c on a seat's turns 0, 1, 2."""
    return Scripted(by_turn(name.partition("/")[2]), name)


OPENERS: dict[str, Callable[[str, Settings], Model]] = {
    **dict.fromkeys(ROUTES, open_endpoint),
    "hf": open_weights,
    "local": open_local,
    "scripted": open_scripted,
}

KINDS = (
    Known("openai/NAME", "OpenAI"),
    Known("openrouter/NAME", "OpenRouter"),
    Known("aimlapi/NAME", "AI/ML API"),
    Known("gemini/NAME", "Google Gemini"),
    Known("ollama/NAME", "Ollama on this machine"),
    Known("http://HOST:PORT/v1#NAME", "any OpenAI-compatible server, also https"),
    Known("local/PATH.gguf", "a file of weights, run in this process"),
    Known("hf/ORG/NAME", "open weights, also a folder or .gguf file"),
    Known("scripted/a|b|c", "says what it is told to, for tests"),
)


def known_models() -> tuple[Known, ...]:
    """All kinds of model and all weights that can be fetched, with what each needs. No key's value is looked at."""
    return tuple(equipped(kind) for kind in KINDS) + tuple(
        Known(f"local/{held.name}", held.title, ready=held.present) for held in weights.known().values()
    )


def equipped(kind: Known) -> Known:
    route = ROUTES.get(kind.pattern.replace(":", "/").partition("/")[0])
    if route is None or not route.keys:
        return kind
    found = key.find(route.keys)
    needed = None if route.keyless and found is None else found is not None
    return Known(kind.pattern, kind.title, " or ".join(route.keys), needed)
