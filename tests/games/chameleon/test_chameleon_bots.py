"""What could be wrong: a bot that wins less or more than its theory, tells the word, repeats a clue, or gets stuck."""

from __future__ import annotations

import asyncio
import math
import os
import subprocess
import sys
from collections.abc import Mapping
from random import Random

import numpy as np
import pytest

from keepmum.core import Event
from keepmum.core.options import OptionError
from keepmum.games.chameleon import KIND
from keepmum.games.chameleon.bots import BOTS
from keepmum.games.chameleon.bots.revealing import meaning_of, named_by
from keepmum.games.chameleon.bots.schedule import Announcement, best_sizes, possible
from keepmum.games.chameleon.bots.words import SHARPNESS, speech
from keepmum.games.chameleon.cards import load_cards
from keepmum.games.chameleon.clues import clues_for
from keepmum.games.chameleon.code import codebook
from keepmum.games.chameleon.deals import Options
from keepmum.games.chameleon.facts import Ballots, Card, Clue, Statement
from keepmum.games.chameleon.reveal import self_reveal
from keepmum.play.match import play_match
from keepmum.theory.schedules import best_schedule


async def played(options: Options, bots: Mapping[str, str], match: int) -> tuple[Event, ...]:
    """The events of one match; `bots` by role. Fails when the match is void."""
    deal = KIND.deal(options, 1, match)
    agents = [BOTS[bots[role]]({})(Random(f"{match}/{seat}")) for seat, role in enumerate(deal.roles)]
    end = await play_match(deal, agents, Random(match))
    assert end.void is None, end.void
    return tuple(end.transcript.events)


def play(options: Options, bots: Mapping[str, str], match: int) -> tuple[Event, ...]:
    return asyncio.run(played(options, bots, match))


def wins(bot: str, matches: int, options: Options | None = None, chameleon: str | None = None) -> int:
    """How many matches the non-chameleons win."""
    bots = {"others": bot, "chameleon": chameleon or bot}

    async def count() -> int:
        ends = [KIND.outcomes(await played(options or Options(), bots, match)) for match in range(matches)]
        return sum(bool(end["win"]) for end in ends)

    return asyncio.run(count())


def require_near(won: int, n: int, theory: float, errors: float = 4) -> None:
    assert abs(won / n - theory) <= errors * math.sqrt(theory * (1 - theory) / n), (won / n, theory)


def test_trivial_wins_what_the_paper_says() -> None:
    require_near(wins("trivial", 2000), 2000, 15 / 64)


@pytest.mark.parametrize(
    "options", [Options(players=3, words=8), Options(players=6, words=5)], ids=["smaller", "larger"]
)
def test_trivial_wins_it_at_other_tables(options: Options) -> None:
    require_near(wins("trivial", 1000, options), 1000, (options.words - 1) / (options.players * options.words))


def test_revealing_never_wins() -> None:
    assert wins("revealing", 400, Options(card="fruits")) == 0
    assert wins("revealing", 15) == 0


def test_schedule_wins_its_exact_value() -> None:
    assert best_schedule(4, 16).value == pytest.approx(1495 / 3696)
    require_near(wins("schedule", 1000, Options(card="sports")), 1000, 1495 / 3696)


@pytest.mark.parametrize(
    "options",
    [Options(players=3, card="tools"), Options(players=7, card="birds")],
    ids=["smaller", "larger"],
)
def test_schedule_wins_it_at_other_tables(options: Options) -> None:
    value = float(best_schedule(options.players, options.words).value)
    require_near(wins("schedule", 300, options), 300, value)


@pytest.mark.parametrize("chameleon", ["random", "trivial", "revealing", "words"])
def test_no_other_chameleon_makes_schedule_win_less(chameleon: str) -> None:
    n, value = 200, 1495 / 3696
    won = wins("schedule", n, Options(card="pets"), chameleon)
    assert won / n >= value - 4 * math.sqrt(value * (1 - value) / n)


def test_words_catches_whoever_does_not_listen() -> None:
    options = Options(card="fears")
    assert 0.4 <= wins("words", 200, options, "random") / 200 <= 0.8
    assert 0.35 <= wins("words", 200, options, "trivial") / 200 <= 0.7


def test_the_level_of_words_tells_more_and_more_as_documented() -> None:
    tables = [speech(card.words, level) for card in load_cards()[::12] for level in range(1, 11)]
    told = np.array([_bits(np.exp(table.log)) for table in tables]).reshape(-1, len(SHARPNESS))
    assert (np.diff(told, axis=1) > 0).all()
    assert told.mean(axis=0) == pytest.approx([0.3 * level for level in range(1, 11)], abs=0.3)


def _bits(given: np.ndarray) -> float:
    assert given.sum(axis=0) == pytest.approx(np.ones(given.shape[1]))
    return float((given * np.log2(given / given.mean(axis=1, keepdims=True))).sum(axis=0).mean())


def test_words_listens_to_any_clue() -> None:
    card = ("banana", "apple", "bronze age", "eiffel tower")
    model = speech(card, 10)
    for clue, word in (("monkey", "banana"), ("Copper", "bronze age"), ("tourists", "eiffel tower")):
        assert model.clues.words[int(model.posterior([clue]).argmax())] == word
    assert model.posterior(["xyzzyq"]) == pytest.approx([0.25] * 4)
    assert model.posterior([]) == pytest.approx([0.25] * 4)


@pytest.mark.parametrize("options", [{"level": "0"}, {"level": "11"}, {"level": "x"}, {"sharpness": "1"}])
def test_wrong_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(OptionError):
        BOTS["words"](options)
    with pytest.raises(OptionError, match="no option"):
        BOTS["trivial"]({"level": "1"})


@pytest.mark.parametrize("bot", ["trivial", "revealing", "schedule", "words"])
def test_no_clue_gives_a_word_of_the_card_away(bot: str) -> None:
    for match in range(6):
        events = play(Options(), {"others": bot, "chameleon": bot}, match)
        words = next(event.fact.words for event in events if isinstance(event.fact, Card))
        clues = [event.fact.word for event in events if isinstance(event.fact, Clue)]
        assert [(clue, word) for clue in clues for word in words if self_reveal(clue, word)] == []


@pytest.mark.parametrize("bot", sorted(BOTS))
@pytest.mark.parametrize(
    "options",
    [
        Options(repeat=False, players=12, card="trees"),
        Options(discussion=2, hearing="sealed", card="trees"),
        Options(discussion=1, tie_break="player", ballots="secret", card="trees", words=2, players=3),
        Options(ballots="tally", card="trees", words=5, players=9),
    ],
    ids=["no repeats", "sealed", "two words", "tally"],
)
def test_every_bot_plays_by_every_rule(bot: str, options: Options) -> None:
    for match in range(6):
        events = play(options, {"others": bot, "chameleon": bot}, match)
        clues = [event.fact.word for event in events if isinstance(event.fact, Clue)]
        assert len(clues) == options.players
        assert options.repeat or len(set(clues)) == options.players
        talk = [event.fact.text for event in events if isinstance(event.fact, Statement)]
        assert len(talk) == options.discussion * options.players


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_all_bots_sit_together(bot: str) -> None:
    for match in range(6):
        for chameleon in BOTS:
            play(Options(card="pirates", repeat=False), {"others": bot, "chameleon": chameleon}, match)


def test_unheard_schedule_is_trivial() -> None:
    require_near(wins("schedule", 500, Options(hearing="sealed", card="winter")), 500, 15 / 64)


def test_schedule_accuses_all_alike() -> None:
    for match in range(30):
        events = play(Options(card="jobs"), {"others": "schedule", "chameleon": "random"}, match)
        chameleon = KIND.deal(Options(card="jobs"), 1, match).draws["chameleon"]
        votes = next(event.fact.votes for event in events if isinstance(event.fact, Ballots))
        assert len({vote for seat, vote in enumerate(votes) if seat != chameleon}) == 1


def test_the_caught_chameleon_knows_what_it_can() -> None:
    card = next(card.words for card in load_cards() if card.category == "Jobs")
    silent, first = codebook(card, card, 16), codebook(card, card, 11)
    clue = first.clues.clues[0]
    left = first.denotes(clue)
    assert left is not None
    second = codebook(card, left, 7, [clue])
    final = second.denotes(second.clues.clues[1])
    opening, own = Announcement(0, silent, frozenset(card)), Announcement(1, first, left)
    assert possible([opening, own, Announcement(2, second, final)], 1) == final, "the next spoke on: it held the secret"
    assert possible([opening, own, Announcement(2, second, None)], 1) == frozenset(card) - left, "the next fell silent"
    assert possible([opening, own], 1) == frozenset(card) - left, "last to speak, and caught"
    assert possible([opening, own, Announcement(2, second, final)], 0) == final, "first to speak"
    assert possible([own], 1) == frozenset(card), "first to speak, and nothing said since"


def test_each_word_has_clues_of_its_own() -> None:
    for card in load_cards()[::10]:
        clues = named_by(card.words)
        assert set(clues) == set(card.words)
        said = [clue for row in clues.values() for clue in row]
        assert len(set(said)) == len(said) == len(clues_for(card.words).clues)
        assert all(row and {meaning_of(card.words, clue) for clue in row} == {word} for word, row in clues.items())


def test_sizes_are_the_best_ones() -> None:
    assert best_sizes(4, 16) == (16, 16, 11, 7, 3)


DIGEST = """
import asyncio, hashlib
from random import Random
from keepmum.games.chameleon import KIND
from keepmum.games.chameleon.deals import Options
from keepmum.play.match import play_match
digest = hashlib.sha256()
for bot, make in sorted(KIND.bots.items()):
    for match in range(6):
        deal = KIND.deal(Options(card="space"), 3, match)
        played = asyncio.run(play_match(deal, [make({})(Random(seat)) for seat in range(4)], Random(match)))
        digest.update(repr(played.transcript.events).encode())
print(digest.hexdigest())
"""


def test_every_process_plays_the_same() -> None:
    seeds = ({**os.environ, "PYTHONHASHSEED": seed} for seed in ("1", "2"))
    runs = [subprocess.run([sys.executable, "-c", DIGEST], env=env, capture_output=True, check=True) for env in seeds]
    assert runs[0].stdout == runs[1].stdout != b""
