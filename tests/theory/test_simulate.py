from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from golden import GOLDEN, matrix

from keepmum.core.game import Over
from keepmum.core.transcript import Move, Transcript
from keepmum.games.chameleon.rules import Chameleon
from keepmum.theory.ambiguity import amb_schedule
from keepmum.theory.found import found_team
from keepmum.theory.replies import history_reply
from keepmum.theory.schedules import best_schedule
from keepmum.theory.search import FORMS, random_team
from keepmum.theory.simulate import Trace, simulate, trace
from keepmum.theory.strategies import Nested, Revealing, Split, Stationary, Strategy, Trivial, cumulative
from keepmum.theory.tabled import Literal, Tabled, looking_back, of_team
from keepmum.theory.teams import Team
from keepmum.theory.zero_information import SplitVotes

MATCHES = 200_000
UNEVEN = matrix(GOLDEN["stationary"][3]["D"])
LAW = [Fraction(q) for q in GOLDEN["stationary"][3]["Q"]]
SPLIT = SplitVotes(((2, 2, 1, 1), (2, 3, 3, 2), (3, 3, 1, 1)), (5, 5, 6))


def found(form: str, words: int) -> Team:
    team = found_team(3, words, 2, form)
    assert team is not None
    return team


STRATEGIES: dict[str, Strategy] = {
    "trivial": Trivial(4, 16),
    "revealing": Revealing(4, 16),
    "revealing, best vote": Revealing(8, 16, blamed=1),
    "best schedule": Nested(best_schedule(4, 16).sizes),
    "early schedule": Nested((7, 4, 2, 1)),
    "pi^amb": Nested(amb_schedule(5, 3).sizes),
    "split ballots": Split(SPLIT),
    "stationary a": Stationary(UNEVEN, LAW, 4, "a"),
    "stationary b": Stationary(UNEVEN, LAW, 4, "b"),
    "stationary c": Stationary(UNEVEN, LAW, 4, "c"),
    "looking back": looking_back([[0.7, 0.3], [0.3, 0.7], [0.5, 0.5]], 3),
    "looking back, four": looking_back(UNEVEN, 4),
    "found, one voice": of_team(found("unanimous", 4)),
    "found, one voice by a coin": of_team(found("unanimous-coin", 6)),
    "found, split": of_team(found("split", 6)),
    "found, split by a coin": of_team(found("split-coin", 4)),
    "random split": of_team(random_team((4, 3, 2), FORMS["split"], np.random.default_rng(1))),
    "pi^amb as printed": Literal(3, 2),
    "pi^amb as printed, five": Literal(5, 3),
}


@pytest.fixture(params=STRATEGIES)
def strategy(request: pytest.FixtureRequest) -> Strategy:
    return STRATEGIES[request.param]


def test_many_matches_agree_with_the_exact_value(strategy: Strategy) -> None:
    found = simulate(strategy, MATCHES, seed=5)
    exact = float(strategy.value)
    assert abs(found.win - exact) <= 4 * sqrt(exact * (1 - exact) / MATCHES)
    assert found.won <= found.identified <= found.matches == MATCHES


@pytest.mark.parametrize("blamed", [0, 1])
def test_revealing_identifies_as_often_as_it_should(blamed: int) -> None:
    strategy = Revealing(4, 16, blamed)
    exact = float(strategy.identification)
    found = simulate(strategy, MATCHES, seed=3)
    assert abs(found.identification - exact) <= 4 * sqrt(exact * (1 - exact) / MATCHES)


def test_a_seed_fixes_every_match(strategy: Strategy) -> None:
    assert simulate(strategy, 5_000, seed=1) == simulate(strategy, 5_000, seed=1)
    first, again, other = (trace(strategy, 200, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(first.word, again.word)
    assert np.array_equal(first.said, again.said)
    assert not np.array_equal(first.word, other.word)


def test_the_rules_of_the_game_give_the_same_results_on_the_same_deals(strategy: Strategy) -> None:
    matches = trace(strategy, 300, seed=9)
    for match in range(len(matches.word)):
        won = matches.guess[match] not in (-1, matches.word[match])
        assert referee(strategy, matches, match) == ("caught" if won else referee_loss(matches, match))


def referee_loss(matches: Trace, match: int) -> str:
    return "guessed" if matches.accused[match] == matches.chameleon[match] else "escaped"


def referee(strategy: Strategy, matches: Trace, match: int) -> str:
    """Play one traced match event by event; seats speak in order, so a seat is its place."""
    words = tuple(f"w{word}" for word in range(strategy.words))
    game = Chameleon("words", words, players=strategy.players)
    transcript = Transcript(game)
    chameleon, accused = int(matches.chameleon[match]), int(matches.accused[match])
    transcript.make(Move(None, "secret", words[matches.word[match]]))
    transcript.make(Move(None, "chameleon", chameleon))
    transcript.make(Move(None, "order", tuple(range(strategy.players))))
    for seat, answer in enumerate(matches.said[match, : strategy.players]):
        transcript.make(Move(seat, "clue", f"a{answer}"))
    for seat, ballot in enumerate(ballots(strategy, matches, match)):
        transcript.make(Move(seat, "vote", str(ballot + 1)))
    if getattr(transcript.turn, "about", None) == "tie_break":
        assert accused in transcript.turn.outcomes
        transcript.make(Move(None, "tie_break", accused))
    if not isinstance(transcript.turn, Over):
        transcript.make(Move(chameleon, "guess", words[matches.guess[match]]))
    assert isinstance(transcript.turn, Over)
    return transcript.turn.ending


def ballots(strategy: Strategy, matches: Trace, match: int) -> list[int]:
    if isinstance(strategy, Tabled):
        return [int(ballot) for ballot in matches.said[match, strategy.players :]]
    if isinstance(strategy, Split):
        return [int(ballot) for ballot in matches.said[match]]
    accused, chameleon = int(matches.accused[match]), int(matches.chameleon[match])
    return [(accused + 1) % strategy.players if seat == chameleon else accused for seat in range(strategy.players)]


@pytest.mark.parametrize("rows", [[[0.7, 0.3], [0.3, 0.7], [0.5, 0.5]], UNEVEN])
def test_the_chameleon_that_looks_back_leaves_what_the_programme_says(rows: list) -> None:
    assert looking_back(rows, 3).value == pytest.approx(history_reply(rows, 3).value, abs=1e-9)


def test_sets_that_are_not_nested_share_ever_fewer_words() -> None:
    matches = trace(Literal(4, 2), 500, seed=4)
    for word, seat, accused, said in zip(matches.word, matches.chameleon, matches.accused, matches.said, strict=True):
        before, lacks = (1 << 10) - 1, [turn for turn, common in enumerate(said) if not common >> word & 1]
        for common in said[: lacks[0] + 1] if lacks else said:
            assert common & before == common
            before = int(common)
        assert accused == (lacks[0] if lacks else 0)
        assert lacks in ([], list(range(seat, 4)))


@pytest.mark.parametrize("name", ["best schedule", "early schedule", "pi^amb"])
def test_traced_schedules_keep_to_the_strategy(name: str) -> None:
    strategy = STRATEGIES[name]
    assert isinstance(strategy, Nested)
    matches = trace(strategy, 500, seed=4)
    for word, seat, accused, said in zip(matches.word, matches.chameleon, matches.accused, matches.said, strict=True):
        before, liar = (1 << strategy.words) - 1, None
        for turn, (answer, size) in enumerate(zip(said, strategy.sizes[1:], strict=True)):
            if liar is not None:
                assert answer == 0
                continue
            assert bin(answer).count("1") == size
            assert answer & before == answer
            before, liar = int(answer), None if answer >> word & 1 else turn
        assert liar in (None, seat)
        assert accused == (liar or 0)


def test_a_chameleon_in_a_traced_schedule_draws_its_set_evenly() -> None:
    matches = trace(Nested((5, 3, 3, 1)), 30_000, seed=2)
    first = matches.said[matches.chameleon == 0, 0]
    counts = np.unique(first, return_counts=True)[1]
    assert len(counts) == 10
    assert np.all(np.abs(counts - len(first) / 10) < 5 * sqrt(len(first) / 10))


def test_running_sums_end_exactly_where_draws_end() -> None:
    assert cumulative([[1 / 3, 1 / 3, 1 / 3], [0.0, 1.0, 0.0]])[:, -1].tolist() == [2**32, 2**32]
    assert cumulative([[0.25, 0.75]]).tolist() == [[2**30, 2**32]]


@pytest.mark.parametrize(
    ("call", "condition"),
    [
        (lambda: simulate(Trivial(4, 16), 0), "matches >= 1"),
        (lambda: simulate(Trivial(4, 16), 1, -1), "seed"),
        (lambda: simulate(Trivial(2, 16), 1), "players >= 3"),
        (lambda: simulate(Revealing(4, 16, 4), 1), "blamed < players"),
        (lambda: trace(Nested((100, 60, 30, 10)), 1), "63 words"),
        (lambda: simulate(Stationary([[0.1] * 10] * 4, [0.1] * 10, 9), 1), r"\|R\| K <="),
    ],
)
def test_outside_the_domain_the_error_names_the_condition(call, condition: str) -> None:
    with pytest.raises(ValueError, match=condition):
        call()
