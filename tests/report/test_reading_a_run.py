"""Reading runs whose speakers' law is known: what must be found, and what must not be claimed."""

from __future__ import annotations

import json
from math import ceil
from pathlib import Path

import msgspec
import numpy as np
import pytest
from speakers import FARM, KIND, NOISE, PETS, even, run

from keepmum.games import kuhn
from keepmum.play.folder import FolderError, Manifest, read_run
from keepmum.play.records import FORMAT, events_of
from keepmum.report.apart import distances
from keepmum.report.clues import read_clues
from keepmum.report.reading import read_a_run
from keepmum.report.reading_text import _at_most, reading_json, reading_lines
from keepmum.theory.divergences import alpha_kl, alpha_l1
from keepmum.theory.reading import count, smallest_l1

WORDS = 4


def babble(word: str, heard: int) -> dict[str, float]:
    return even(*NOISE)


def give_away(word: str, heard: int) -> dict[str, float]:
    return even(word[::-1])


def half(word: str, heard: int) -> dict[str, float]:
    """Half of the clues are the word's own, the others anyone's."""
    return {word[::-1]: 0.5, "alpha": 0.25, "beta": 0.25}


def later(word: str, heard: int) -> dict[str, float]:
    return give_away(word, heard) if heard else babble(word, heard)


def only_card(folder: Path):
    (card,) = read_a_run(folder).cards
    return card


def text(folder: Path) -> str:
    return "\n".join(reading_lines(read_a_run(folder)))


def test_clues_are_read_by_word_and_turn_and_the_chameleon_is_left_out(tmp_path: Path) -> None:
    folder = run(tmp_path, give_away, 32, players=4)
    (card,) = read_clues(folder).cards
    assert (card.category, card.words, card.players) == ("Pets", ("cat", "dog", "hamster", "parrot"), 4)
    assert [each.shape for each in card.said] == [(8, 4)] * 4
    assert all(((each == -1).sum(axis=1) == 1).all() for each in card.said)
    for word, each in zip(card.words, card.said, strict=True):
        assert {card.clues[clue] for clue in np.unique(each[each >= 0])} == {word[::-1]}
    places = np.concatenate([(each == -1).argmax(axis=1) for each in card.said])
    assert sorted(places) == [0] * 8 + [1] * 8 + [2] * 8 + [3] * 8


def test_outcomes_beside_the_clues_are_those_of_the_records(tmp_path: Path) -> None:
    folder = run(tmp_path, babble, 40)
    (card,) = read_clues(folder).cards
    ends = [KIND.outcomes(events_of(record, KIND)) for record in read_run(folder)]
    assert card.outcome.matches == 40
    assert card.outcome.won == sum(bool(end["win"]) for end in ends)
    assert card.outcome.identified == sum(bool(end["identified"]) for end in ends)
    assert card.outcome.guessed == sum(bool(end["second_chance"]) for end in ends)


def test_two_spellings_are_one_clue(tmp_path: Path) -> None:
    folder = run(tmp_path, lambda word, heard: even("Ice-cold", "ice cold"), 10)
    (card,) = read_clues(folder).cards
    assert len(card.clues) == 1


def test_a_void_match_is_counted_beside_and_not_read(tmp_path: Path) -> None:
    folder = run(tmp_path, lambda word, heard: even("") if word == "cat" else even("paw"), 16)
    found = read_clues(folder)
    (card,) = found.cards
    assert sum(found.voids.values()) == 4
    assert card.outcome.matches == 12
    assert len(card.said[card.words.index("cat")]) == 0
    told = text(folder)
    assert "12 finished matches, 4 void (4 " in told
    assert "(never the secret word)" in told
    assert "absent: needs 20" in told


def test_who_babbles_conceals(tmp_path: Path) -> None:
    card = only_card(run(tmp_path, babble, 160))
    found = card.overall
    assert (found.alpha_kl.low, found.unbounded) == (0, None)
    assert found.alpha_kl.value < 0.1
    assert found.alpha_kl.high < 0.4
    assert found.alpha_l1.low == 0
    assert found.alpha_l1.high < 0.6
    assert found.like_chance > 0.025
    assert found.bits.low == 0
    assert found.between.high < 0.05
    assert card.best.win == pytest.approx(1 / 4, abs=0.03)
    assert card.listener.low < 1 / 4 < card.listener.high
    assert card.bounds.win_concealing_safe < (WORDS - 1) / WORDS
    assert card.bounds.win_revealing == (WORDS - 1) / WORDS


def test_who_gives_the_word_away_reveals(tmp_path: Path) -> None:
    card = only_card(run(tmp_path, give_away, 160))
    found = card.overall
    assert (found.alpha_kl.value, found.alpha_kl.high) == (None, None)
    assert found.alpha_kl.low > 0.5
    assert found.unbounded.share == 1
    assert (found.alpha_l1.value, found.alpha_l1.high) == (2, 2)
    assert 1.65 < found.alpha_l1.low < 2
    assert (found.bits.value, found.between.value) == (2, 1)
    assert found.between.low < 1
    assert card.best.win == pytest.approx(0, abs=1e-9)
    assert card.listener.value == 1
    assert (card.bounds.win_revealing, card.bounds.guess_concealing) == (0, 1)


def test_rare_clues_that_chance_left_unsaid_are_not_called_a_difference(tmp_path: Path) -> None:
    law = {f"c{n}": 1 / n for n in range(1, 16)}
    told = text(run(tmp_path, lambda word, heard: law, 160))
    assert "undecided [.00 ∞)" in told
    assert "unbounded" not in told
    assert "unbounded [" in text(run(tmp_path / "all", give_away, 160))


def test_in_between_is_found_in_between(tmp_path: Path) -> None:
    """Truly: alpha-L1 is 1, a clue tells one bit, the KL divergence is infinite."""
    card = only_card(run(tmp_path, half, 300))
    found = card.overall
    assert found.alpha_l1.low < 1 < found.alpha_l1.high
    assert found.alpha_l1.high - found.alpha_l1.low < 0.5
    assert found.bits.low < 1 < found.bits.high
    assert found.between.value == pytest.approx(0.5, abs=0.06)
    assert found.unbounded
    assert found.alpha_kl.low > 0
    assert card.listener.low < 3 / 4 + 1 / 4 * 1 / 4 < card.listener.high


def test_turns_are_read_apart(tmp_path: Path) -> None:
    first, *others = only_card(run(tmp_path, later, 240)).turns
    assert first.between.high < 0.15
    assert [turn.between.value for turn in others] == [1, 1]


def test_too_few_clues_are_said_to_be_too_few(tmp_path: Path) -> None:
    folder = run(tmp_path, give_away, 16)
    card = only_card(folder)
    found = card.overall
    assert (found.fewest, found.needed, card.matches_needed) == (8, 20, 40)
    for estimate in (found.alpha_kl, found.alpha_l1, found.bits, found.between):
        assert (estimate.value, estimate.low, estimate.high, estimate.n) == (None, None, None, 0)
    assert (card.bounds, card.best, found.unbounded) == (None, None, None)
    told = text(folder)
    assert "absent: needs 20" in told
    assert "about 40 matches of this card" in told
    assert "unbounded" not in told


def test_random_words_never_suffice(tmp_path: Path) -> None:
    """Clues that never come twice look as if they gave the word away: nothing may be claimed."""
    counter = iter(range(100_000))
    card = only_card(run(tmp_path, lambda word, heard: even(f"w{next(counter)}"), 160))
    assert card.overall.fewest > 60
    assert card.overall.absent
    assert card.listener.value == pytest.approx(1 / 4)
    assert (card.learned.value, card.learned.high) == (0, 0)


def test_little_is_still_bounded_from_below_by_a_listener(tmp_path: Path) -> None:
    card = only_card(run(tmp_path, half, 40))
    assert card.overall.absent or card.overall.fewest == 20
    assert 0.2 < card.learned.low < card.learned.value < 1 < 2
    assert only_card(run(tmp_path / "no", babble, 40)).learned.low == 0


def test_cards_are_read_one_by_one_and_one_can_be_asked_for(tmp_path: Path) -> None:
    folder = run(tmp_path, give_away, 96, cards=PETS + FARM)
    assert sorted(card.clues.category for card in read_a_run(folder).cards) == ["Farm", "Pets"]
    (farm,) = read_a_run(folder, "farm").cards
    assert farm.clues.category == "Farm"
    with pytest.raises(FolderError, match="nearest are 'Farm'"):
        read_a_run(folder, "Farn")


def test_where_no_card_can_be_read_it_is_said_what_it_takes(tmp_path: Path) -> None:
    told = text(run(tmp_path, give_away, 24, cards=PETS + FARM))
    assert "2 of 2 cards have too few clues (12 matches each)" in told
    assert "--matches 40" in told


def test_where_words_change_from_match_to_match_cards_of_that_size_are_asked_for(tmp_path: Path) -> None:
    larger = PETS.replace('"hamster"', '"hamster", "rabbit", "gerbil"')
    told = text(run(tmp_path, give_away, 24, cards=larger))
    assert "play cards of exactly 4 words" in told


def test_what_chance_puts_apart_is_not_told_from_zero_nor_cut_down_to_it() -> None:
    """Twelve clues, a few common and many rare, the same for all words: counts lie apart, the words do not."""
    law = 1 / np.arange(1, 13)
    rng, lows = np.random.default_rng(1), 0
    for _ in range(8):
        said = [rng.choice(12, size=(20, 3), p=law / law.sum()) for _ in range(4)]
        found = distances(said, 12).alpha_l1
        lows += found.low == 0
        assert found.high >= smallest_l1(count(said, 12)) > 0.1
    assert lows >= 7


LAWS = {
    "two words": ([[0.6, 0.2, 0.1, 0.1], [0.2, 0.6, 0.1, 0.1]], 40),
    "three words": ([[0.6, 0.2, 0.1, 0.1], [0.2, 0.6, 0.1, 0.1], [0.1, 0.1, 0.4, 0.4]], 40),
    "four alike": ([[0.4, 0.3, 0.2, 0.1], [0.3, 0.4, 0.2, 0.1], [0.4, 0.3, 0.1, 0.2], [0.35, 0.35, 0.2, 0.1]], 40),
    "two of four alike": ([[0.7, 0.1, 0.1, 0.1], [0.6, 0.2, 0.1, 0.1], [0.1, 0.1, 0.7, 0.1], [0.1, 0.1, 0.1, 0.7]], 40),
    "skew": ([[0.5, 0.5], [0.98, 0.02]], 60),
    "far, few": ((0.94 * np.eye(3) + 0.02).tolist(), 20),
    "far, more": ((0.94 * np.eye(3) + 0.02).tolist(), 40),
}


def missed(name: str, runs: int) -> tuple[int, int, int]:
    """How often alpha-L1's low end and alpha-KL's high end were wrong, and how often there is a high end."""
    laws, matches = LAWS[name]
    rng, low, high, ends = np.random.default_rng(5), 0, 0, 0
    for _ in range(runs):
        found = distances([rng.choice(len(law), size=(matches, 3), p=law) for law in laws], len(laws[0]))
        low += found.alpha_l1.low > alpha_l1(laws) + 1e-9
        ends += found.alpha_kl.high is not None
        high += found.alpha_kl.high is not None and found.alpha_kl.high < alpha_kl(laws)
    return low, high, ends


@pytest.mark.parametrize(("name", "runs"), [("two words", 30), ("far, few", 30)])
def test_the_ends_that_bounds_are_made_of_are_seldom_wrong(name: str, runs: int) -> None:
    low, high, _ = missed(name, runs)
    assert max(low, high) == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", LAWS)
def test_the_ends_are_wrong_no_more_often_than_they_may_be(name: str) -> None:
    """2.5 % of 120 runs are 3. A run without an upper end says nothing wrong."""
    low, high, ends = missed(name, 120)
    assert max(low, high) <= 3
    assert ends > 60 or name in ("skew", "far, few", "far, more")


def test_where_a_clue_is_too_rare_alpha_kl_has_no_upper_end_and_it_is_said(tmp_path: Path) -> None:
    folder = run(tmp_path, lambda word, heard: {"paw": 0.98, "fur": 0.02} if word == "cat" else even("paw", "fur"), 240)
    card = only_card(folder)
    found = card.overall
    assert found.unbounded is None
    assert (found.alpha_kl.high, card.clues.words[found.seldom.word]) == (None, "cat")
    assert found.alpha_kl.low < found.alpha_kl.value
    assert card.bounds.win_concealing_safe == 3 / 4
    told = text(folder)
    assert "∞)" in told
    assert "α-KL has no upper end: fur was said for cat in " in told


def test_what_is_said_of_the_best_chameleon_is_true_of_all_votes(tmp_path: Path) -> None:
    folder = run(tmp_path, babble, 160)
    told, best = text(folder), only_card(folder).best
    assert "all turns alike whatever was heard" in told
    alike, split = (f"{ceil(win * 1e4) / 1e4:.4f}" for win in (best.win, best.win_any))
    assert f"votes all alike then win at most {alike}, split ones at most {split}" in told


def test_a_bound_is_rounded_up_and_one_that_says_nothing_says_so() -> None:
    assert _at_most(0.331, 0.361, 0.75) == ".34 (.37)"
    assert _at_most(0.331, 0.75, 0.75) == ".34 (says nothing)"
    assert _at_most(0.75, 0.75, 0.75) == "says nothing"


def test_a_run_of_another_game_is_refused(tmp_path: Path) -> None:
    manifest = Manifest(FORMAT, kuhn.KIND.name, {}, {"all": "bot:random"}, 1, 3, {})
    (tmp_path / "run.json").write_bytes(msgspec.json.encode(manifest))
    with pytest.raises(FolderError, match="clues can be read of chameleon only"):
        read_a_run(tmp_path)


def test_a_run_without_a_match_is_refused(tmp_path: Path) -> None:
    folder = run(tmp_path, babble, 1)
    (folder / "matches.jsonl").write_bytes(b"")
    with pytest.raises(FolderError, match="no finished match"):
        read_a_run(folder)


def test_programs_get_json_without_infinities(tmp_path: Path) -> None:
    folder = run(tmp_path, give_away, 160)
    told = json.loads(json.dumps(reading_json(read_a_run(folder)), allow_nan=False))
    card = told["cards"][0]
    assert card["counts"]["cat"] == {"tac": 80}
    assert card["all_turns"]["alpha_kl"]["value"] is None
    assert card["all_turns"]["unbounded"]["word"] == "cat"
    assert card["all_turns"]["unbounded"]["clues"] == ["tac"]
    assert card["best_chameleon"]["team_wins"] == pytest.approx(0, abs=1e-9)
    assert told["matches"] == 160


def test_the_order_in_which_matches_finished_does_not_matter(tmp_path: Path) -> None:
    folder = run(tmp_path, half, 100)
    before = text(folder)
    lines = (folder / "matches.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "matches.jsonl").write_bytes(b"".join(reversed(lines)))
    assert text(folder) == before
