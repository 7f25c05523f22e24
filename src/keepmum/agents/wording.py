"""Wording is what this project itself says to a model that thinks in steps: files of text that name no game."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from keepmum.agents.source import digest_of
from keepmum.agents.template import ScriptError, Template, compile_template

FOLDER = Path(__file__).parent / "prompts"
NOBODY = -1
_NAME = re.compile(r"\{\{\s*(\w+)")


def words(name: str, /, **values: Any) -> str:
    """The text prompts/`name`.md with these values. Raises ScriptError where it lacks one, or has no use for one."""
    template = _template(name)
    if template.names != values.keys():
        raise ScriptError(f"{template.source} uses {sorted(template.names)}, and is given {sorted(values)}")
    return template.render(values.__getitem__, NOBODY)


@cache
def _template(name: str) -> Template:
    path = FOLDER / f"{name}.md"
    text = path.read_text(encoding="utf-8").strip()
    return compile_template(text, path.name, _NAME.findall(text))


@cache
def digest() -> str:
    """The SHA-256 of all of it, for the record."""
    return digest_of(FOLDER)
