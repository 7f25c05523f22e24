"""From a place to a model in memory: looked at before it is loaded, and tried out before it is used."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from keepmum.models.hf import attention, room
from keepmum.models.hf.headers import Header, NotWeights, folder_header, gguf_header
from keepmum.models.hf.once import heads_read_once
from keepmum.models.hf.place import Place, check_files, check_packages
from keepmum.models.hf.source import fetched, first_line

UNREADABLE = (OSError, ValueError, RuntimeError, KeyError, ImportError)


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A model with its tokenizer and text configuration, where and how it is held, and how many numbers it has."""

    place: Place
    model: Any
    tokenizer: Any
    config: Any
    device: torch.device
    dtype: torch.dtype
    parameters: int

    @property
    def context(self) -> int | None:
        """How many tokens it was made for, where it says so."""
        return getattr(self.config, "max_position_embeddings", None)

    @property
    def ends(self) -> frozenset[int]:
        """The tokens that end a text."""
        named = (self.model.generation_config.eos_token_id, self.config.eos_token_id, self.tokenizer.eos_token_id)
        ends = [end for ends in named for end in (ends if isinstance(ends, list) else [ends])]
        return frozenset(end for end in ends if isinstance(end, int))


def load(place: Place, threads: int | None) -> Loaded:
    """The model, in memory. Raises ModelUnavailable with what is wrong and what to do."""
    check_packages(place)
    check_files(place)
    if threads is not None:
        torch.set_num_threads(threads)
    device, folder = chosen_device(place), fetched(place)
    header = looked_at(place, folder)
    with heads_read_once():
        config = configured(place, folder)
        dtype = chosen_dtype(place, device, config)
        room.check_room(place, header, device, dtype)
        return read(place, folder, config, (device, dtype, header.parameters))


def chosen_device(place: Place) -> torch.device:
    """The one asked for, else the first of CUDA, MPS and the processor that is there."""
    there = {"cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available(), "cpu": True}
    name = place.device or next(kind for kind, here in there.items() if here)
    kind, _, number = name.partition(":")
    if not there[kind] or (number and int(number) >= torch.cuda.device_count()):
        here = ", ".join(kind for kind, is_here in there.items() if is_here)
        raise place.unavailable(f"there is no device {name} that torch can use", f"there is {here}; leave device out")
    return torch.device(name)


def looked_at(place: Place, path: Path) -> Header:
    """What the weights' headers say. Raises ModelUnavailable for files that are damaged, or of an unknown kind."""
    try:
        if not place.gguf:
            return folder_header(sorted(path.glob("*.safetensors")))
        header = gguf_header(path)
    except NotWeights as error:
        raise place.unavailable(str(error), "fetch the file again") from None
    from transformers.modeling_gguf_pytorch_utils import GGUF_SUPPORTED_ARCHITECTURES

    if header.architecture not in GGUF_SUPPORTED_ARCHITECTURES:
        raise place.unavailable(
            f"transformers cannot read a GGUF file of the architecture {header.architecture!r}",
            "take the model's safetensors, or play it through local/; known are "
            + ", ".join(sorted(GGUF_SUPPORTED_ARCHITECTURES)),
        )
    return header


def configured(place: Place, path: Path) -> Any:
    """The configuration. Raises ModelUnavailable for one that transformers does not know."""
    from transformers import AutoConfig

    try:
        return AutoConfig.from_pretrained(**where(place, path))
    except UNREADABLE as error:
        raise place.unavailable(
            f"transformers does not know its configuration ({first_line(error)})",
            "a newer transformers may; code that comes with weights is never run",
        ) from None


def chosen_dtype(place: Place, device: torch.device, config: Any = None) -> torch.dtype:
    """The one asked for; else float32 on the processor, and elsewhere the one the weights were saved in."""
    if place.dtype:
        return getattr(torch, place.dtype)
    if device.type == "cpu":
        return torch.float32
    saved = getattr(config or configured(place, fetched(place)), "dtype", None)
    return saved if isinstance(saved, torch.dtype) and saved != torch.float32 else torch.bfloat16


def read(place: Place, path: Path, config: Any, held: tuple[torch.device, torch.dtype, int]) -> Loaded:
    """Load weights and tokenizer. Raises ModelUnavailable for what transformers cannot make a decoder of."""
    from transformers import AutoModelForCausalLM, AutoTokenizer
    from transformers.utils import logging

    device, dtype, parameters = held
    strange = attention.Sight(config.get_text_config()).strange
    if strange:
        raise place.unavailable(
            f"some of its layers are {', '.join(sorted(strange))}", "take a model whose layers are all attention"
        )
    given = {**where(place, path), "dtype": dtype, "attn_implementation": attention.register(), **fewer_bits(place)}
    logging.disable_progress_bar()
    try:
        tokenizer = AutoTokenizer.from_pretrained(**where(place, path))
        model: Any = AutoModelForCausalLM.from_pretrained(config=config, **given)
    except torch.OutOfMemoryError as error:
        raise place.unavailable(f"it does not fit in memory ({first_line(error)})", room.SMALLER) from None
    except UNREADABLE as error:
        raise place.unavailable(
            f"transformers could not load it ({first_line(error)})",
            "check that the files are whole",
        ) from None
    model = (model if place.bits else model.to(device)).eval().requires_grad_(False)
    return Loaded(place, model, tokenizer, config.get_text_config(), device, dtype, parameters)


def where(place: Place, path: Path) -> dict[str, Any]:
    """What from_pretrained is told. No code that comes with weights is ever run."""
    own = {"trust_remote_code": False, "local_files_only": True}
    if place.gguf:
        return {"pretrained_model_name_or_path": str(path.parent), "gguf_file": path.name, **own}
    return {"pretrained_model_name_or_path": str(path), **own}


def fewer_bits(place: Place) -> dict[str, Any]:
    if not place.bits:
        return {}
    from transformers import BitsAndBytesConfig

    return {
        "quantization_config": BitsAndBytesConfig(load_in_4bit=place.bits == "4", load_in_8bit=place.bits == "8"),
        "device_map": {"": place.device or "cuda"},
    }
