"""Open weights through transformers and torch: whole runs from one model, and what goes on inside it."""

from __future__ import annotations

from keepmum.models.hf.inside import Capture, Inside, Seen, Steer

__all__ = ["Capture", "Inside", "Seen", "Steer"]
