"""One worker serves all names of a process that lead to the same weights: steered and unsteered share one batch."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from keepmum.models.hf.worker import Worker

_LOCK = threading.Lock()
_HIRED: dict[object, tuple[Worker, list[object]]] = {}


def join(office: object, who: object, hire: Callable[[], Worker]) -> Worker:
    """The worker of an office, hired for whoever comes first."""
    with _LOCK:
        if office not in _HIRED:
            _HIRED[office] = hire(), []
        worker, users = _HIRED[office]
        users.append(who)
        return worker


def leave(office: object, who: object) -> Worker | None:
    """The worker, to be closed, where `who` was the last that needed it."""
    with _LOCK:
        worker, users = _HIRED[office]
        users[:] = [user for user in users if user is not who]
        if users:
            return None
        del _HIRED[office]
        return worker
