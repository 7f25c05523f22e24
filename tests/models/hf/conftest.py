from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The name of a model of some kind, made when first asked for."""
    pytest.importorskip("torch", reason="needs the hf extra")
    from tiny_weights import save

    made: dict[str, str] = {}

    def named(kind: str = "llama") -> str:
        if kind not in made:
            made[kind] = save(tmp_path_factory.mktemp(kind), kind)
        return made[kind]

    return named
