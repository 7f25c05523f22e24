"""Every command in the page on theory is run, and every line it shows must be printed, its label and its number."""

import re
import shlex
from pathlib import Path

import pytest

from keepmum.cli import main

PAGE = Path(__file__).parents[2] / "docs" / "theory.md"


def commands() -> list[tuple[str, str]]:
    """Each command of the page's console blocks, with the lines shown under it."""
    blocks = re.findall(r"```console\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    parts = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.MULTILINE) if part.strip()]
    return [(part.split("\n", 1)[0], part.split("\n", 1)[1]) for part in parts]


def printed(command: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What the command prints, line by line, blanks made one."""
    words = shlex.split(command)
    if words[0] == "python":
        exec(words[2], {})
    else:
        assert main(words[1:]) == 0
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(("command", "shown"), commands(), ids=[command[:60] for command, _ in commands()])
def test_a_command_prints_the_lines_the_page_shows(
    command: str, shown: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keepmum.cli.theory.waiting.PATIENCE", 1e6)
    monkeypatch.setattr("keepmum.cli.theory.simulate.SEARCH_SECONDS", 1e6)
    out = printed(command, capsys)
    lines = [" ".join(line.split()) for line in shown.splitlines() if line.strip()]
    assert lines
    for line in lines:
        assert line in out, f"{line!r} is no line of what {command} prints"


def test_the_page_says_all_that_it_must() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert len(commands()) >= 10
    for needed in ("U1", "U2", "U3", "β_N", "Prop 5", "Prop 6", "Prop 8", "Prop 9", "## Open", "found.npz"):
        assert needed in text
    assert not re.search(r"/(work|tmp|root|opt)/", text)
