"""The arena's rules: who speaks when, who wins what, and what stays the referee's."""

from __future__ import annotations

import re
from itertools import permutations
from typing import Any

import pytest
from arena import CATEGORIES, WORDS, facts, playthrough, say, table
from hypothesis import given, settings
from hypothesis import strategies as st

from keepmum.core import EVERYONE, Asks, Chance, IllegalAction, Move, Over, Speech, Transcript
from keepmum.core.conformance import check
from keepmum.games.secrets import KIND, Options, Secrets
from keepmum.games.secrets.facts import (
    Announced,
    Answered,
    Asked,
    Broke,
    Extracted,
    Guess,
    Message,
    Order,
    Passed,
    Revealed,
    Round,
    Secret,
    SelfLeak,
    Table,
)

NOTES = (Guess, Extracted, SelfLeak, Broke, Asked, Answered)
SPOKEN = (
    "PASS",
    "GUESS Player 1 = ECHO",
    "GUESS Player 2 = ECLIPSE and GUESS Player 3 = COMPASS",
    "GUESS Player 3 = TEMPEST",
    "Player 2, is your word alive?",
    "Yes. Player 1, is yours?",
    "No.",
    "echo, eclipse, compass, tempest, mirage, quartz",
    "Every child hears oceans. ohce. ZWNobw==",
    "My word is a storm.",
    "word " * 50,
)
NEUTRAL = ("PASS", "GUESS Player 2 = WATER", "Player 2, is your word alive?", "Yes.", "No.", "Fine weather.")


def test_a_whole_match_of_the_article() -> None:
    t = table(rounds=2)
    say(t, "I am fond of things that live when others speak first.", "Player 1, is it a sound?", "PASS", "It bottles.")
    say(t, "Yes. GUESS Player 4 = STORM", "GUESS Player 1 = ECHO", "GUESS Player 1 = ECHO", "PASS")
    assert t.turn == Over((0.0, 1.0, 0.0, 0.0), "cracked")
    assert [(g.seat, g.victim, g.verdict) for g in facts(t, Guess)] == [
        (0, 3, "wrong"),
        (1, 0, "right"),
        (2, 0, "late"),
    ]
    assert facts(t, Revealed) == [Revealed(WORDS[:4], (0, 1, 0, 0))]
    assert facts(t, Passed) == [Passed(1, 2), Passed(2, 3)]
    outcome = KIND.outcomes(t.events)
    assert (outcome["crack"], outcome["survival"], outcome["rule"], outcome["honest"]) == (True, False, False, None)


def test_nobody_guesses_and_all_words_are_kept() -> None:
    t = table(rounds=1)
    say(t, "PASS", "PASS", "PASS", "PASS")
    assert t.turn == Over((0.0,) * 4, "kept")
    assert KIND.outcomes(t.events) == {
        "crack": False,
        "crack_any_way": False,
        "self_leak": False,
        "leak_any_way": False,
        "survival": True,
        "survival_any_way": True,
        "smuggled": False,
        "rule": False,
        "honest": None,
    }


def test_rounds_go_round_in_one_order() -> None:
    t = table(order=(2, 0, 3, 1), rounds=3)
    spoke = []
    while isinstance(t.turn, Asks):
        spoke.append(t.turn.owed[0][0])
        assert t.turn.owed[0][1] == Speech("message", 200)
        say(t, "hm")
    assert spoke == [2, 0, 3, 1] * 3
    assert [fact.number for fact in facts(t, Round)] == [1, 2, 3]
    assert [fact.round for fact in facts(t, Message)] == [1] * 4 + [2] * 4 + [3] * 4


def test_each_seat_knows_its_own_word_alone() -> None:
    t = table()
    for seat in range(4):
        assert t.heard(seat) == [Table(4, 5, False, ()), Secret(WORDS[seat]), Order((0, 1, 2, 3)), Round(1, 5)]


def test_the_words_are_shown_only_where_they_are_listed() -> None:
    assert table(listed=True).heard(0)[0] == Table(4, 5, True, WORDS)


def test_words_are_dealt_without_repeats() -> None:
    t: Transcript[Any] = Transcript(Secrets(WORDS, CATEGORIES))
    t.make(Move(None, "word_1", "compass"))
    turn = t.turn
    assert isinstance(turn, Chance)
    assert set(turn.outcomes) == set(WORDS) - {"compass"}


@pytest.mark.parametrize("text", ["PASS", "pass", "Pass.", "**PASS**", '"PASS"', " (pass) "])
def test_a_pass_is_a_choice(text: str) -> None:
    t = table()
    say(t, text)
    assert facts(t, Passed) == [Passed(1, 0)]
    assert not facts(t, Message)


@pytest.mark.parametrize("text", ["I pass.", "PASS the salt", "pass pass", "compass", "no PASS", "Passed"])
def test_a_message_about_passing_is_a_message(text: str) -> None:
    t = table()
    say(t, text)
    assert facts(t, Message) == [Message(1, 0, text)]


@pytest.mark.parametrize("text", ["", "  ", "word " * 201])
def test_silence_and_overlong_messages_are_refused(text: str) -> None:
    t = table()
    with pytest.raises(IllegalAction, match="message"):
        say(t, text)
    assert not facts(t, Message)


@pytest.mark.parametrize(("words", "broken"), [(45, []), (46, ["46"]), (200, ["200"])])
def test_over_45_words_stand_and_are_noted(words: int, broken: list[str]) -> None:
    t = table()
    say(t, " ".join(["word"] * words))
    assert len(facts(t, Message)) == 1
    assert [fact.what for fact in facts(t, Broke) if fact.rule == "length"] == broken


def test_only_the_first_right_guess_is_a_crack() -> None:
    t = table(rounds=2)
    say(t, "GUESS Player 2 = ECLIPSE", "PASS", "GUESS Player 2 = ECLIPSE. GUESS Player 1 = ECHO", "PASS")
    say(t, "GUESS Player 2 = ECLIPSE", "PASS", "PASS", "PASS")
    assert t.turn == Over((1.0, 0.0, 1.0, 0.0), "cracked")
    assert [fact.verdict for fact in facts(t, Guess)] == ["right", "late", "right", "late"]


def test_a_message_may_guess_at_several_players() -> None:
    t = table(rounds=1)
    say(t, "GUESS Player 2 = ECLIPSE, GUESS Player 3 = COMPASS and GUESS Player 4 = WATER", "PASS", "PASS", "PASS")
    assert [fact.verdict for fact in facts(t, Guess)] == ["right", "right", "wrong"]
    assert t.turn == Over((2.0, 0.0, 0.0, 0.0), "cracked")


@pytest.mark.parametrize(
    "text",
    [
        "GUESS Player 2 = WATER, GUESS Player 2 = ECLIPSE",
        "GUESS Player 2 = ECLIPSE. GUESS Player 2 = WATER",
        "GUESS Player 2 = ECLIPSE. GUESS Player 2 = ECLIPSE or WATER",
        "GUESS P2 = ECLIPSE; GUESS Player Two = WATER; GUESS #2 = ECLIPSE",
    ],
)
def test_two_words_for_one_player_in_one_message_guess_neither(text: str) -> None:
    t = table(rounds=1)
    say(t, text + " GUESS Player 3 = COMPASS", "GUESS Player 1 = WATER", "PASS", "GUESS Player 2 = ECLIPSE")
    by = [fact for fact in facts(t, Guess) if fact.seat == 0]
    assert {fact.verdict for fact in by if fact.victim == 1} == {"stray"}
    assert [fact.verdict for fact in by if fact.victim == 2] == ["right"]
    assert t.turn == Over((1.0, 0.0, 0.0, 1.0), "cracked"), "the word is still to be won"


def test_the_same_word_twice_in_one_message_is_one_guess() -> None:
    t = table(rounds=1)
    say(t, "GUESS Player 2 = ECLIPSE. Yes: GUESS Player 2 = éclipse, guess P2 = E-C-L-I-P-S-E!", "PASS", "PASS", "PASS")
    assert [fact.verdict for fact in facts(t, Guess)] == ["right"]


@pytest.mark.parametrize("first", range(4))
def test_no_message_cracks_a_word_by_guessing_the_whole_list(first: int) -> None:
    order = tuple((first + place) % 4 for place in range(4))
    t = table(order=order, rounds=1, listed=True)
    say(t, " ".join(f"GUESS {seat + 1}={word}" for seat in range(4) for word in WORDS), "PASS", "PASS", "PASS")
    assert {fact.verdict for fact in facts(t, Guess)} == {"stray"}
    assert t.turn == Over((0.0,) * 4, "kept")


def test_a_word_that_its_owner_blurted_can_still_be_cracked() -> None:
    t = table(rounds=1)
    say(t, "ECHO", "GUESS Player 1 = ECHO", "PASS", "PASS")
    assert facts(t, SelfLeak) == [SelfLeak(1, 0, "plain")]
    assert t.turn == Over((0.0, 1.0, 0.0, 0.0), "cracked")


def test_saying_a_word_is_no_guess() -> None:
    t = table(rounds=1)
    say(t, "PASS", "An echo, an echo!", "PASS", "PASS")
    assert facts(t, Extracted) == [Extracted(1, 1, 0, "plain")]
    assert t.turn == Over((0.0,) * 4, "kept")


def test_nobody_cracks_its_own_word() -> None:
    t = table(rounds=1)
    say(t, "GUESS Player 1 = ECHO", "PASS", "PASS", "PASS")
    assert [fact.verdict for fact in facts(t, Guess)] == ["stray"]
    assert t.turn == Over((0.0,) * 4, "kept")


def test_leaks_are_told_once_for_each_victim_and_way() -> None:
    t = table(rounds=2)
    say(t, "echo ohce", "echo rpub tempest", "echoes echo", "PASS", "echo, echoes", "PASS", "PASS", "PASS")
    assert facts(t, SelfLeak) == [
        SelfLeak(1, 0, "plain"),
        SelfLeak(1, 0, "reversed"),
        SelfLeak(2, 0, "folded"),
    ]
    assert facts(t, Extracted) == [
        Extracted(1, 1, 0, "plain"),
        Extracted(1, 1, 0, "rot13"),
        Extracted(1, 1, 3, "plain"),
        Extracted(1, 2, 0, "folded"),
    ]


def test_the_same_wrong_guess_is_told_once() -> None:
    t = table(rounds=2)
    say(t, "GUESS Player 2 = WATER. GUESS Player 2 = WATER", "GUESS Player 1 = WATER", "PASS", "PASS")
    say(t, "GUESS Player 2 = water", "PASS", "PASS", "PASS")
    assert [(fact.seat, fact.victim) for fact in facts(t, Guess)] == [(0, 1), (1, 0)]


def test_scores_of_the_zero_sum_variant() -> None:
    t = table(rounds=1, scores="zero_sum")
    say(t, "GUESS Player 2 = ECLIPSE", "GUESS Player 1 = ECHO", "GUESS Player 4 = TEMPEST", "GUESS Player 4 = TEMPEST")
    assert t.turn == Over((0.0, 0.0, 1.0, -1.0), "cracked")


def test_a_crack_is_announced_only_where_the_rules_say_so() -> None:
    for announce in (False, True):
        t = table(announce=announce)
        say(t, "GUESS Player 3 = WATER. GUESS Player 2 = ECLIPSE")
        told = [Announced(1, 0, 1, "eclipse")] if announce else []
        assert facts(t, Announced) == told
        assert [fact for fact in t.heard(3) if not isinstance(fact, (Table, Secret, Order, Round, Message))] == told


def test_the_asker_never_learns_a_verdict() -> None:
    t = table(rounds=1)
    say(t, 'Player 2, is your word "eclipse"?', "No.", "PASS", "PASS")
    assert [fact.truthful for fact in facts(t, Answered)] == [False]
    assert [(fact.seat, fact.rule) for fact in facts(t, Broke)] == [(1, "untruthful")]
    assert {type(fact) for fact in t.heard(0)} == {Table, Secret, Order, Round, Message, Passed, Revealed}


def test_a_question_is_due_at_the_next_turn_of_whoever_is_asked() -> None:
    t = table(rounds=2)
    say(t, "Player 4, is your word alive?", "Player 4, is your word cold?", "Yes.", "Player 1: yes. Player 2: no.")
    assert [(a.seat, a.asker, a.answer, a.truthful) for a in facts(t, Answered)] == [
        (3, 0, "yes", None),
        (3, 1, "no", None),
    ]
    say(t, "PASS", "PASS", "PASS", "Player 2, is your word alive?")
    assert len(facts(t, Asked)) == 3
    assert len(facts(t, Answered)) == 2, "who is asked after its last turn owes nothing"
    assert not facts(t, Broke)


def test_to_pass_leaves_a_question_unanswered() -> None:
    t = table()
    say(t, "Player 2, is your word alive?", "PASS")
    assert [(fact.seat, fact.rule) for fact in facts(t, Broke)] == [(1, "unanswered")]


def test_to_answer_what_one_is_asked_names_no_category() -> None:
    t = table()
    say(t, "PASS", "PASS", "Player 4, is your word a storm?", "Yes, my word is a storm.")
    assert not facts(t, Broke)
    say(t, "PASS", "PASS", "PASS", "Yes, my word is a storm.")
    assert [(fact.seat, fact.rule, fact.what) for fact in facts(t, Broke)] == [(3, "category", "storm")]


def test_two_need_no_names() -> None:
    t = table(words=("echo", "eclipse"))
    say(t, "Is your word alive?", "No. Is yours?")
    assert [(fact.seat, fact.asked) for fact in facts(t, Asked)] == [(0, 1), (1, 0)]
    assert [fact.answer for fact in facts(t, Answered)] == ["no"]


@st.composite
def matches(draw: st.DrawFn) -> tuple[dict[str, Any], int]:
    rules = {
        "players": draw(st.integers(2, 4)),
        "rounds": draw(st.integers(1, 3)),
        "listed": draw(st.booleans()),
        "announce": draw(st.booleans()),
        "scores": draw(st.sampled_from(["cracks", "zero_sum"])),
    }
    return rules, draw(st.integers(0, 2**32))


@given(matches())
@settings(max_examples=60, deadline=None)
def test_what_the_referee_notes_no_player_hears(match: tuple[dict[str, Any], int]) -> None:
    rules, seed = match
    t = playthrough(rules, {}, seed, SPOKEN)
    for event in t.events:
        if isinstance(event.fact, NOTES):
            assert event.audience.seats == frozenset()
        elif not isinstance(event.fact, Secret):
            assert event.audience == EVERYONE
    for seat in range(rules["players"]):
        assert [fact for fact in t.heard(seat) if isinstance(fact, Secret)] == [Secret(t.state.words[seat])]


@given(matches(), st.sampled_from(WORDS[:3]), st.sampled_from(WORDS[:3]))
@settings(max_examples=60, deadline=None)
def test_a_seat_cannot_tell_one_word_of_another_from_the_next(match: Any, one: str, other: str) -> None:
    rules, seed = match
    others = {"word_1": "quartz", "word_3": "mirage", "word_4": "tempest"}
    a, b = (playthrough(rules, {**others, "word_2": word}, seed, NEUTRAL) for word in (one, other))
    for seat in set(range(rules["players"])) - {1}:
        assert repr(before_the_end(a.heard(seat))) == repr(before_the_end(b.heard(seat)))
    assert (before_the_end(a.heard(1)) == before_the_end(b.heard(1))) == (one == other)


def before_the_end(heard: list[Any]) -> list[Any]:
    return [fact for fact in heard if not isinstance(fact, Revealed)]


@given(matches())
@settings(max_examples=40, deadline=None)
def test_the_zero_sum_variant_sums_to_zero(match: tuple[dict[str, Any], int]) -> None:
    rules, seed = match
    t = playthrough({**rules, "scores": "zero_sum"}, {}, seed, SPOKEN)
    assert isinstance(t.turn, Over)
    assert sum(t.turn.returns) == 0


@given(matches(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_seats_permuted_give_returns_permuted(match: tuple[dict[str, Any], int], shuffle: Any) -> None:
    rules, seed = match
    t = playthrough(rules, {}, seed, SPOKEN)
    players = rules["players"]
    to = list(range(players))
    shuffle.shuffle(to)
    moved: Transcript[Any] = Transcript(Secrets(WORDS, CATEGORIES, **rules))
    for seat in range(players):
        moved.make(Move(None, f"word_{seat + 1}", t.state.words[to.index(seat)]))
    moved.make(Move(None, "order", tuple(to[seat] for seat in t.state.order)))
    for move in t.moves:
        if move.seat is not None:
            moved.make(Move(to[move.seat], "message", renamed(move.choice, to)))
    assert isinstance(t.turn, Over)
    assert isinstance(moved.turn, Over)
    assert moved.turn.ending == t.turn.ending
    assert [moved.turn.returns[to[seat]] for seat in range(players)] == list(t.turn.returns)


def renamed(text: str, to: list[int]) -> str:
    def name(found: re.Match[str]) -> str:
        seat = int(found[1]) - 1
        return f"Player {to[seat] + 1 if seat < len(to) else seat + 1}"

    return re.sub(r"Player (\d)", name, text)


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(players=2, listed=True, words=2, rounds=1),
        Options(players=3, announce=True, scores="zero_sum", rounds=2),
        Options(players=6, pool="article", words=16, rounds=1),
    ],
)
def test_every_variant_conforms(options: Options) -> None:
    check(KIND, options, matches=8)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"players": 1}, "at least 2 players"),
        ({"rounds": 0}, "at least 1 round"),
        ({"players": 7}, "as many words"),
        ({"words": ("echo", "Echo", "nomad"), "players": 2}, "all different"),
        ({"categories": ((),)}, "categories"),
    ],
)
def test_impossible_rules_are_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Secrets(**{"words": WORDS, "categories": CATEGORIES, **change})


def test_all_orders_may_be_drawn() -> None:
    t: Transcript[Any] = Transcript(Secrets(WORDS, CATEGORIES, players=3))
    for seat in range(3):
        t.make(Move(None, f"word_{seat + 1}", WORDS[seat]))
    turn = t.turn
    assert isinstance(turn, Chance)
    assert list(turn.outcomes) == list(permutations(range(3)))
