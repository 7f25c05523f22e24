from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from lab import bad

VARIABLES = (
    "OPENAI_API_KEY", "OPENROUTER_API_KEY", "AIMLAPI_API_KEY", "AIML_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY",
    "KEEPMUM_API_KEY", "KEEPMUM_PRICES", "HF_ENDPOINT", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID",
)  # fmt: skip


@pytest.fixture
def server() -> Iterator[Any]:
    with bad.running() as server:
        yield server


@pytest.fixture(autouse=True)
def no_keys_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
