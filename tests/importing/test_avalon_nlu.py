"""The reader of avalon-nlu on small files of our own: what is cut short, contradicts itself, or is not such a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from keepmum.importing.avalon_nlu import IMPORTER, read
from keepmum.importing.plain import Refused
from keepmum.importing.replaying import Imported
from keepmum.importing.writing import replayed_game

ROLES = ("merlin", "percival", "servant-1", "servant-2", "morgana", "assassin")
ALL = ", ".join(f"player-{seat}: yes" for seat in range(1, 7))


def file(*lines: tuple[str, str]) -> dict[str, Any]:
    users = {str(n): {"name": f"player-{n}", "role": role, "index": n} for n, role in enumerate(ROLES, 1)}
    messages = {
        str(number): {"player": who, "msg": text, "mid": f"m{number}", "quest": 1, "turn": number}
        for number, (who, text) in enumerate(lines, 1)
    }
    return {"users": users, "messages": messages}


BEGUN = (
    ("system", "game started!"),
    ("player-2", "hello"),
    ("system", "player-1 proposed a party: player-1, player-2"),
)
VOTED = (*BEGUN, ("system", f"party vote outcome: {ALL}"))


def imported(game: dict[str, Any], tmp_path: Path) -> Imported | Refused:
    path = tmp_path / "g.json"
    path.write_text(json.dumps(game))
    (one,) = read(path)
    return replayed_game(IMPORTER, one, 0)


@pytest.mark.parametrize(
    ("lines", "about", "kind"),
    [
        (BEGUN, "vote", "unfinished"),
        ((*VOTED, ("system", "vote failed!")), "vote", "votes"),
        ((*VOTED, ("system", "quest failed!")), "propose", "quest"),
        ((*VOTED, ("system", "quest succeeded!")), "propose", "unfinished"),
    ],
)
def test_a_game_is_on_record_as_far_as_the_rules_go_along(
    lines: tuple[tuple[str, str], ...], about: str, kind: str, tmp_path: Path
) -> None:
    back = imported(file(*lines), tmp_path)
    assert isinstance(back, Imported), back
    assert back.record.void is not None
    assert (back.record.void.about, back.record.void.cause.value) == (about, "unrecorded")
    assert back.stop is not None
    assert back.stop.kind == kind
    assert any(line.kind == "statement" for line in back.record.events)


def test_strangers_and_unknown_words_are_told(tmp_path: Path) -> None:
    back = imported(file(*BEGUN, ("nobody", "hi"), ("system", "\x1b[2Jlunch!")), tmp_path)
    assert isinstance(back, Imported), back
    told = {remark.kind: remark.text for remark in back.contradictions}
    assert "nobody is not at the table" in told["seat"]
    assert "\x1b" not in told["unread"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"users": {}}, "5 to 10"),
        ({"messages": {"x": {"player": "a", "msg": "", "mid": "", "quest": 1, "turn": 1}}}, "numbered from 1"),
        ({"messages": []}, "Expected `object`"),
        ({"users": None}, "Expected `object`"),
    ],
)
def test_what_is_no_such_file_is_refused(change: dict[str, Any], why: str, tmp_path: Path) -> None:
    back = imported({**file(*BEGUN), **change}, tmp_path)
    assert isinstance(back, Refused), back
    assert why in back.why


@pytest.mark.parametrize("lines", [(), (("system", "game started!"),), BEGUN[:2]])
def test_a_game_in_which_nobody_is_known_to_lead_is_refused(lines: tuple[tuple[str, str], ...], tmp_path: Path) -> None:
    back = imported(file(*lines), tmp_path)
    assert isinstance(back, Refused), back
    assert "nothing was played" in back.why or "who leads first is not in the file" in back.why


def test_talk_after_a_vote_belongs_to_the_next_attempt(tmp_path: Path) -> None:
    game = file(
        *VOTED,
        ("player-3", "late"),
        ("system", "vote succeeded! initiating quest vote!"),
        ("player-4", "later"),
        ("system", "player-1 proposed a party: player-1, player-3"),
        ("system", "quest succeeded!"),
        ("player-5", "latest"),
        ("system", "player-2 proposed a party: player-1, player-2, player-3"),
    )
    held = {"player": "player-1", "about_player": "player-2", "belief": "good", "quest": 1}
    game["beliefs"] = {str(turn): {**held, "turn": turn} for turn in range(1, 12)}
    back = imported(game, tmp_path)
    assert isinstance(back, Imported), back
    told = [line.kind if line.kind != "statement" else line.fact.text for line in back.record.events]
    public = [each for each in told if each in ("hello", "proposal", "votes", "late", "later", "quest", "latest")]
    assert public == ["hello", "proposal", "votes", "quest", "late", "later", "latest", "proposal"]
    assert [(remark.kind, remark.where) for remark in back.contradictions if remark.kind == "team"] == [
        ("team", "g.json, message 8")
    ]
    seen = [belief.seen for belief in back.beliefs]
    assert seen == sorted(seen), "who has seen more of the file has seen no less of the match"
