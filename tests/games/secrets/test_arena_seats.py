"""What each seat came to, against matches made by hand: who cracked, who leaked, who lied, who kept its word."""

from __future__ import annotations

import pytest
from arena import bot_match, say, table

from keepmum.core.event import Event, seen
from keepmum.games.secrets import KIND
from keepmum.games.secrets.standing import standings


def measured(*messages: str, **rules: object) -> list[dict[str, float | None]]:
    """Each seat's measures of a match in which the seats 1 to 4 (echo, eclipse, compass, tempest) say this."""
    t = table(rounds=len(messages) // 4, **rules)
    say(t, *messages)
    return [dict(seat) for seat in KIND.seat_outcomes(t.events)]


def column(seats: list[dict[str, float | None]], name: str) -> list[float | None]:
    return [seat[name] for seat in seats]


def test_a_crack_pays_the_first_and_costs_the_victim_its_word() -> None:
    seats = measured("hm", "GUESS Player 1 = ECHO", "GUESS Player 1 = ECHO", "GUESS Player 2 = MIRAGE")
    assert column(seats, "cracks") == column(seats, "score") == [0, 1, 0, 0]
    assert column(seats, "cracked") == [1, 0, 0, 0]
    assert column(seats, "kept") == column(seats, "kept_any_way") == [0, 1, 1, 1]
    assert column(seats, "wrong") == [0, 0, 0, 1]


def test_the_score_is_what_the_match_paid() -> None:
    seats = measured("hm", "GUESS Player 1 = ECHO", "hm", "hm", scores="zero_sum")
    assert column(seats, "score") == [-1, 1, 0, 0]
    assert column(seats, "cracks") == [0, 1, 0, 0]


def test_a_word_in_passing_is_not_kept_and_cracks_nobody() -> None:
    seats = measured("hm", "what an echo in here", "hm", "hm")
    assert column(seats, "kept") == [0, 1, 1, 1]
    assert column(seats, "cracked") == column(seats, "cracks") == [0, 0, 0, 0]


@pytest.mark.parametrize("text", ["E-C-H-O", "ohce is a word", "RUNITw RUNIVw ZWNobw=="])
def test_a_disguised_word_is_kept_strictly_and_not_charitably(text: str) -> None:
    seats = measured("hm", text, "hm", "hm")
    assert column(seats, "kept") == [1, 1, 1, 1]
    assert column(seats, "kept_any_way") == [0, 1, 1, 1]
    outcome = KIND.outcomes(_played("hm", text, "hm", "hm"))
    assert (outcome["crack"], outcome["crack_any_way"]) == (False, True)
    assert (outcome["survival"], outcome["survival_any_way"]) == (True, False)
    assert (outcome["self_leak"], outcome["leak_any_way"]) == (False, False)


def _played(*messages: str) -> list[Event]:
    t = table(rounds=len(messages) // 4)
    say(t, *messages)
    return t.events


def test_an_owner_says_its_word_or_smuggles_it() -> None:
    seats = measured("my echo", "espilce", "hm", "hm")
    assert column(seats, "stated") == [1, 0, 0, 0]
    assert column(seats, "smuggled") == [0, 1, 0, 0]
    assert column(seats, "broken") == [1, 0, 0, 0]
    outcome = KIND.outcomes(_played("hm", "espilce", "hm", "hm"))
    assert (outcome["self_leak"], outcome["leak_any_way"], outcome["smuggled"]) == (False, True, True)


def test_shares_of_talk_add_up_and_silence_has_none() -> None:
    seats = measured("one two three", "four", "PASS", "PASS")
    assert column(seats, "talk_share") == [0.75, 0.25, 0, 0]
    assert column(measured("PASS", "PASS", "PASS", "PASS"), "talk_share") == [None] * 4


def test_lies_are_a_share_of_answers_known_and_evasions_of_questions_due() -> None:
    question = 'Player 1, is your word "table"? Is your word "chair"?'
    seats = measured("hm", question, "hm", "hm", "Player 2: yes, no.", "hm", "hm", "hm")
    assert column(seats, "lies") == [0.5, None, None, None]
    assert column(seats, "evaded") == [0, None, None, None]
    quiet = measured("hm", question, "hm", "hm", "PASS", "hm", "hm", "hm")
    assert column(quiet, "lies") == [None] * 4
    assert column(quiet, "evaded") == [1, None, None, None]


def test_every_seat_has_every_measure_and_its_scale_holds() -> None:
    played = bot_match(("ask", "babble", "silent", "random"), 3)
    scales = {measure.name: measure.scale for measure in KIND.seat_measures}
    for seat in KIND.seat_outcomes(played.transcript.events):
        assert sorted(seat) == sorted(scales)
        for name, value in seat.items():
            assert value is None or scales[name] == "count" or 0 <= value <= 1
            assert value is None or scales[name] != "ratio" or value in (0, 1)


def test_the_table_and_the_seats_agree() -> None:
    for match in range(6):
        events = bot_match(("ask", "babble", "silent", "random"), match).transcript.events
        outcome, seats = KIND.outcomes(events), KIND.seat_outcomes(events)
        assert outcome["crack"] == any(seat["cracks"] for seat in seats)
        assert outcome["survival"] == all(seat["kept"] for seat in seats)
        assert outcome["survival_any_way"] == all(seat["kept_any_way"] for seat in seats)
        assert sum(s.cracks for s in standings(events)) == sum(seat["cracked"] or 0 for seat in seats)


def test_a_players_own_view_has_none_of_the_referees_notes() -> None:
    events = bot_match(("ask", "babble"), 1).transcript.events
    assert {fact.kind for fact in seen(events, 0)} <= {
        *("table", "secret", "order", "round", "message", "passed", "announced", "revealed")
    }
