"""The Chameleon's rules: who may know what, who wins, and what stays hidden."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepmum.core import Asks, Chance, Choice, IllegalAction, Move, Over, Speech, Transcript, Word
from keepmum.core.conformance import WORDS, check, check_tree
from keepmum.core.tree import TreeSize
from keepmum.games.chameleon import KIND, Chameleon, Options
from keepmum.games.chameleon.facts import (
    Accused,
    Appointed,
    Ballots,
    Card,
    Clue,
    Identity,
    Order,
    Revealed,
    SealedClue,
    SelfReveal,
    Tally,
    Tie,
)
from keepmum.games.chameleon.orders import Orders

CARD = ("bronze age", "cold war", "renaissance", "stone age")


def table(secret: str = "bronze age", chameleon: int = 2, order: tuple[int, ...] = (1, 2, 0, 3), **options: object):
    transcript = Transcript(Chameleon("Periods", CARD, **{"players": len(order), **options}))
    for about, outcome in (("secret", secret), ("chameleon", chameleon), ("order", order)):
        transcript.make(Move(None, about, outcome))
    return transcript


def say(transcript: Transcript, *clues: str) -> None:
    for clue in clues:
        turn = transcript.turn
        assert isinstance(turn, Asks)
        transcript.make(Move(turn.owed[0][0], "clue", clue))


def vote(transcript: Transcript, *votes: int) -> None:
    for seat, suspect in enumerate(votes):
        transcript.make(Move(seat, "vote", str(suspect)))


def facts(transcript: Transcript, kind: type) -> list:
    return [event.fact for event in transcript.events if isinstance(event.fact, kind)]


def test_a_whole_match() -> None:
    t = table()
    say(t, "copper", "tools", "furnace", "mining")
    assert [(c.seat, c.word) for c in facts(t, Clue)] == [(1, "copper"), (2, "tools"), (0, "furnace"), (3, "mining")]
    vote(t, 3, 3, 1, 3)
    assert t.turn == Asks(((2, Choice("guess", CARD)),))
    t.make(Move(2, "guess", "stone age"))
    assert t.turn == Over((1.0, 1.0, -1.0, 1.0), "caught")
    assert KIND.outcomes(t.events) == {"win": True, "identified": True, "second_chance": False, "self_reveal": False}


@pytest.mark.parametrize(
    ("votes", "guess", "ending", "outcome"),
    [
        ((3, 3, 1, 3), "cold war", "caught", (True, True, False)),
        ((3, 3, 1, 3), "bronze age", "guessed", (False, True, True)),
        ((1, 1, 1, 3), None, "escaped", (False, False, None)),
    ],
)
def test_the_three_endings_of_section_3_1(votes, guess, ending, outcome) -> None:
    t = table()
    say(t, "a", "b", "c", "d")
    vote(t, *votes)
    if guess:
        t.make(Move(2, "guess", guess))
    assert isinstance(t.turn, Over)
    assert t.turn.ending == ending
    counted = KIND.outcomes(t.events)
    assert (counted["win"], counted["identified"], counted["second_chance"]) == outcome
    won = 1.0 if ending == "caught" else -1.0
    assert t.turn.returns == (won, won, -won, won)


def test_a_tie_is_broken_uniformly_among_the_tied() -> None:
    t = table()
    say(t, "a", "b", "c", "d")
    vote(t, 3, 3, 1, 1)
    assert facts(t, Tie) == [Tie((0, 2))]
    assert t.turn == Chance("tie_break", (0, 2))
    t.make(Move(None, "tie_break", 2))
    assert facts(t, Accused) == [Accused(2, True)]


def test_a_tie_may_be_broken_by_a_player_as_the_authors_program_does() -> None:
    t = table(tie_break="player")
    say(t, "a", "b", "c", "d")
    vote(t, 3, 3, 1, 1)
    assert t.turn == Chance("breaker", range(4))
    t.make(Move(None, "breaker", 3))
    assert facts(t, Appointed) == [Appointed(3)]
    assert t.turn == Asks(((3, Choice("tie_break", ("1", "3"))),))
    with pytest.raises(IllegalAction):
        t.make(Move(3, "tie_break", "2"))
    t.make(Move(3, "tie_break", "1"))
    assert t.turn == Over((-1.0, -1.0, 1.0, -1.0), "escaped")


def test_everyone_sees_the_card_and_only_some_the_word() -> None:
    t = table()
    for seat in range(4):
        heard = t.heard(seat)
        assert heard[0] == Card("Periods", CARD, 4)
        assert heard[1] == (Identity(True, None) if seat == 2 else Identity(False, "bronze age"))
        assert heard[2] == Order((1, 2, 0, 3))


def test_nobody_sees_a_ballot_before_all_are_in() -> None:
    t = table()
    say(t, "a", "b", "c", "d")
    before = [len(t.heard(seat)) for seat in range(4)]
    for seat in (3, 1, 0):
        t.make(Move(seat, "vote", "1"))
    assert len(t.heard(2)) == before[2]
    assert [len(t.heard(seat)) - before[seat] for seat in (0, 1, 3)] == [1, 1, 1]
    assert t.turn == Asks(((2, Choice("vote", ("1", "2", "3", "4"))),))


@pytest.mark.parametrize(("shown", "kind"), [("open", Ballots), ("tally", Tally), ("secret", None)])
def test_what_the_table_learns_of_the_vote(shown: str, kind: type | None) -> None:
    t = table(ballots=shown)
    say(t, "a", "b", "c", "d")
    vote(t, 3, 3, 1, 3)
    assert [type(f) for k in (Ballots, Tally) for f in facts(t, k)] == ([kind] if kind else [])
    if shown == "tally":
        assert facts(t, Tally) == [Tally((1, 0, 3, 0))]


def test_sealed_clues_are_read_out_when_the_last_is_in() -> None:
    t = table(hearing="sealed")
    turn = t.turn
    assert isinstance(turn, Asks)
    assert [seat for seat, _ in turn.owed] == [0, 1, 2, 3]
    for seat in (3, 0, 2):
        t.make(Move(seat, "clue", f"clue{seat}"))
        assert not facts(t, Clue)
        assert t.heard(seat)[-1] == SealedClue(seat, f"clue{seat}")
    t.make(Move(1, "clue", "clue1"))
    assert [c.seat for c in facts(t, Clue)] == [1, 2, 0, 3]


def test_a_clue_may_not_be_repeated_where_the_rules_say_so() -> None:
    t = table(repeat=False)
    say(t, "Copper")
    assert t.turn == Asks(((2, Word("clue", ("copper",))),))
    with pytest.raises(IllegalAction, match="clue: 'COPPER' has been said already"):
        say(t, "COPPER")
    free = table()
    say(free, "Copper", "Copper")


def test_discussion_goes_round_in_speaking_order_before_the_vote() -> None:
    t = table(discussion=2)
    say(t, "a", "b", "c", "d")
    spoke = []
    while isinstance(t.turn, Asks) and isinstance(t.turn.owed[0][1], Speech):
        seat = t.turn.owed[0][0]
        spoke.append(seat)
        t.make(Move(seat, "statement", "it is not me"))
    assert spoke == [1, 2, 0, 3] * 2
    assert len(t.turn.owed) == 4  # type: ignore[union-attr]


def test_a_clue_that_gives_the_word_away_is_legal_and_known_to_the_referee_alone() -> None:
    t = table()
    say(t, "bronze", "bronze-age", "x", "y")
    reveals = [event for event in t.events if isinstance(event.fact, SelfReveal)]
    assert [(event.fact.seat, event.fact.how) for event in reveals] == [(1, "part"), (2, "is")]
    assert all(event.audience.seats == frozenset() for event in reveals)
    vote(t, 1, 1, 1, 1)
    assert KIND.outcomes(t.events)["self_reveal"] is False, "the chameleon's luck is no self-reveal"


ORDERS = {3: list(permutations(range(3))), 4: list(permutations(range(4))), 5: list(permutations(range(5)))}


@st.composite
def matches(draw: st.DrawFn) -> tuple[dict, int]:
    players = draw(st.integers(3, 5))
    options = {
        "players": players,
        "repeat": draw(st.booleans()),
        "discussion": draw(st.integers(0, 1)),
        "hearing": draw(st.sampled_from(["open", "sealed"])),
        "ballots": draw(st.sampled_from(["open", "tally", "secret"])),
        "tie_break": draw(st.sampled_from(["chance", "player"])),
    }
    return options, draw(st.integers(0, 2**32))


def playthrough(options: dict, seed: int, dealt: dict) -> Transcript:
    """A match whose actions depend on the seed and the turn, not on what is hidden."""
    rng = Random(seed)
    t = Transcript(Chameleon("Periods", CARD, **options))
    while not isinstance(turn := t.turn, Over):
        if isinstance(turn, Chance):
            drawn = dealt.get(turn.about, turn.outcomes[rng.randrange(len(turn.outcomes))])
            t.make(Move(None, turn.about, drawn))
            continue
        for seat, ask in turn.owed:
            match ask:
                case Choice(options=choices):
                    action = choices[rng.randrange(len(choices))]
                case Word():
                    action = rng.choice([word for word in WORDS if not ask.refusal(word)])
                case _:
                    action = "hm"
            t.make(Move(seat, ask.about, action))
    return t


def until(heard: list, kinds: tuple[type, ...]) -> list:
    """What was heard up to the first fact of these kinds."""
    stop = next((place for place, fact in enumerate(heard) if isinstance(fact, kinds)), len(heard))
    return heard[:stop]


@given(matches(), st.sampled_from(CARD), st.sampled_from(CARD))
@settings(max_examples=150, deadline=None)
def test_the_chameleon_cannot_tell_one_secret_from_another(match, one: str, other: str) -> None:
    options, seed = match
    a, b = (playthrough(options, seed, {"secret": s, "chameleon": 1}) for s in (one, other))
    assert repr(until(a.heard(1), (Revealed,))) == repr(until(b.heard(1), (Revealed,)))


@given(matches())
@settings(max_examples=150, deadline=None)
def test_a_player_cannot_tell_who_the_chameleon_is(match) -> None:
    options, seed = match
    a, b = (playthrough(options, seed, {"secret": CARD[0], "chameleon": c}) for c in (1, 2))
    assert repr(until(a.heard(0), (Accused,))) == repr(until(b.heard(0), (Accused,)))


@given(matches(), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_seats_permuted_give_returns_permuted(match, shuffle) -> None:
    options, seed = match
    t = playthrough(options, seed, {"chameleon": 0})
    players = options["players"]
    to = list(range(players))
    shuffle.shuffle(to)
    moved = Transcript(Chameleon("Periods", CARD, **options))
    for move in t.moves:
        moved.make(Move(None if move.seat is None else to[move.seat], move.about, relabelled(move, to)))
    assert isinstance(t.turn, Over)
    assert isinstance(moved.turn, Over)
    assert moved.turn.ending == t.turn.ending
    assert [moved.turn.returns[to[seat]] for seat in range(players)] == list(t.turn.returns)


def relabelled(move: Move, to: list[int]) -> object:
    if move.about in ("vote", "tie_break") and move.seat is not None:
        return str(to[int(move.choice) - 1] + 1)
    if move.about in ("chameleon", "breaker", "tie_break"):
        return to[move.choice]
    return tuple(to[seat] for seat in move.choice) if move.about == "order" else move.choice


@pytest.mark.parametrize(
    "options",
    [
        Options(players=3),
        Options(players=6, words=8, discussion=1, ballots="tally"),
        Options(hearing="sealed", repeat=False, tie_break="player", ballots="secret"),
    ],
)
def test_every_variant_conforms(options: Options) -> None:
    check(KIND, options, matches=15)


def test_the_tree_of_a_small_chameleon_is_pinned() -> None:
    """Two words, three players, two clues, counted by hand.

    Information sets: 18 + 36 + 72 for the three clues (seat and order, identity, clues so far), 3 * 6 * 3 * 8 = 432 for
    the votes, and for the guess 3 seats * 6 orders * 8 clues * 13 ballots (7 that accuse, 6 ties) = 1872.
    """
    game = Chameleon("tiny", ("w1", "w2"), players=3, lexicon=("a", "b"))
    check_tree(game, TreeSize(positions=24453, ends=14976, information_sets=18 + 36 + 72 + 432 + 1872))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"players": 2}, "at least 3 players"),
        ({"words": ("one",)}, "at least 2 words"),
        ({"words": ("one", "one")}, "all different"),
        ({"lexicon": ("a", "b"), "repeat": False}, "as many words as players"),
    ],
)
def test_impossible_rules_are_refused(change: dict, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Chameleon(**{"category": "x", "words": CARD, "players": 3, **change})


def test_orders_are_all_permutations() -> None:
    for players in (3, 4, 5):
        assert list(Orders(players)) == list(permutations(range(players)))
    assert sorted(Orders(20)[10**18]) == list(range(20))
    assert tuple(reversed(range(20))) in Orders(20)
    assert (0, 1, 1) not in Orders(3)
    with pytest.raises(IndexError):
        Orders(3)[6]
