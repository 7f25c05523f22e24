"""README's commands work as they are written (with fewer matches), and its pages exist."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
LIST = README.partition("## Ten things to do")[2].partition("## Who can sit where")[0]
COMMANDS = [text for text in re.findall(r"`([^`\n]+)`", LIST) if re.match(r"keepmum \w|echo ", text)]
NEEDS_A_KEY = "chat:openai/"
NEEDS_A_SERVER = "http://127.0.0.1:8000"
NEEDS_WEIGHTS = "smollm2"


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    fewer = re.sub(r"--matches \d+", "--matches 12", command)
    said, pipe, program = fewer.rpartition(" | ")
    words = shlex.split(program.replace("keepmum", f"{shlex.quote(sys.executable)} -m keepmum", 1))
    entered = shlex.split(said)[1] if pipe else "wool\n1\nnothing\n"
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    return subprocess.run(
        words, input=entered, capture_output=True, text=True, cwd=folder, env=environment, check=False
    )


def test_there_are_commands() -> None:
    assert len(COMMANDS) >= 14


def test_the_commands_work_in_their_order(tmp_path: Path) -> None:
    for command in COMMANDS:
        if NEEDS_WEIGHTS in command or NEEDS_A_SERVER in command:
            continue
        done = run(command, tmp_path)
        if NEEDS_A_KEY in command:
            assert done.returncode == 2, command
            assert "OPENAI_API_KEY" in done.stderr
        elif command.startswith("keepmum play"):
            assert done.returncode in (0, 2), done.stderr
            assert "Traceback" not in done.stderr
        else:
            assert done.returncode == 0, f"{command}\n{done.stderr}"
            assert done.stdout


@pytest.mark.parametrize("page", re.findall(r"\]\(([^)#]+)\)", README))
def test_every_page_and_picture_it_names_exists(page: str) -> None:
    assert (ROOT / page).exists()
