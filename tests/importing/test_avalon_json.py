"""Games in the plain shape: there and back for every size of table, contradictions named, hostile files refused."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from keepmum.adapters.avalon_json import write
from keepmum.core.options import OptionError
from keepmum.games.avalon import KIND, Options
from keepmum.games.avalon.facts import Leader, Proposal, Quest, QuestCard, Statement, Votes
from keepmum.importing.avalon_json import IMPORTER, read
from keepmum.importing.plain import Game, Refused
from keepmum.importing.replaying import Imported
from keepmum.importing.seam import ImportRefused
from keepmum.importing.writing import import_games, replayed_game
from keepmum.judging.judged import read_bench
from keepmum.play.match import play_match
from keepmum.play.records import Dealt, Record, event_lines, events_of, record_of, replayed
from keepmum.play.seats import assign


def played(options: Options, match: int) -> Record:
    deal = KIND.deal(options, 3, match)
    bot = KIND.bots["random"]({})
    agents = [bot(Random(f"{match}/{seat}")) for seat in range(options.players)]
    result = asyncio.run(play_match(deal, agents, Random(match)))
    seats = assign({"all": "bot:random"}, deal.roles)
    return record_of(deal.game, Dealt(3, match, deal.roles, seats), result)


def written(record: Record, tmp_path: Path) -> dict[str, Any]:
    return write(record, KIND, read_bench(tmp_path, KIND).of(record.match))


def again(shape: Any, tmp_path: Path) -> Imported | Refused:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(shape))
    (one,) = read(file)
    return replayed_game(IMPORTER, one, 0)


PUBLIC = (Leader, Proposal, Statement, Votes, Quest)


@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.parametrize("discussion", [0, 1])
def test_there_and_back(players: int, discussion: int, tmp_path: Path) -> None:
    """All that happened in public, the roles and the ending are the same, and so is what is written again."""
    options = Options(players=players, discussion=discussion)
    for match in range(12):
        record = played(options, match)
        shape = written(record, tmp_path)
        back = again(shape, tmp_path)
        assert isinstance(back, Imported), back
        assert (back.stop, back.contradictions) == (None, ())
        assert (back.record.ending, back.record.returns) == (record.ending, record.returns)
        assert back.record.roles == record.roles
        assert back.record.seats == ("import:bot:random",) * players
        there, here = (
            [event.fact for event in events_of(each, KIND) if isinstance(event.fact, PUBLIC)]
            for each in (record, back.record)
        )
        assert here == there
        assert event_lines(replayed(back.record, KIND).events) == event_lines(events_of(back.record, KIND))
        assert written(back.record, tmp_path) == shape


def test_no_card_is_made_up(tmp_path: Path) -> None:
    """Cards that the record has are those that were played; where they are not certain, it has none."""
    certain = unknown = 0
    for match in range(40):
        record = played(Options(players=10, discussion=0), match)
        back = again(written(record, tmp_path), tmp_path)
        assert isinstance(back, Imported)
        there, here = (
            {f.quest: {} for f in facts if isinstance(f, QuestCard)}
            | {q: {f.seat: f.card for f in facts if isinstance(f, QuestCard) and f.quest == q} for q in range(1, 6)}
            for facts in ([event.fact for event in events_of(each, KIND)] for each in (record, back.record))
        )
        for quest, cards in here.items():
            if cards:
                certain += 1
                assert cards == there[quest]
                assert len(set(cards.values())) == 1
            elif there[quest]:
                unknown += 1
                assert len(set(there[quest].values())) == 2
        assert len([remark for remark in back.unknown if remark.kind == "cards"]) == sum(
            len(set(cards.values())) == 2 for cards in there.values()
        )
    assert certain > 10
    assert unknown > 10


@pytest.mark.parametrize(
    "options",
    [
        Options(players=7, roles=("merlin", "percival", "morgana", "mordred", "oberon"), discussion=0),
        Options(players=5, roles=("none",), discussion=0),
        Options(players=8, roles=("merlin",), dagger="minion", discussion=0),
        Options(players=7, dagger="any", discussion=0),
    ],
    ids=["no assassin", "no merlin", "a minion", "anybody"],
)
def test_other_roles(options: Options, tmp_path: Path) -> None:
    for match in range(10):
        record = played(options, match)
        back = again(written(record, tmp_path), tmp_path)
        assert isinstance(back, Imported), back
        assert back.record.ending == record.ending


def test_another_variant_and_a_void_match_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="recon variant"):
        written(played(Options(variant="recon"), 0), tmp_path)


# -- a game by hand

GOOD_TEAMS = ([1, 2], [1, 2, 3], [1, 2, 3, 4])


def small() -> dict[str, Any]:
    """Three quests succeed; the assassin misses."""
    quests = [{"attempts": [{"team": team, "votes": [True] * 6}], "fails": 0} for team in GOOD_TEAMS]
    roles = ["merlin", "percival", "servant", "servant", "morgana", "assassin"]
    return {"roles": roles, "quests": quests, "winner": "good", "first_leader": 6, "assassination": 2}


def test_a_game_by_hand(tmp_path: Path) -> None:
    back = again(small(), tmp_path)
    assert isinstance(back, Imported), back
    leaders = [event.fact.seat for event in events_of(back.record, KIND) if isinstance(event.fact, Leader)]
    assert leaders == [5, 0, 1]
    assert back.record.ending == "survived"
    assert back.record.seats == ("human",) * 6


def test_talk_may_stand_before_a_team_and_teams_be_named_again(tmp_path: Path) -> None:
    game = small()
    talk = [{"player": 3, "text": "Take me."}, {"team": [2, 3]}, {"player": 3, "text": "Good."}, {"team": [1, 2]}]
    game["quests"][0]["attempts"][0]["talk"] = talk
    game["last_talk"] = [{"player": 5, "text": "It is player 2."}]
    back = again(game, tmp_path)
    assert isinstance(back, Imported), back
    told = [event.fact for event in events_of(back.record, KIND) if isinstance(event.fact, Statement | Proposal)]
    assert [fact.kind for fact in told[:4]] == ["statement", "proposal", "statement", "proposal"]
    assert told[-1] == Statement(4, 1, 4, "It is player 2.")
    assert json.loads(json.dumps(written(back.record, tmp_path)))["quests"][0]["attempts"][0]["talk"] == talk


def test_a_long_statement_is_kept(tmp_path: Path) -> None:
    game = small()
    game["quests"][0]["attempts"][0]["talk"] = [{"player": 1, "text": "word " * 300}]
    assert isinstance(again(game, tmp_path), Imported)


Change = Callable[[dict[str, Any]], object]


def change(path: str, value: Any) -> Change:
    """Set what is at a path such as quests/0/fails."""

    def apply(game: dict[str, Any]) -> None:
        *way, last = [int(step) if step.isdecimal() else step for step in path.split("/")]
        place: Any = game
        for step in way:
            place = place[step]
        place[last] = value

    return apply


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (change("quests/0/attempts/0/team", [1, 2, 3]), "attempt 1: a team of 3"),
        (change("quests/1/attempts/0/team", [1, 2, 2]), "attempt 2: a team is of different players"),
        (change("quests/1/attempts/0/team", [0, 1, 2]), "attempt 2: a team is of different players"),
        (change("quests/1/attempts/0/team", [1, 2, 7]), "attempt 2: a team is of different players"),
        (change("quests/1/attempts/0/votes", [True] * 5), "attempt 2: not every one of 6"),
        (change("quests/1/attempts/0/votes", [True] * 3 + [False] * 3), "a quest took place though"),
        (change("quests/1/fails", 1), "attempt 2: the quest failed with 1 fail cards"),
        (change("quests/1/success", False), "attempt 2: the quest failed"),
        (change("quests/1/fails", -1), "cannot"),
        (change("quests/1/fails", None), "attempt 2: how the quest went"),
        (change("quests/1/attempts", []), "attempt 2: a team of 4"),
        (change("winner", "evil"), "attempt 3: player 2 is not Merlin"),
        (
            lambda game: (change("assassination", None)(game), change("winner", "evil")(game)),
            "file, which says that evil",
        ),
        (change("quests", []), "nothing was played"),
        (change("assassination", None), "the assassination is not in the file"),
        (change("assassination", 6), "the dagger knows player 6 to be evil"),
        (change("assassination", 5), "the dagger knows player 5 to be evil"),
        (change("assassination", 7), "there is no player 7"),
        (change("assassination", 1), "player 1 is Merlin"),
        (change("quests/2", {"attempts": []}), "the file ends before"),
        (change("first_leader", None), "who leads first is missing"),
        (change("first_leader", 7), "there is no player 7 to lead"),
        (change("first_leader", 10**30), "."),
        (change("roles/0", "servant"), "dagger|assassination"),
        (change("roles/0", "wizard"), "there is no role 'wizard'"),
        (change("roles/2", "merlin"), "there is one merlin at most"),
        (change("roles/2", "minion"), "4 good and 2 evil"),
        (change("roles", ["merlin"]), "5 to 10"),
        (change("roles", []), "5 to 10"),
        (change("roles", ["servant"] * 10_000), "5 to 10"),
        (change("dagger", "any"), "held by one of players 5, 6"),
        (change("holder", 5), "held by one of players 6"),
        (change("dagger", "oberon"), "dagger is one of"),
        (change("agents", ["me"]), "6 roles and 1 agents"),
        (change("secret", 1), "unknown field `secret`"),
        (change("quests", {}), "Expected `array`"),
        (change("quests/0/attempts/0/votes", [1] * 6), "Expected `bool`"),
        (change("quests/0/attempts/0/talk", [{"player": 9, "text": "Hm."}]), "there is no player 9"),
        (change("quests/0/attempts/0/talk", [{"player": 1, "text": " "}]), "the message is empty"),
        (change("quests/0/attempts/0/talk", [{"player": 1}]), "talk has a player and a text"),
        (change("quests/0/attempts/0/talk", [{"team": [3, 4]}]), "not the one that was voted on"),
        (lambda game: game["quests"].append(game["quests"][2]), "attempt 4: the game goes on after it was decided"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_with_its_place(wrong: Change, why: str, tmp_path: Path) -> None:
    game = small()
    wrong(game)
    back = again(game, tmp_path)
    assert isinstance(back, Refused), back
    assert re.search(why, back.why), back.why


def test_talk_after_the_end_does_not_hide_where_the_game_goes_wrong(tmp_path: Path) -> None:
    game = small()
    talk = [{"player": 3, "text": "Once more?"}, {"team": [1, 2, 3]}]
    game["quests"].append({"attempts": [{"team": [1, 2, 3], "votes": [True] * 6, "talk": talk}], "fails": 0})
    back = again(game, tmp_path)
    assert isinstance(back, Refused), back
    assert back.why == "attempt 4: the game goes on after it was decided"


def test_a_lead_that_skips_is_kept_and_told(tmp_path: Path) -> None:
    game = small()
    game["quests"][1]["attempts"][0]["leader"] = 4
    back = again(game, tmp_path)
    assert isinstance(back, Imported), back
    assert [(remark.kind, remark.where) for remark in back.contradictions] == [("leader", "game.json, attempt 2")]
    led = [event.fact.leader for event in events_of(back.record, KIND) if isinstance(event.fact, Proposal)]
    assert led == [5, 3, 4]


def test_a_winner_that_the_quests_do_not_give_is_refused(tmp_path: Path) -> None:
    game = small()
    for quest, size in zip(game["quests"], (2, 3, 4), strict=True):
        quest["attempts"][0]["team"] = [1, 2, 3, 5][-size:]
        quest["fails"] = 1
    game["assassination"] = None
    back = again(game, tmp_path)
    assert isinstance(back, Refused)
    assert back.why == "attempt 3: the file says that good won, and by the rules evil did"
    game["winner"] = "evil"
    assert isinstance(again(game, tmp_path), Imported)


def test_a_result_without_a_count(tmp_path: Path) -> None:
    game = small()
    for quest in game["quests"]:
        del quest["fails"]
        quest["success"] = True
    back = again(game, tmp_path)
    assert isinstance(back, Imported), back
    assert not back.record.rules["counted"]


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 100_000, "null", "7", '"x"', "\xff", '{"roles": 1}', '{"a": ' * 5000, "[[[]]]"]
)
def test_a_hostile_file_is_refused_politely(text: str, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(text.encode("latin-1"))
    found = list(read(file))
    assert found
    assert all(isinstance(each, Refused) for each in found)
    assert all(len(each.why) < 300 for each in found if isinstance(each, Refused))


def test_one_bad_game_refuses_itself_alone(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps([small(), {"roles": []}, small()]))
    (tmp_path / "b.jsonl").write_text(json.dumps(small()) + "\n\nnonsense\n" + json.dumps(small()))
    summary = import_games("avalon-json", IMPORTER, tmp_path, tmp_path / "run")
    assert (summary.games, summary.whole, len(summary.refused)) == (6, 4, 2)
    assert [each.source for each in summary.refused] == ["b.jsonl, game 2", "a.json, game 2"]
    assert all(isinstance(each, Game | Refused) for each in read(tmp_path / "a.json"))


def test_nothing_to_read_says_so(tmp_path: Path) -> None:
    with pytest.raises(ImportRefused, match=r"has no \*\.json"):
        import_games("avalon-json", IMPORTER, tmp_path, tmp_path / "run")
    with pytest.raises(ImportRefused, match="no such file"):
        import_games("avalon-json", IMPORTER, tmp_path / "none", tmp_path / "run")
