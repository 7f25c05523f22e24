"""Whether a model fits in memory, from its headers and before it is loaded."""

from __future__ import annotations

import os
from pathlib import Path

import torch

from keepmum.models.hf.headers import Header
from keepmum.models.hf.place import Place

SMALLER = "take a smaller model, dtype=bfloat16, or bits=4 on a GPU; or free memory"
WORK = 300 << 20  # what torch, a batch and its states take beside the weights
MOST_KEPT = 4 << 30
LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
USES = ("/sys/fs/cgroup/memory.current", "/sys/fs/cgroup/memory/memory.usage_in_bytes")


def check_room(place: Place, header: Header, device: torch.device, dtype: torch.dtype) -> None:
    """Raises ModelUnavailable with the numbers where the weights do not fit."""
    need, have = needed(place, header, dtype), free(device)
    if have is not None and need > have:
        held = f"{place.bits} bits" if place.bits else f"{dtype.itemsize} bytes"
        raise place.unavailable(
            f"it needs about {gigabytes(need)} ({header.parameters / 1e6:,.0f} million numbers of {held}, and "
            f"{gigabytes(WORK)} to work in), and {gigabytes(have)} are free on {device}",
            SMALLER,
        )


def needed(place: Place, header: Header, dtype: torch.dtype) -> int:
    """Bytes for the weights and some to work in. A GGUF file is widened to float32 tensor by tensor first."""
    size = int(place.bits) / 8 if place.bits else dtype.itemsize
    return int(header.parameters * size) + WORK


def free(device: torch.device) -> int | None:
    """Bytes that are free on a device; None where nobody says."""
    if device.type == "cuda":
        return torch.cuda.mem_get_info(device)[0]
    if device.type == "mps":
        return torch.mps.recommended_max_memory() - torch.mps.driver_allocated_memory()
    return min(filter(None, (free_here(), allowed_here())), default=None)


def free_here() -> int | None:
    """What the system calls available."""
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        return total_here()


def total_here() -> int | None:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None


def allowed_here() -> int | None:
    """What the control group leaves over."""
    for limit, use in zip(LIMITS, USES, strict=True):
        try:
            return int(Path(limit).read_text("ascii")) - int(Path(use).read_text("ascii"))
        except (OSError, ValueError):
            continue
    return None


def to_keep(device: torch.device) -> int:
    """Bytes for what has been read: a quarter of what is free once the model is loaded."""
    return min(MOST_KEPT, (free(device) or MOST_KEPT) // 4)


def gigabytes(count: int) -> str:
    return f"{count / 1e9:.1f} GB"
