"""What the page on Avalon says of beliefs, slips and evaluation: its commands parse, its kinds are all there are."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

import pytest

from keepmum import registry
from keepmum.asking.believing import QUESTIONS
from keepmum.asking.moments import at_of
from keepmum.cli import beliefs, preferring
from keepmum.measure.slips import IMPOSSIBLE, RULED_OUT

PAGE = (Path(__file__).parents[2] / "docs" / "avalon.md").read_text(encoding="utf-8")
PARTS = {part.partition("\n")[0]: part for part in re.split(r"^## ", PAGE, flags=re.M)}
SECTION = PARTS["Beliefs and logical slips"] + PARTS["Evaluation"]
COMMANDS = [line for block in re.findall(r"^```\n(.*?)^```", SECTION, re.M | re.S) for line in block.splitlines()]
KIND = registry.game("avalon")


@pytest.mark.parametrize("command", [line for line in COMMANDS if "prefer" in line or "beliefs ask" in line])
def test_the_commands_can_be_given(command: str) -> None:
    _, name, *words = shlex.split(command)
    parser = argparse.ArgumentParser()
    if name == "prefer":
        preferring._arguments(parser)  # pyright: ignore[reportPrivateUsage]
        assert parser.parse_args(words).runs
    else:
        beliefs._arguments(parser, True)  # pyright: ignore[reportPrivateUsage]
        given = parser.parse_args(words[1:])
        at_of(given.at, KIND)
        assert given.question in QUESTIONS


def test_every_kind_of_slip_and_every_criterion_is_named() -> None:
    for kind in ("proposal", "approval", "proposal as merlin", "approval as merlin", IMPOSSIBLE, RULED_OUT):
        assert f"`{kind}`" in SECTION
    for criterion in KIND.study.criteria:
        assert criterion.name in SECTION
    apart = [each for each in KIND.study.criteria if not each.thought or each.roles]
    assert [(each.name, each.thought, each.roles) for each in apart] == [("concealment", False, ("merlin", "percival"))]
