"""Folding makes the spellings of one thing equal, and keeps different things apart."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepmum.core.fold import fold, fold_words

CALM = settings(deadline=None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("In-N-Out", "in n out"),
        ("in-n-out", "InNOut"),
        ("McDonald's", "MCDONALD’S"),
        ("mcdonald's", "mcdonalds"),
        ("stone age", "Stone\u00a0\n Age"),
        ("stone age", "stoneage"),
        ("Café", "cafe"),
        ("Cafe\u0301", "Café"),
        ("ＫＦＣ", "kfc"),
        ("Straße", "STRASSE"),
        ("İstanbul", "istanbul"),
        ("２０", "20"),
        ("٢", "2"),
        ("2️⃣", "2"),
        ("Area 51", "area51"),
        ("“cold war”.", "cold war"),
        ("T.V.", "tv"),
    ],
)
def test_spellings_of_one_thing_fold_to_the_same(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1, 2", "12"),
        ("1 2", "12"),
        ("3.5", "35"),
        ("approve", "disapprove"),
        ("planet", "planets"),
        ("approve", "a\u0336p\u0336p\u0336r\u0336o\u0336v\u0336e\u0336"),
        ("が", "か"),
        ("हिन्दी", "हनद"),
        ("2", "2\u20e0"),
    ],
)
def test_different_things_stay_apart(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_an_apostrophe_does_not_part_a_word() -> None:
    assert fold_words("Wendy’s on the chick-fil-a") == ["wendys", "on", "the", "chick", "fil", "a"]


@pytest.mark.parametrize("text", ["", "  ", "...", "🚂", "-!-"])
def test_nothing_is_left_of_what_has_no_letter_or_digit(text: str) -> None:
    assert fold(text) == ""


@given(st.text())
@CALM
def test_folding_again_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(st.characters(codec="ascii")))
@CALM
def test_case_does_not_matter(text: str) -> None:
    assert fold(text.upper()) == fold(text.lower())


@given(st.lists(st.integers(0, 999), min_size=2, max_size=5), st.sampled_from([" ", ", ", ".", "-", "/", "\n"]))
@CALM
def test_numbers_never_run_together(numbers: list[int], between: str) -> None:
    assert fold(between.join(map(str, numbers))) == " ".join(map(str, numbers))
