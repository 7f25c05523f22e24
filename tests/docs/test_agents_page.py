"""The page on agents: its table of steps, calls and costs is what a scripted model's call log says."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from keepmum.core import GameKind
from keepmum.games import chameleon, secrets

sys.path.append(str(Path(__file__).parents[1] / "agents"))
from puppet import Puppet
from sage import match_of, sage, steps

PAGE = (Path(__file__).parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\S+)` \| (.+) \| (\d) \| (\d+), ([\d.]+) k \| (\d+), ([\d.]+) k \|$", re.MULTILINE)
ROWS = ROW.findall(PAGE)


def cost(kind: GameKind, agent: str) -> tuple[str, int, float]:
    """The steps of an ask, the calls of a match, and its input in thousands of tokens."""
    model = Puppet(sage)
    name, _, options = agent.partition("?")
    played = match_of(kind, [f"{name}:puppet?{options}" if options else f"{name}:puppet"] * 4, model)
    assert played.over
    (taken,) = {each for _, each in steps(played.answers)}
    tokens = sum(len(message.text) for request in model.requests for message in request.messages) / 4000
    return ", ".join(filter(None, taken)) or "(the answer)", len(model.requests), tokens


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_table_is_the_call_log(row: tuple[str, ...]) -> None:
    agent, listed, calls, *costs = row
    assert len(listed.split(", ")) == int(calls)
    for kind, (made, tokens) in zip((chameleon.KIND, secrets.KIND), (costs[:2], costs[2:]), strict=True):
        steps_taken, calls_made, sent = cost(kind, agent)
        assert (steps_taken, calls_made) == (listed, int(made))
        assert sent == pytest.approx(float(tokens), rel=0.2), "a script's words may change a little"


def test_every_agent_and_ablation_is_in_it() -> None:
    assert {row[0].partition("?")[0] for row in ROWS} == {"chat", "think", "recon", "tot"}
    assert len(ROWS) == 10
