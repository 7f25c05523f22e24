"""A tiny model of random weights, and a short script, so that a match is a few hundred tokens."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parent.parent / "models" / "hf"))

SCRIPT = """about = "Short."
again = "No use: {{complaint}}"
[opening]
tell = "Chameleon."
unused = ["players", "words", "cards", "card", "category", "repeat", "discussion", "hearing", "ballots", "tie_break"]
[facts]
self_reveal = ""
sealed_clue = ""
ballot = ""
ballots = ""
tally = ""
tie = ""
statement = ""
appointed = ""
accused = ""
guess = ""
revealed = ""
order = ""
[facts.card]
tell = "{{category}}: {{words|list}}."
unused = ["players"]
[facts.identity]
by = "chameleon"
yes = "You are it."
no = "Secret: {{secret}}."
[facts.clue]
tell = "{{word|quoted}}"
unused = ["seat"]
[asks.clue]
task = "Clue?"
level = "Reveal {{level}}."
[asks.statement]
task = "Say."
[asks.vote]
task = "Vote."
[asks.tie_break]
task = "Decide."
[asks.guess]
task = "Guess."
"""


@pytest.fixture(scope="session")
def prompts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of scripts with one, `plain`."""
    folder = tmp_path_factory.mktemp("prompts")
    (folder / "plain").mkdir()
    (folder / "plain" / "script.toml").write_text(SCRIPT)
    return folder


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The name of a model in a folder."""
    pytest.importorskip("torch", reason="needs the hf extra")
    from tiny_weights import save

    return save(tmp_path_factory.mktemp("small"), "llama", max_position_embeddings=1024)
