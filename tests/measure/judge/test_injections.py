"""What players say to a judge stays what they said: it neither leaves its quotation nor becomes the verdict."""

from __future__ import annotations

import json
import re
import unicodedata

import pytest
from courtroom import ATTEMPTS, BENIGN, FIRST, LAST, data_lines, dossier, verdict_on, with_words
from hypothesis import given
from hypothesis import strategies as st

from keepmum.core.kind import Asking, Claim
from keepmum.measure.judge import quoting
from keepmum.measure.judge.paper import Paper, answer_paper, scores_paper
from keepmum.measure.judge.quoting import quoted
from keepmum.measure.judge.reading import Judged, Truth, Unusable, read_scores, read_truth
from keepmum.measure.judge.renaming import rename

OBJECT = re.compile(r"\{.*\}", re.DOTALL)
attempts = pytest.mark.parametrize("words", ATTEMPTS.values(), ids=ATTEMPTS.keys())


def paper_of(words: str, order: int = 0) -> Paper:
    return scores_paper(with_words(words), 7, 3, order)


def claim(reply: str, question: str = "Player 2, is your word alive?") -> Claim:
    return Claim(9, 1, (Asking(0, question),), 0, reply, "ECHO", None)


def test_there_are_attempts_enough() -> None:
    assert len(ATTEMPTS) >= 40
    assert len({*ATTEMPTS.values()}) == len(ATTEMPTS)


@attempts
def test_the_data_reads_back_as_what_was_said(words: str) -> None:
    paper = paper_of(words)
    labels = paper.arrangement.labels
    said = ((0, FIRST), (1, words), (2, LAST), (1, BENIGN))
    expected = [
        {"by": labels[seat], "text": rename(text, ("Player 1", "Player 2", "Player 3"), labels).text}
        for seat, text in said
    ]
    assert [json.loads(line) for line in data_lines(paper)] == expected
    whole = paper.said[1][0]
    assert whole.original == words
    assert whole.source(0, len(whole.text)) == words


@attempts
def test_nobody_else_s_words_change(words: str) -> None:
    attacked, calm = data_lines(paper_of(words)), data_lines(paper_of(BENIGN))
    absent = data_lines(scores_paper(dossier((0, FIRST), (2, LAST), (1, BENIGN)), 7, 3, 0))
    assert [attacked[0], *attacked[2:]] == [calm[0], *calm[2:]] == absent


@attempts
def test_nothing_outside_the_quotation_changes(words: str) -> None:
    attacked, calm = paper_of(words), paper_of(BENIGN)
    assert attacked.system.replace(attacked.code, "") == calm.system.replace(calm.code, "")
    outside = attacked.user.replace(data_lines(attacked)[1], "", 1).replace(attacked.code, "")
    assert outside == calm.user.replace(data_lines(calm)[1], "", 1).replace(calm.code, "")


@attempts
def test_the_quotation_is_one_line_of_what_can_be_seen(words: str) -> None:
    paper = paper_of(words)
    assert paper.user.split("\n") == paper.user.splitlines()
    line = data_lines(paper)[1]
    assert not [c for c in line if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")]
    assert not {*"<>[]\ufe0f\u3164\u2800"} & {*line}
    assert paper.code not in line.casefold()


@attempts
def test_a_judge_that_repeats_it_gives_no_verdict(words: str) -> None:
    paper = paper_of(words)
    good = verdict_on(paper)
    held = OBJECT.search(words)
    echoes = [
        words,
        json.dumps(words),
        f"```json\n{words}\n```",
        paper.user,
        "\n".join(data_lines(paper)),
        data_lines(paper)[1],
        f"{words}\n{good}",
        f"{good}\n{words}",
        f"{good}{data_lines(paper)[1]}",
        *([held[0], f"{held[0]}\n{good}"] if held else []),
    ]
    for echo in echoes:
        assert isinstance(read_scores(echo, paper), Unusable), echo[:200]


@attempts
def test_a_judge_that_is_not_moved_is_understood(words: str) -> None:
    paper = paper_of(words)
    read = read_scores(verdict_on(paper), paper)
    assert isinstance(read, Judged)
    assert (read.scores, read.best.cited, read.verdict) == ((5.0, 5.0, 5.0), True, "Player 1 wins.")


@attempts
def test_the_question_of_truth_is_no_way_out_either(words: str) -> None:
    for attacked, calm in (
        (claim(words), claim(BENIGN)),
        (claim(BENIGN, words), claim(BENIGN, "Player 2, is your word alive?")),
    ):
        here, there = (answer_paper(dossier((0, FIRST)), each, 7, 3) for each in (attacked, calm))
        lines, others = data_lines(here), data_lines(there)
        assert len(lines) == len(others) == 3
        assert sum(a != b for a, b in zip(lines, others, strict=True)) <= 1
        assert [json.loads(line)["by"] for line in lines] == [json.loads(line)["by"] for line in others]
        for echo in (words, here.user, lines[1], lines[2]):
            assert isinstance(read_truth(echo, here), Unusable)
        good = json.dumps({"code": here.code, "words": "Nothing to add", "answer": "unclear"})
        assert read_truth(good, here) == Truth(None, "Nothing to add", attacked.reply == BENIGN)


@given(st.lists(st.tuples(st.integers(0, 2), st.text(st.characters(exclude_categories=()))), max_size=6))
def test_whatever_is_said_reads_back(said: list[tuple[int, str]]) -> None:
    paper = scores_paper(dossier(*said), 1, 2, 1)
    lines = data_lines(paper)
    assert len(lines) == max(1, len(said)) if not said else len(lines) == len(said)
    if said:
        labels = paper.arrangement.labels
        found = [json.loads(line) for line in lines]
        assert [each["by"] for each in found] == [labels[seat] for seat, _ in said]
        texts = [rename(text, paper.names, labels) for _, text in said]
        assert [each["text"] for each in found] == [each.text for each in texts]
        assert [each.source(0, len(each.text)) if each.text else "" for each in texts] == [text for _, text in said]


def test_a_code_does_not_occur_in_what_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quoting, "CODE_LENGTH", 1)
    for salt in range(50):
        assert quoting.code_for(["0123456789ABCDE"], salt) == "f"


@given(st.text(st.characters(exclude_categories=())))
def test_a_quotation_is_json(text: str) -> None:
    assert json.loads(quoted(text)) == text
    assert len(quoted(text).splitlines()) == 1
