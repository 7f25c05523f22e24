"""A reply is read whole or not at all, and a citation is checked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from courtroom import FIRST, LAST, data_lines, dossier, verdict_on, with_words

from keepmum.core import Status
from keepmum.core.kind import Asking, Claim
from keepmum.measure.judge.dossier import cited
from keepmum.measure.judge.paper import answer_paper, scores_paper
from keepmum.measure.judge.reading import Judged, Truth, Unusable, read_scores, read_truth
from keepmum.measure.judge.renaming import rename, restore
from keepmum.measure.judge.words import PromptError, rendered

PAPER = scores_paper(with_words("Perhaps Player 3 is bluffing,  Claude."), 1, 1, 0)
A, B, C = PAPER.arrangement.labels


def best(by: str, quote: str) -> dict[str, Any]:
    return {"best": {"by": by, "quote": quote}}


def test_scores_go_to_true_seats() -> None:
    read = read_scores(verdict_on(PAPER, scores={B: 2, A: 1, C: 3.0}), PAPER)
    assert isinstance(read, Judged)
    assert read.scores == (1.0, 2.0, 3.0)


@pytest.mark.parametrize("around", ["{}", "  \n{}\n ", "```json\n{}\n```", "```\n{}\n```"])
def test_what_stands_around_the_whole_is_nothing(around: str) -> None:
    assert isinstance(read_scores(around.replace("{}", verdict_on(PAPER)), PAPER), Judged)


WRONG: list[tuple[str, Status]] = [
    ("", Status.EMPTY),
    ("Player A wins", Status.UNPARSABLE),
    (f"Here it is: {verdict_on(PAPER)}", Status.UNPARSABLE),
    (f"[{verdict_on(PAPER)}]", Status.UNPARSABLE),
    (f"{verdict_on(PAPER)}\n{verdict_on(PAPER)}", Status.UNPARSABLE),
    (verdict_on(PAPER, code="0" * 16), Status.UNPARSABLE),
    (verdict_on(PAPER, code=None), Status.UNPARSABLE),
    (verdict_on(PAPER, more=1), Status.UNPARSABLE),
    (verdict_on(PAPER, scores={A: 1, B: 1}), Status.UNPARSABLE),
    (verdict_on(PAPER, scores={A: 1, B: 1, C: 1, "Player D": 1}), Status.UNPARSABLE),
    (verdict_on(PAPER, scores=[1, 1, 1]), Status.UNPARSABLE),
    (verdict_on(PAPER, scores={A: 11, B: 1, C: 1}), Status.ILLEGAL),
    (verdict_on(PAPER, scores={A: -1, B: 1, C: 1}), Status.ILLEGAL),
    (verdict_on(PAPER, scores={A: 7.5, B: 1, C: 1}), Status.ILLEGAL),
    (verdict_on(PAPER, scores={A: "7", B: 1, C: 1}), Status.ILLEGAL),
    (verdict_on(PAPER, scores={A: True, B: 1, C: 1}), Status.ILLEGAL),
    (verdict_on(PAPER, scores={A: None, B: 1, C: 1}), Status.ILLEGAL),
    (verdict_on(PAPER).replace(": 5", ": 1e999", 1), Status.ILLEGAL),
    (verdict_on(PAPER).replace(": 5", ": NaN", 1), Status.UNPARSABLE),
    (verdict_on(PAPER, verdict=""), Status.ILLEGAL),
    (verdict_on(PAPER, verdict=["A"]), Status.UNPARSABLE),
    (verdict_on(PAPER, verdict="x" * 1001), Status.ILLEGAL),
    (verdict_on(PAPER, **best("Player Z", FIRST)), Status.ILLEGAL),
    (verdict_on(PAPER, **best("Player 1", FIRST)), Status.ILLEGAL),
    (verdict_on(PAPER, best=FIRST), Status.UNPARSABLE),
    (verdict_on(PAPER)[:-1] + ', "code": "x"}', Status.AMBIGUOUS),
    (verdict_on(PAPER, verdict="x" * 100_000), Status.TOO_LONG),
    ("[" * 50_000, Status.UNPARSABLE),
]


@pytest.mark.parametrize(("reply", "cause"), WRONG)
def test_what_cannot_be_used_has_a_cause(reply: str, cause: Status) -> None:
    read = read_scores(reply, PAPER)
    assert isinstance(read, Unusable)
    assert read.cause is cause
    assert read.reason.endswith(".")
    assert read.reason in PAPER.again(read.reason)


@pytest.mark.parametrize(
    ("by", "quote", "words"),
    [
        (A, FIRST, FIRST),
        (A, f"  {FIRST.upper()} ", FIRST),
        (A, f"“{FIRST}”", FIRST),
        (A, "only live when\nothers", "only live when others"),
        (B, f"perhaps {C} is bluffing, claude.", "Perhaps Player 3 is bluffing,  Claude."),
        (B, f"{C} is bluffing", "Player 3 is bluffing"),
        (C, f"{A}, does your", "Player 1, does your"),
        (A, "things that only live when others talk first", None),
        (A, "fond of", None),
        (A, "nd of things that on", None),
        (A, "", None),
        (A, "…", None),
        (B, FIRST, None),
        (C, "Perhaps Player 3 is bluffing", None),
    ],
)
def test_a_best_moment_is_checked_word_for_word(by: str, quote: str, words: str | None) -> None:
    read = read_scores(verdict_on(PAPER, **best(by, quote)), PAPER)
    assert isinstance(read, Judged)
    assert read.best.seat == PAPER.arrangement.seat(by)
    assert read.best.cited == (words is not None)
    assert read.best.quote == (quote if words is None else words)


def test_one_word_is_enough_where_no_more_was_said() -> None:
    assert cited("copper", [rename("Copper", (), ())]) == "Copper"
    assert cited("GUESS", [rename("GUESS Ann = ECHO", (), ())]) is None


def test_names_are_hidden_and_come_back() -> None:
    names = ("GPT_5.2", "Claude", "Al")
    labels = ("Player B", "Player C", "Player A")
    text = "claude's right; gpt 5.2, p1 and @Al, seat three! Claudette, Al-Qa, player 4, P30."
    renamed = rename(text, names, labels)
    expected = "Player C's right; Player B, Player B and Player A, Player A! Claudette, Player A-Qa, player 4, P30."
    assert renamed.text == expected
    assert renamed.source(0, len(renamed.text)) == text
    assert renamed.source(3, 10) == "claude's"
    assert (
        restore("Player A beats Player C; Player AB, xPlayer B", names, labels)
        == "Al beats Claude; Player AB, xPlayer B"
    )


def test_a_judge_sees_no_name() -> None:
    paper = scores_paper(dossier((0, "I, Ann, ask Bob"), (1, "ann, P1, no"), names=("Ann", "Bob")), 1, 1, 0)
    for text in (paper.system, paper.user):
        assert "ann" not in text.casefold().replace("cannot", "")
        assert "bob" not in text.casefold()
        assert "P1" not in text


def test_a_verdict_s_sentence_has_true_names() -> None:
    read = read_scores(verdict_on(PAPER, verdict=f"{B} wins over {C}."), PAPER)
    assert isinstance(read, Judged)
    assert read.verdict == "Player 2 wins over Player 3."


def test_the_same_asking_is_the_same_paper_and_another_is_not() -> None:
    match = with_words(LAST)
    papers = [scores_paper(match, 1, 1, order) for order in range(3)]
    assert papers[0].basis == scores_paper(with_words(LAST), 1, 1, 0).basis
    assert len({each.basis for each in papers}) == len({each.code for each in papers}) == 3
    assert scores_paper(match, 2, 1, 0).basis != papers[0].basis
    assert len(data_lines(papers[0])) == 4


def test_the_schema_asks_for_what_is_read() -> None:
    required = PAPER.schema["properties"]
    assert required["code"]["enum"] == [PAPER.code]
    assert tuple(required["scores"]["properties"]) == PAPER.arrangement.listed_labels
    assert required["best"]["properties"]["by"]["enum"] == list(PAPER.arrangement.listed_labels)
    assert f'"{PAPER.arrangement.listed_labels[0]}"' in PAPER.user.splitlines()[1]


def answer(**changed: Any) -> Truth | Unusable:
    questions = (Asking(0, "Player 2, is it hot?"), Asking(2, "Is your word alive, P2?"))
    claim = Claim(4, 1, questions, 1, "Player 1: no. Player 3, it never breathed.", "ECHO", None)
    paper = answer_paper(dossier((0, FIRST)), claim, 1, 1)
    lines = [json.loads(line) for line in data_lines(paper)]
    assert [line.get("question") for line in lines] == [None, "another", "this one", None]
    assert lines[0]["hidden"] == "ECHO"
    assert lines[0]["whose"] == lines[3]["by"] == paper.arrangement.labels[1]
    good = {"code": paper.code, "words": "it never breathed", "answer": "true"}
    return read_truth(json.dumps({**good, **changed}), paper)


def test_an_answer_is_true_false_or_unclear_and_rests_on_words() -> None:
    assert answer() == Truth(True, "it never breathed", True)
    assert answer(answer="false") == Truth(False, "it never breathed", True)
    assert answer(answer="unclear", words="it breathes") == Truth(None, "it breathes", False)
    assert answer(answer="maybe") == Unusable(Status.ILLEGAL, '"answer" must be one of true, false, unclear.')
    assert isinstance(answer(code="x"), Unusable)
    assert isinstance(answer(words=None), Unusable)
    assert isinstance(answer(answer=True), Unusable)


def test_a_prompt_is_filled_strictly() -> None:
    with pytest.raises(PromptError, match="reason"):
        rendered("again", code="x")
    with pytest.raises(PromptError, match="more"):
        rendered("again", code="x", reason="y", more="z")
    assert "{{code}}" in rendered("again", code="x", reason="{{code}}"), "what fills a slot is not looked at again"


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("Player A won with “my word was a trap all along”.", False),
        ('Player A won with "my word was a trap all along."', False),
        ("Player A won with «others speak last, never».", False),
        ("Player A won with “only live when others speak first.”", True),
        ('Player A won with "ONLY LIVE  when others speak".', True),
        ("Player A's “silent” way won.", True),
        ("Player A isn't as bold as Player B, who didn't dare.", True),
    ],
)
def test_a_quotation_within_the_sentence_is_marked_where_nobody_said_it(sentence: str, kept: bool) -> None:
    paper = scores_paper(with_words("Never in my life."), 1, 0, 0)
    found = read_scores(verdict_on(paper, verdict=sentence), paper)
    assert isinstance(found, Judged)
    assert found.verdict.count("[nobody said this]") == (0 if kept else 1)
    assert found.verdict.replace(" [nobody said this]", "") == restore(sentence, paper.names, paper.arrangement.labels)


@pytest.mark.parametrize(
    ("text", "renamed"),
    [
        ("players 2 and 3 are odd", "Player C and Player A are odd"),
        ("Seats 1, 2 and 3!", "Player B, Player C and Player A!"),
        ("players 2 and 9 or 3", "Player C and 9 or Player A"),
        ("#2 lies", "Player C lies"),
        ("gpt 5.2, gpt5.2, GPT_5.2 and Gpt-5-2", "Player B, Player B, Player B and Player B"),
        ("gpt52 and gpt 5", "gpt52 and gpt 5"),
        ("2: two of three said 3", "2: two of three said 3"),
        ("player 2 and 3 more", "Player C and 3 more"),
    ],
)
def test_whatever_the_referee_takes_for_a_name_is_hidden(text: str, renamed: str) -> None:
    found = rename(text, ("GPT-5.2", "Claude", "Al"), ("Player B", "Player C", "Player A"))
    assert found.text == renamed
    assert found.source(0, len(found.text)) == text
