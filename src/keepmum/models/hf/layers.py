"""Recording and steering at the layers, row by row: each row of a batch has its own layers, vector and positions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from keepmum.models.hf.inside import Capture, Steer, chosen
from keepmum.models.hf.place import Place


class Log:
    """What one row's layers gave, position by position."""

    def __init__(self) -> None:
        self.states: dict[int, dict[int, Tensor]] = defaultdict(dict)

    def arrays(self) -> tuple[dict[int, NDArray[np.float32]], tuple[int, ...]]:
        """Float32 of shape (positions, width) per layer, and the positions, in order."""
        positions = sorted({position for held in self.states.values() for position in held})
        states = {
            layer: np.stack([held[position].float().numpy() for position in positions])
            for layer, held in sorted(self.states.items())
        }
        return states, tuple(positions)


class Task:
    """What is to be done for one row: its capture, its steering with the vector on the device, its log."""

    def __init__(self, capture: Capture | None, steer: Steer | None, prompt: int) -> None:
        self.capture, self.steer, self.prompt = capture, steer, prompt
        self.log = Log()


class Station:
    """One forward hook a layer, which does nothing until there is something to do.

    `tasks` are those of the rows of the next forward pass, each with the positions of its new tokens, which stand at
    the right end of the window.
    """

    def __init__(self, modules: Sequence[Any], width: int) -> None:
        self.width = width
        self.count = len(modules)
        self._plan: dict[int, list[tuple[int, Task, range]]] = {}
        self._hooks = [module.register_forward_hook(self._hook(layer)) for layer, module in enumerate(modules)]

    def expect(self, tasks: Sequence[tuple[Task | None, range]]) -> None:
        """Prepare for a forward pass."""
        self._plan = {}
        for row, (task, positions) in enumerate(tasks):
            if task is not None:
                layers = {*(task.capture.layers if task.capture else ()), *([task.steer.layer] if task.steer else [])}
                for layer in layers:
                    self._plan.setdefault(layer, []).append((row, task, positions))

    def close(self) -> None:
        """Take the hooks away."""
        for hook in self._hooks:
            hook.remove()

    def _hook(self, layer: int) -> Any:
        def hook(_: Any, __: Any, output: Any) -> Any:
            todo = self._plan.get(layer)
            if not todo:
                return None
            states: Tensor = output[0] if isinstance(output, tuple) else output
            states = visited(layer, states, todo)
            return (states, *output[1:]) if isinstance(output, tuple) else states

        return hook


def visited(layer: int, states: Tensor, todo: list[tuple[int, Task, range]]) -> Tensor:
    """The states (rows, new, width) after steering; what is to be recorded is recorded then."""
    if any(task.steer and task.steer.layer == layer for _, task, _ in todo):
        states = states.clone()
    for row, task, positions in todo:
        shift = states.shape[1] - len(positions)
        steer, capture = task.steer, task.capture
        if steer and steer.layer == layer:
            where = [shift + n for n, p in enumerate(positions) if chosen(steer.positions, p, task.prompt)]
            states[row, where] += pushed(steer, states[row, where])
        if capture and layer in capture.layers:
            for n, position in enumerate(positions):
                if chosen(capture.at, position, task.prompt):
                    task.log.states[layer][position] = states[row, shift + n].detach().cpu().clone()
    return states


def pushed(steer: Steer, states: Tensor) -> Tensor:
    """What is added to states (positions, width)."""
    push = steer.strength * torch.as_tensor(steer.vector).to(states)
    if not steer.relative:
        return push
    return (states.float().norm(dim=-1, keepdim=True) * push.float()).to(states)


def check_inside(place: Place, station: Station, revision: str, task: Task) -> None:
    """Raises ModelUnavailable for layers that are not there and for vectors of another width or model."""
    capture, steer = task.capture, task.steer
    for layer in (*(capture.layers if capture else ()), *([steer.layer] if steer else [])):
        if not 0 <= layer < station.count:
            raise place.unavailable(
                f"layer {layer} is not there; it has {station.count} layers", f"name one from 0 to {station.count - 1}"
            )
    if steer is None:
        return
    shape = np.shape(steer.vector)
    if shape != (station.width,):
        raise place.unavailable(
            f"the steering vector has shape {shape}; its states have {station.width} numbers",
            "use a vector that was made with this model",
        )
    if not np.isfinite(steer.vector).all() or not np.isfinite(steer.strength):
        raise place.unavailable("the steering vector or its strength is not finite", "make the vector again")
    if steer.made_with and steer.made_with != revision:
        raise place.unavailable(
            f"the steering vector was made with {steer.made_with}, and this is {revision}",
            "use a vector that was made with these weights",
        )


def decoder_layers(model: Any, config: Any) -> Sequence[Any]:
    """The model's decoder layers, first to last: the one list of as many modules as the configuration says."""
    wanted = config.num_hidden_layers
    for module in model.modules():
        if isinstance(module, torch.nn.ModuleList) and len(module) == wanted:
            return list(module)
    raise LookupError(f"no list of {wanted} layers")
