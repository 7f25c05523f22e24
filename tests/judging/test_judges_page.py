"""The commands of the arena page's section on judges work as they are written, and it names what the report prints."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

import pytest
from jury import either, judge_named

from keepmum.cli import main
from keepmum.cli.judging import call
from keepmum.models.open import OPENERS

PAGE = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
SECTION = next(part for part in re.split(r"^## ", PAGE, flags=re.M) if part.startswith("Judges"))
BLOCKS = re.findall(r"^```\n(.*?)^```", SECTION, re.M | re.S)


def test_the_commands_without_a_key_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(OPENERS, "local", judge_named(either(), []))
    for command in BLOCKS[0].splitlines():
        assert main(shlex.split(command)[1:]) == 0, f"{command}\n{capsys.readouterr().err}"
    said = capsys.readouterr().out
    assert "best moment" in said
    for line in ("agreement between orders", "place in the list", "label", "own model, less the others"):
        assert line in SECTION
        assert f"  {line}" in said


def test_the_options_the_page_names_exist() -> None:
    named = set(re.findall(r"`(--[a-z-]+)", SECTION)) | set(re.findall(r" (--[a-z-]+)", "".join(BLOCKS)))
    parser = argparse.ArgumentParser()
    with pytest.raises(SystemExit):
        call("judge", parser, ["--help"])
    known = {flag for action in parser._actions for flag in action.option_strings}  # pyright: ignore[reportPrivateUsage]
    assert named - known <= {"--seat", "--players", "--rounds", "--matches", "--out"}
    assert {"--orders", "--known", "--force", "--what", "--first", "--show", "--json", "--attempts"} <= named
