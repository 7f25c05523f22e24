"""The 20 human games: all are read, counts agree with the files counted plainly, and whatever does not fit is named."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from keepmum.games.avalon import KIND
from keepmum.games.avalon.facts import Assassination, Proposal, Quest, QuestCard, Statement, Votes
from keepmum.importing.avalon_nlu import IMPORTER
from keepmum.importing.beside import Belief, Label, read_beliefs, read_labels, read_sources
from keepmum.importing.writing import Summary, import_games
from keepmum.play.folder import read_manifest, read_run
from keepmum.play.records import Record, event_lines, events_of, replayed

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "avalon-nlu"
pytestmark = pytest.mark.skipif(
    not DATA.is_dir() and os.environ.get("CI") != "true", reason="the human games are not in ../shared"
)

PARTLY = "3YjxjN.json"
"""Its third quest failed with a team on file on which nobody is evil: the proposal that was voted on is missing."""


def raw(name: str) -> dict[str, Any]:
    return json.loads((DATA / name).read_text())


def said_by_system(name: str, what: str) -> list[str]:
    return [m["msg"] for m in raw(name)["messages"].values() if m["player"] == "system" and what in m["msg"]]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("humans")


@pytest.fixture(scope="module")
def summary(run: Path) -> Summary:
    return import_games("avalon-nlu", IMPORTER, DATA, run)


@pytest.fixture(scope="module")
def records(run: Path, summary: Summary) -> dict[str, Record]:
    sources = {source.match: source.source for source in read_sources(run)}
    return {sources[record.match]: record for record in read_run(run)}


def test_all_twenty_are_read(summary: Summary, records: dict[str, Record]) -> None:
    assert (summary.games, summary.whole, summary.partly, len(summary.refused)) == (20, 19, 1, 0)
    assert sorted(records) == sorted(file.name for file in DATA.glob("*.json"))


def test_replaying_a_record_gives_the_same_events(records: dict[str, Record]) -> None:
    for record in records.values():
        assert event_lines(replayed(record, KIND).events) == event_lines(events_of(record, KIND))


def count(record: Record, kind: type) -> int:
    return sum(isinstance(event.fact, kind) for event in events_of(record, KIND))


def test_counts_are_those_of_the_files(records: dict[str, Record]) -> None:
    for name in records.keys() - {PARTLY}:
        messages = raw(name)["messages"].values()
        record = records[name]
        assert count(record, Statement) == sum(message["player"] != "system" for message in messages), name
        assert count(record, Proposal) == len(said_by_system(name, "proposed a party: ")), name
        assert count(record, Votes) == len(said_by_system(name, "party vote outcome")), name
        assert count(record, Quest) == len(said_by_system(name, "quest succeeded!")) + len(
            said_by_system(name, "quest failed!")
        )


def test_every_message_is_there_in_its_words_and_order(records: dict[str, Record]) -> None:
    for name in records.keys() - {PARTLY}:
        told = [fact for event in events_of(records[name], KIND) if isinstance(fact := event.fact, Statement)]
        spoken = [m for m in raw(name)["messages"].values() if m["player"] != "system"]
        assert [fact.text for fact in told] == [m["msg"] for m in spoken]
        assert [f"player-{fact.seat + 1}" for fact in told] == [m["player"] for m in spoken]
        assert [fact.quest for fact in told] == [m["quest"] for m in spoken]


def test_results_votes_and_teams_are_those_of_the_files(records: dict[str, Record]) -> None:
    for name in records.keys() - {PARTLY}:
        facts = [event.fact for event in events_of(records[name], KIND)]
        quests = [fact.success for fact in facts if isinstance(fact, Quest)]
        outcomes = [m for m in said_by_system(name, "quest ") if m in ("quest succeeded!", "quest failed!")]
        assert quests == [message == "quest succeeded!" for message in outcomes]
        votes = [len(fact.approve) for fact in facts if isinstance(fact, Votes)]
        assert votes == [message.count(": yes") for message in said_by_system(name, "party vote outcome")]
        teams = [{f"player-{seat + 1}" for seat in fact.team} for fact in facts if isinstance(fact, Proposal)]
        named = said_by_system(name, " proposed a party: ")
        assert teams == [set(message.split(": ")[1].split(", ")) for message in named]


def test_endings_are_those_of_the_files(records: dict[str, Record]) -> None:
    said = {"assassinated": "identified merlin", "survived": "didn't find merlin", "sabotaged": "evil has failed three"}
    for name in records.keys() - {PARTLY}:
        ending = records[name].ending
        assert ending is not None
        assert len(said_by_system(name, said[ending])) == 1
    assert Counter(record.ending for record in records.values()) == {
        "assassinated": 9,
        "survived": 7,
        "sabotaged": 3,
        None: 1,
    }


def test_roles_are_those_of_the_files(records: dict[str, Record]) -> None:
    for name, record in records.items():
        assert list(record.roles) == [user["role"].split("-")[0] for user in raw(name)["users"].values()]
        assert set(record.seats) == {"human"}
        assert all(reply.calls == () and reply.thought == "" for reply in record.replies)


def told(summary: Summary, *kinds: str) -> list[tuple[str, str]]:
    return [(remark.kind, remark.where) for remark in summary.contradictions if remark.kind in kinds]


def test_each_contradiction_is_named(summary: Summary) -> None:
    kinds = Counter(remark.kind for remark in summary.contradictions)
    assert kinds == {"label": 20, "leader": 3, "size": 2, "quest": 1, "after the end": 1}
    assert told(summary, "leader") == [
        ("leader", "9avmeG.json, message 24"),
        ("leader", "9avmeG.json, message 63"),
        ("leader", "xbojag.json, message 13"),
    ]
    assert told(summary, "size", "quest", "after the end") == [
        ("quest", "3YjxjN.json, message 57"),
        ("size", "3YjxjN.json, message 35"),
        ("size", "3YjxjN.json, message 58"),
        ("after the end", "3YjxjN.json, message 83"),
    ]


def test_the_game_with_a_missing_proposal_stops_before_it(records: dict[str, Record]) -> None:
    record = records[PARTLY]
    assert record.void is not None
    assert (record.void.seat, record.void.about, record.void.cause.value) == (2, "propose", "unrecorded")
    assert "message 57" in record.void.reason
    assert count(record, Quest) == 2
    last = [fact for event in events_of(record, KIND) if isinstance(fact := event.fact, Statement)][-1]
    assert last.text == raw(PARTLY)["messages"]["54"]["msg"]


def test_cards_are_told_only_where_they_follow(summary: Summary, records: dict[str, Record]) -> None:
    """A failed quest with both evil players on it has one fail or two: nobody is given a card, nor a number."""
    unknown = [remark for remark in summary.unknown if remark.kind == "cards"]
    assert len(unknown) == 8
    both = 0
    for record in records.values():
        facts = [event.fact for event in events_of(record, KIND)]
        for quest in (fact for fact in facts if isinstance(fact, Quest)):
            evil = {seat for seat in quest.team if record.roles[seat] in ("assassin", "morgana")}
            cards = {f.seat: f.card for f in facts if isinstance(f, QuestCard) and f.quest == quest.quest}
            assert quest.fails == (0 if quest.success else None)
            if not quest.success and len(evil) == 2:
                both += 1
                assert cards == {}
            else:
                assert cards == dict.fromkeys(evil, "success" if quest.success else "fail")
    assert both == 8


def test_a_target_is_told_only_where_it_follows(summary: Summary, records: dict[str, Record]) -> None:
    assert len([remark for remark in summary.unknown if remark.kind == "target"]) == 7
    for record in records.values():
        for event in events_of(record, KIND):
            if isinstance(fact := event.fact, Assassination):
                assert fact.target == (record.roles.index("merlin") if fact.right else None)


@pytest.fixture(scope="module")
def labels(run: Path, summary: Summary) -> list[Label]:
    return read_labels(run)


def test_labels_stand_at_their_messages(labels: list[Label], run: Path, records: dict[str, Record]) -> None:
    names = {source.match: source.source for source in read_sources(run)}
    files = {name: raw(name) for name in records}
    events = {record.match: events_of(record, KIND) for record in records.values()}
    for label in labels:
        file = files[names[label.match]]
        message = file["messages"][str(label.entry)]
        fact = events[label.match][label.event].fact
        assert isinstance(fact, Statement)
        assert (fact.text, f"player-{label.seat + 1}") == (message["msg"], message["player"])
        marks = [(p["persuasion"], p["deception"]) for p in file["persuasion"].values() if p["mid"] == message["mid"]]
        assert (label.persuasion, label.deception) in marks


def test_every_label_of_a_whole_game_is_kept(labels: list[Label], run: Path, records: dict[str, Record]) -> None:
    kept = Counter(label.match for label in labels)
    for name in records.keys() - {PARTLY}:
        assert kept[records[name].match] == len(raw(name)["persuasion"])
    file = raw(PARTLY)
    played = {m["mid"] for n, m in file["messages"].items() if int(n) <= 54}
    assert kept[records[PARTLY].match] == sum(mark["mid"] in played for mark in file["persuasion"].values())
    assert len(labels) == 2385


@pytest.fixture(scope="module")
def beliefs(run: Path, summary: Summary) -> list[Belief]:
    return read_beliefs(run)


def test_every_stated_belief_is_kept(beliefs: list[Belief], records: dict[str, Record]) -> None:
    assert len(beliefs) == sum(len(raw(name).get("beliefs", {})) for name in records) == 485


def test_a_belief_stands_between_what_was_seen_and_what_was_not(
    beliefs: list[Belief], run: Path, records: dict[str, Record]
) -> None:
    names = {source.match: source.source for source in read_sources(run)}
    for belief in beliefs:
        name = names[belief.match]
        facts = [event.fact for event in events_of(records[name], KIND)]
        held = raw(name)["beliefs"][str(belief.entry)]
        assert (f"player-{belief.seat + 1}", belief.belief) == (held["player"], held["belief"])
        assert belief.seen <= belief.until <= len(facts)
        before = [fact for fact in facts[: belief.seen] if isinstance(fact, Statement)]
        earlier = [
            m
            for m in raw(name)["messages"].values()
            if m["player"] != "system" and (m["quest"], m["turn"]) < (held["quest"], held["turn"])
        ]
        assert len(before) == len(earlier)


def test_the_manifest_says_where_it_is_from(run: Path, summary: Summary) -> None:
    options = read_manifest(run).options
    assert options["importer"] == "avalon-nlu"
    assert "MIT" in options["licence"]
    assert len(options["files"]) == 20
    assert all(len(digest) == 64 for digest in options["files"].values())


def test_importing_again_adds_nothing(run: Path, summary: Summary) -> None:
    before = (run / "matches.jsonl").read_bytes()
    assert import_games("avalon-nlu", IMPORTER, DATA, run).whole == 19
    assert (run / "matches.jsonl").read_bytes() == before
