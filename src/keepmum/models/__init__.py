"""Language models behind one small seam: `async complete(request) -> completion`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from keepmum.models.budget import Budget as Budget
    from keepmum.models.budget import Limits as Limits
    from keepmum.models.budget import Spent as Spent
    from keepmum.models.cache import Store as Store
    from keepmum.models.house import House as House
    from keepmum.models.open import Settings as Settings
    from keepmum.models.open import known_models as known_models
    from keepmum.models.open import open_model as open_model
    from keepmum.models.scripted import Scripted as Scripted
    from keepmum.models.seam import Completion as Completion
    from keepmum.models.seam import Failure as Failure
    from keepmum.models.seam import Message as Message
    from keepmum.models.seam import Model as Model
    from keepmum.models.seam import ModelUnavailable as ModelUnavailable
    from keepmum.models.seam import Request as Request
    from keepmum.models.seam import Sampling as Sampling
    from keepmum.models.seam import Scope as Scope
    from keepmum.models.seam import Shape as Shape
    from keepmum.models.seam import Usage as Usage

HOMES = {
    "budget": ("Budget", "Limits", "Spent"),
    "cache": ("Store",),
    "house": ("House",),
    "open": ("Settings", "known_models", "open_model"),
    "scripted": ("Scripted",),
    "seam": (
        "Completion", "Failure", "Message", "Model", "ModelUnavailable", "Request", "Sampling", "Scope",
        "Shape", "Usage",
    ),
}  # fmt: skip
HOME = {name: home for home, names in HOMES.items() for name in names}
__all__ = sorted(HOME)  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> object:
    """Import a name when it is first used, so that this package costs nothing to import."""
    if name not in HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{HOME[name]}"), name)
