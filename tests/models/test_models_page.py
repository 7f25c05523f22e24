"""The example on the page about models works as it stands, but for the name of the model."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "models.md"


def test_the_example_runs(server: Any, capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    server.answer = lambda request: f"copper {request['max_tokens']} {'seed' in request}"
    exec(example.replace("ollama/qwen3:4b", f"{server.url}#m"), {})
    assert capsys.readouterr().out == "copper 100 True None\n"
