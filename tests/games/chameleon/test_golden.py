"""Golden playthroughs: whole matches with every player's view side by side, as they stand in golden/.

To accept a change that is meant: KEEPMUM_GOLDEN=write pytest on this file, and read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from keepmum.core import Asks, Move, Over, Transcript
from keepmum.games.chameleon import Chameleon
from keepmum.games.chameleon.telling import tell

FOLDER = Path(__file__).parent / "golden"
CARD = ("bronze age", "cold war", "renaissance", "stone age")
MATCHES = {
    "caught": ({}, ["copper", "tools", "bronze", "mining"], ["3", "3", "1", "3"], ["stone age"]),
    "guessed": ({"ballots": "tally"}, ["copper", "tools", "bronze", "mining"], ["3", "3", "1", "3"], ["bronze age"]),
    "tied": ({"tie_break": "player"}, ["copper", "tools", "ore", "mining"], ["3", "3", "1", "1"], ["1"]),
    "sealed": ({"hearing": "sealed", "ballots": "secret"}, ["a", "b", "c", "d"], ["1", "1", "1", "1"], []),
}


def play(options: dict, clues: list[str], votes: list[str], after: list[str]) -> Transcript:
    transcript = Transcript(Chameleon("Periods", CARD, **options))
    for about, outcome in (("secret", "bronze age"), ("chameleon", 2), ("order", (1, 2, 0, 3))):
        transcript.make(Move(None, about, outcome))
    said = [*clues, *votes, *after]
    while not isinstance(turn := transcript.turn, Over):
        if isinstance(turn, Asks):
            transcript.make(Move(turn.owed[0][0], turn.owed[0][1].about, said.pop(0)))
        else:
            transcript.make(Move(None, turn.about, turn.outcomes[0]))
    return transcript


def views(transcript: Transcript) -> str:
    """One line an event: a column for each seat that may know it, and what it was."""
    lines = ["1 2 3 4  event"]
    for event in transcript.events:
        marks = " ".join("x" if seat in event.audience else "·" for seat in range(4))
        lines.append(f"{marks}  {event.fact.kind}: {tell(event.fact) or event.fact}")
    turn = transcript.turn
    assert isinstance(turn, Over)
    return "\n".join([*lines, f"{turn.ending}: {turn.returns}", ""])


@pytest.mark.parametrize("name", MATCHES)
def test_the_playthrough_is_as_it_was(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    found = views(play(*MATCHES[name]))
    if os.environ.get("KEEPMUM_GOLDEN") == "write":
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")
