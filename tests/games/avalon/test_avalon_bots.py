"""Avalon's bots: legal everywhere, blind to what their seat cannot know, readable, and the reckoner beats the rules."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from bot_table import answer, bot_match, good_won, random_match
from round_table import ASSASSIN, MERLIN, MORGANA, PERCIVAL, SIX, asked, cards, propose, quest, table, vote

from keepmum.core import Asks, Move, Status
from keepmum.core.options import OptionError
from keepmum.games.avalon import KIND
from keepmum.games.avalon.bots.forms import SENTENCES, Claim, is_true, parse, sentence_of, text_of
from keepmum.games.avalon.facts import Proposal, Quest, Statement, Votes
from keepmum.games.avalon.tables import EVIL, GOOD, SIDE
from keepmum.measure.stats import paired_difference

BOTS = ("random", "rules", "bayes")
TABLES = (
    {"players": 5},
    {"players": 6, "variant": "recon"},
    {"players": 6, "roles": ("merlin", "percival", "mordred", "oberon"), "dagger": "any", "discussion": 2},
    {"players": 7, "roles": ("none",)},
    {"players": 7, "roles": ("merlin", "morgana", "oberon", "mordred"), "dagger": "oberon", "discussion": 0},
    {"players": 8, "roles": ("percival", "morgana")},
)


@pytest.mark.parametrize("options", TABLES, ids=str)
@pytest.mark.parametrize(("good", "evil"), [("bayes", "bayes"), ("bayes", "random"), ("random", "bayes")])
def test_no_bot_makes_a_match_void(options: dict[str, Any], good: str, evil: str) -> None:
    for match in range(2):
        assert bot_match(good, evil, match, **options).void is None


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_bots_of_rules_play_to_the_end(options: dict[str, Any]) -> None:
    for match in range(6):
        for good, evil in (("rules", "rules"), ("rules", "random"), ("random", "rules"), ("rules", "bayes")):
            if match < 1 or "bayes" not in (good, evil):
                assert bot_match(good, evil, match, **options).void is None


@pytest.mark.slow
def test_ten_players_with_every_role_play_to_the_end() -> None:
    roles = ("merlin", "percival", "morgana", "assassin", "mordred", "oberon")
    for good, evil in (("bayes", "bayes"), ("rules", "bayes")):
        assert bot_match(good, evil, 0, players=10, roles=roles).void is None


@pytest.mark.slow
def test_reckoning_wins_more_for_good_than_rules_do_on_the_same_deals() -> None:
    """Sixty deals against evil players who play by rules."""
    pairs = [(good_won(bot_match("rules", "rules", m)), good_won(bot_match("bayes", "rules", m))) for m in range(60)]
    paired = paired_difference(pairs)
    assert paired.better > paired.worse
    assert paired.p is not None
    assert paired.p < 0.001


@pytest.mark.parametrize("bot", BOTS)
def test_what_a_seat_cannot_know_changes_nothing(bot: str) -> None:
    """Two deals that look alike to a seat: the same answers, whatever the bots of other seats worked out before."""
    alike = {
        2: ("servant", "percival", "servant", "assassin", "morgana", "merlin"),
        PERCIVAL: ("morgana", "percival", "servant", "assassin", "merlin", "servant"),
        MORGANA: ("servant", "servant", "merlin", "percival", "morgana", "assassin"),
    }
    for seat, other in alike.items():
        assert watched(bot, SIX, seat) == watched(bot, other, seat)


def watched(bot: str, roles: tuple[str, ...], seat: int) -> list[object]:
    """All that a seat hears and answers in a match of fixed moves, each time after everybody else has answered."""
    t, replies = table(roles, leader=seat, discussion=1), list[object]()
    replies.append(answer(bot, t, seat, Random(3)))
    propose(t, (0, 2))
    for number in range(6):
        ((speaker, about),) = asked(t)
        replies += [answer(bot, t, speaker, Random(3))] if speaker == seat else []
        assert answer(bot, t, speaker, Random(number))
        t.make(Move(speaker, about, "Hm."))
    for voter in (*(voter for voter in range(6) if voter != seat), seat):
        reply = answer(bot, t, voter, Random(3))
        replies += [reply] if voter == seat else []
    vote(t, against=(0, 1, 2, 3))
    replies.append(t.heard(seat)[:])
    return replies


@pytest.mark.parametrize("bot", ["rules", "bayes"])
def test_the_same_seed_plays_the_same_match(bot: str) -> None:
    first, second = bot_match(bot, bot, 3), bot_match(bot, bot, 3)
    assert first.transcript.events == second.transcript.events


def test_only_evil_spoils_quests_and_with_the_match_at_stake_it_does() -> None:
    for bot in ("rules", "bayes"):
        t = table()
        quest(t, good=False)
        quest(t, good=False)
        propose(t, (0, 1, 2, MORGANA))
        vote(t)
        assert answer(bot, t, MORGANA, Random(0)).reading.action == "fail"


def test_the_first_of_two_saboteurs_around_the_table_plays_the_fail() -> None:
    for bot in ("rules", "bayes"):
        t = table(leader=2)
        quest(t, good=True)
        propose(t, (MERLIN, MORGANA, ASSASSIN))
        vote(t)
        said = [answer(bot, t, seat, Random(0)).reading.action for seat in (MORGANA, ASSASSIN)]
        assert said == ["fail", "success"], "the leader is player 4, so player 5 comes first"


@pytest.mark.parametrize("bot", ["rules", "bayes"])
def test_good_never_gives_the_game_away_by_a_fifth_rejection_and_evil_does(bot: str) -> None:
    t = table()
    quest(t, good=False)
    for _ in range(4):
        propose(t, (0, 1, 2))
        vote(t, against=range(6))
    propose(t, (2, 4, 5))
    votes = {seat: answer(bot, t, seat, Random(0)).reading.action for seat in range(6)}
    assert [votes[seat] for seat in range(4)] == ["approve"] * 4
    if bot == "bayes":
        assert [votes[MORGANA], votes[ASSASSIN]] == ["reject", "reject"]


def test_the_reckoner_leaves_proven_players_at_home() -> None:
    t = table(leader=0)
    propose(t, (MORGANA, ASSASSIN))
    vote(t)
    cards(t, (MORGANA, ASSASSIN))
    action = answer("bayes", t, 1, Random(0)).reading.action
    assert isinstance(action, tuple)
    assert not {MORGANA, ASSASSIN} & set(action)
    propose(t, (0, 1, MORGANA))
    for seat in range(4):
        assert answer("bayes", t, seat, Random(0)).reading.action == "reject"


def test_merlin_votes_like_a_servant_until_two_quests_have_failed() -> None:
    t = table(leader=MORGANA)
    propose(t, (MERLIN, MORGANA))
    assert answer("bayes", t, MERLIN, Random(0)).reading.action == "approve", "though it knows better"
    t = table(leader=0)
    quest(t, good=False)
    quest(t, good=False)
    propose(t, (1, 2, 3, ASSASSIN))
    assert answer("bayes", t, MERLIN, Random(0)).reading.action == "reject"


def test_the_dagger_names_nobody_it_knows_and_follows_the_posterior() -> None:
    t = table(leader=1)
    for _ in range(3):
        quest(t, good=True)
    ((seat, about),) = asked(t)
    assert about == "assassinate"
    for bot in BOTS:
        assert answer(bot, t, seat, Random(0)).reading.action in {"1", "2", "3", "4"}


# -- sentences


@pytest.mark.parametrize("about", SENTENCES)
def test_sentences_read_back(about: str) -> None:
    seat = 9 if "{seat}" in SENTENCES[about] else -1  # type: ignore[index]
    quest_ = 4 if "{quest}" in SENTENCES[about] else 0  # type: ignore[index]
    claim = Claim(about, seat, quest_)  # type: ignore[arg-type]
    assert parse(sentence_of(claim)) == (claim,)


def test_texts_read_back_in_order_and_other_words_are_passed_over() -> None:
    claims = (Claim("like"), Claim("on_failed", 2, 1), Claim("suspect", 2), Claim("trust", 0))
    assert parse("Well. " + text_of(claims) + " So there!") == claims
    assert parse("I might suspect a player.") == ()


def test_whatever_bots_say_reads_back_and_speaks_true_of_the_table() -> None:
    told = 0
    for match in range(3):
        played = bot_match("bayes", "bayes", match)
        roles = played.transcript.state.roles
        facts = [event.fact for event in played.transcript.events]
        for place, fact in enumerate(facts):
            if isinstance(fact, Statement):
                claims = parse(fact.text)
                assert text_of(claims) == fact.text
                truths = {claim.about: is_true(claim, roles, facts[:place]) for claim in claims}
                assert all(truths.get(about, True) for about in ("on_failed", "on_good", "against_good", "for_failed"))
                told += len(claims)
    assert told > 80


def test_evil_deceives_and_good_means_what_it_says_more_often() -> None:
    right: dict[str, list[bool]] = {GOOD: [], EVIL: []}
    for match in range(6):
        played = bot_match("bayes", "bayes", match)
        roles = played.transcript.state.roles
        for fact in (event.fact for event in played.transcript.events):
            if isinstance(fact, Statement):
                for claim in parse(fact.text):
                    if claim.about == "suspect":
                        right[SIDE[roles[fact.seat]]].append(is_true(claim, roles, ()) is True)
    assert not any(right[EVIL]), "evil suspects good players only"
    assert sum(right[GOOD]) > 0.5 * len(right[GOOD]), "two of five others are evil: .4 by chance"


def test_truth_is_held_against_what_happened() -> None:
    before = (
        Proposal(1, 1, 0, (0, 1)),
        Votes(1, 1, (0, 1, 2, 3), (4, 5), True),
        Quest(1, (0, 1), 0, True, 1, 0),
    )
    assert is_true(Claim("on_good", 1, 1), SIX, before)
    assert not is_true(Claim("on_good", 2, 1), SIX, before)
    assert not is_true(Claim("on_failed", 1, 1), SIX, before)
    assert is_true(Claim("against_good", 4, 1), SIX, before)
    assert not is_true(Claim("against_good", 3, 1), SIX, before)
    assert is_true(Claim("like"), SIX, before)
    assert is_true(Claim("dislike"), SIX, before) is False
    assert is_true(Claim("nothing"), SIX, before) is None
    assert is_true(Claim("suspect", 4), SIX, before)
    assert is_true(Claim("trust", 0), SIX, before)
    assert not is_true(Claim("trust", 8), SIX, before)


def test_bots_take_no_options() -> None:
    for bot in BOTS:
        with pytest.raises(OptionError):
            KIND.bots[bot]({"level": "3"})


def test_bots_take_up_any_random_match() -> None:
    """From positions that no bot would bring about."""
    for seed in range(25):
        t = random_match(SIX, seed, most=seed * 3)
        turn = t.turn
        for seat, ask in turn.owed if isinstance(turn, Asks) else ():
            for bot in BOTS:
                reading = answer(bot, t, seat, Random(seed)).reading
                assert reading.status is Status.OK
                assert reading.action is not None
                assert ask.refusal(reading.action) is None
