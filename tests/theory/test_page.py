"""Every command in the page on theory is run, and every number it shows must be printed."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "theory.md"
NUMBER = re.compile(r"-?\d+(?:[.,/]\d+)*")


def commands() -> list[tuple[str, str]]:
    """Each command of the page's console blocks, with the lines shown under it."""
    blocks = re.findall(r"```console\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    parts = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.MULTILINE) if part.strip()]
    return [(part.split("\n", 1)[0], part.split("\n", 1)[1]) for part in parts]


def printed(command: str) -> str:
    words = shlex.split(command)
    program = [sys.executable] if words[0] == "python" else [sys.executable, "-m", "keepmum"]
    return subprocess.run([*program, *words[1:]], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(("command", "shown"), commands(), ids=[command[:60] for command, _ in commands()])
def test_a_command_prints_the_numbers_the_page_shows(command: str, shown: str) -> None:
    numbers = NUMBER.findall(shown)
    out = printed(command)
    assert numbers
    for number in numbers:
        assert number in out, f"{number} is not in what {command} prints:\n{out}"


def test_the_page_says_all_that_it_must() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert len(commands()) >= 10
    for needed in ("U1", "U2", "U3", "β_N", "Prop 5", "Prop 6", "Prop 8", "Prop 9", "## Open", "found.npz"):
        assert needed in text
    assert not re.search(r"/(work|tmp|root|opt)/", text)
