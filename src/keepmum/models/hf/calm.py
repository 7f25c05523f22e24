"""What torch is told before it is loaded: its threads should sleep while they wait, and no bar should be drawn.

By spinning they slow each other down, and other programs too.
"""

from __future__ import annotations

import os

SAID = {"OMP_WAIT_POLICY": "passive", "TQDM_DISABLE": "1"}


def calm() -> None:
    """A variable that is set already stays."""
    for variable, value in SAID.items():
        os.environ.setdefault(variable, value)
