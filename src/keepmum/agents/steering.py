"""Some asks may go to the model steered: by default the first that wants a word or a speech, which is the clue."""

from __future__ import annotations

from dataclasses import dataclass

from keepmum.agents.tuning import Tuning
from keepmum.core import Ask, Speech, Word
from keepmum.core.options import OptionError
from keepmum.models.seam import Model

ALL = "all"


@dataclass(frozen=True, slots=True)
class Steering(Tuning):
    """Tuning, and how a model that can be steered is. `steer`: the file of a direction (keepmum inside direction).

    `strength`: how many of its vectors are added, negative against it, or with `norm` behind the number in lengths of
    the state (0.2norm). `layer`: at which layer, the file's own choice where it is not given. `positions`: generated,
    answer, all, or numbers with : between. `steered`: the asks during which it is, with commas, or "all".
    """

    steer: str = ""
    strength: str = ""
    layer: int | None = None
    positions: str = ""
    steered: str = ""

    def __post_init__(self) -> None:
        Tuning.__post_init__(self)
        for name in ("strength", "layer", "positions", "steered"):
            if not self.steer and getattr(self, name) not in ("", None):
                raise ValueError(f"{name} belongs to steering; give steer=FILE too, or leave it out")
        if "," in self.steer:
            raise ValueError(f"steer={self.steer}: the path has a comma; give the file another name")

    def model_of(self, target: str) -> str:
        """The name of the same model, steered. Raises OptionError for a kind of model that cannot be."""
        if not target.startswith("hf/"):
            raise OptionError(f"{target} cannot be steered; only models whose weights run in this process can: hf/…")
        given = {"steer": self.steer, "strength": self.strength, "layer": self.layer, "positions": self.positions}
        options = ",".join(f"{name}={value}" for name, value in given.items() if value not in ("", None))
        return f"{target}{',' if '#' in target else '#'}{options}"


class Aim:
    """Which model answers which ask, in one match: another one for some asks, None for the seat's own."""

    def __init__(self, model: Model | None, asks: str) -> None:
        self._model = model
        self._asks = tuple(filter(None, asks.split(",")))

    def model(self, ask: Ask) -> Model | None:
        """The model that answers this ask, where it is not the seat's own."""
        if self._model is None:
            return None
        if not self._asks and isinstance(ask, Word | Speech):
            self._asks = (ask.about,)
        return self._model if ask.about in self._asks or ALL in self._asks else None
