"""What each listener hears: against hand-made numbers, the bots' own likelihoods and the exact code."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlparse

import numpy as np
import pytest
from leak_cases import bot_cases, case

from keepmum.core.hidden import Hidden, Utterance, evenly
from keepmum.core.options import OptionError
from keepmum.games import avalon, chameleon
from keepmum.games.chameleon.bland import BLAND
from keepmum.games.chameleon.bots.schedule import best_sizes
from keepmum.games.chameleon.bots.words import speech
from keepmum.games.chameleon.listening import CODES
from keepmum.lexicon import load
from keepmum.measure.leaks.listener import Case, posterior
from keepmum.measure.leaks.search import ENGINE, KEY, URL
from keepmum.measure.leaks.spec import default, listener
from keepmum.measure.leaks.summary import hear


def worded(words: tuple[str, ...], clues: tuple[str, ...], truth: int = 0) -> Case:
    said = tuple(Utterance(place, place, clue, True) for place, clue in enumerate(clues))
    return Case(0, Hidden("word", "words", words, truth, evenly(len(words)), None, (), said), ())


def test_counts_are_the_product_of_the_paper_s_ratios(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text(
        "# word, clue, count\ncat\t\t1000\ndog\t\t500\nCat\tpurr\t90\ndog\tpurr\t10\ncat\tpet\t200\ndog\tpet\t300\n",
        "utf-8",
    )
    found = posterior(listener(f"counts:{path}", {}), worded(("cat", "dog"), ("Purr!", "pet")), 2)
    cat = 90.5 / 1000.5 * 200.5 / 1000.5
    dog = 10.5 / 500.5 * 300.5 / 500.5
    assert found == pytest.approx([cat / (cat + dog), dog / (cat + dog)], abs=1e-12)
    data = {
        "words": {"cat": 1000, "dog": 500},
        "pairs": {"cat": {"purr": 90, "pet": 200}, "dog": {"purr": 10, "pet": 300}},
    }
    path.with_suffix(".json").write_text(json.dumps(data), "utf-8")
    again = posterior(listener(f"counts:{path.with_suffix('.json')}", {}), worded(("cat", "dog"), ("purr", "pet")), 2)
    assert again == pytest.approx(found, abs=1e-12)


def test_a_clue_or_word_that_a_table_does_not_hold_tells_nothing(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text("cat\tpurr\t90\ndog\tpurr\t10\ndog\tbark\t80\n", "utf-8")
    rows = listener(f"counts:{path}", {}).evidence([worded(("cat", "dog", "emu"), ("zzz", "purr"))])[0]
    assert rows[0].tolist() == [0, 0, 0]
    assert rows[1, 2] == pytest.approx(rows[1, :2].mean())
    assert rows[1, 0] == pytest.approx(np.log(90.5 / 90.5))


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [("a.tsv", "cat\tpurr\n", "a.tsv:1: 2 cells"), ("b.tsv", "cat\tpurr\t-1\n", "no count"), ("c.json", "[1]", "JSON")],
)
def test_a_broken_table_says_where(tmp_path: Path, name: str, text: str, why: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(OptionError, match=why):
        listener(f"counts:{tmp_path / name}", {})


def test_by_meaning_is_the_cosine_standardised_for_each_word() -> None:
    words, clues = ("guitar", "whale", "surgeon"), ("ocean", "hospital")
    rows = listener("words", {}).evidence([worded(words, clues)])[0]
    lexicon = load()
    for column, word in enumerate(words):
        usual = lexicon.similarity(list(lexicon.clue_words), [word])[:, 0]
        own = lexicon.similarity(list(clues), [word])[:, 0]
        assert rows[:, column] == pytest.approx((own - usual.mean()) / usual.std(), abs=1e-4)
    assert rows.argmax(axis=1).tolist() == [1, 2]


@pytest.mark.parametrize("spec", ["words", "counts"])
def test_the_order_of_the_card_does_not_matter_and_nonsense_tells_nothing(spec: str) -> None:
    heard = listener(spec, {})
    words = ("guitar", "whale", "surgeon", "castle")
    there, back, nothing = heard.evidence(
        [worded(words, ("ocean", "king")), worded(words[::-1], ("ocean", "king")), worded(words, ("qqzzx", ""))]
    )
    assert there == pytest.approx(back[:, ::-1])
    assert not nothing.any()
    whole, parts = heard.evidence(
        [worded(words, ("He swam across the deep ocean yesterday.",)), worded(words, ("ocean",))]
    )
    assert whole.argmax() == parts.argmax() == 1


def test_a_mixture_is_a_weighted_product() -> None:
    given = worded(("guitar", "whale", "surgeon"), ("ocean", "hospital"))
    words, counts, both = (
        listener(spec, {}).evidence([given])[0] for spec in ("words", "counts", "words*0.7+counts*0.3")
    )
    assert both == pytest.approx(0.7 * words + 0.3 * counts)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("wrods", "did you mean 'words'"),
        ("words*x", "weight 'x'"),
        ("words*0", "weight"),
        ("speech?level=11", "1 to 10"),
    ],
)
def test_a_listener_that_is_not_there_is_refused(spec: str, why: str) -> None:
    with pytest.raises(OptionError, match=why):
        listener(spec, CODES)


def test_seats_cannot_be_compared_with_words() -> None:
    seats = Hidden("merlin", "seats", ("player 1", "player 2"), 0, evenly(2), 0, (), (Utterance(0, 1, "hello", True),))
    with pytest.raises(OptionError, match="compares words"):
        listener("words", {}).evidence([Case(0, seats, ())])
    assert default(chameleon.KIND).startswith("words")
    assert default(avalon.KIND) in ("bayes", default(chameleon.KIND))


def test_the_schedule_s_posterior_is_uniform_over_nested_sets_to_the_last_digit() -> None:
    cases = bot_cases("schedule")
    sizes = best_sizes(4, 16)
    last = bluffed = 0
    for each in hear(listener("schedule", CODES), cases).traces:
        many = np.round(2**each.entropy)
        assert each.entropy == pytest.approx(np.log2(many), abs=1e-9)
        assert each.truth == pytest.approx(1 / many, abs=1e-12)
        assert each.leak == pytest.approx(4 - each.entropy, abs=1e-9)
        if each.informed == (0, 1, 2):
            last += 1
            assert many[:4].tolist() == list(sizes[:4])
        bluffed += bool(each.informed == (0, 2, 3) and many[-1] not in sizes)
    assert last > 0
    assert bluffed > 0


def test_after_a_bluff_that_missed_a_bland_word_rules_the_bluff_out() -> None:
    seen = 0
    for each in hear(listener("schedule", CODES), bot_cases("schedule")).traces:
        said = each.utterances
        if each.informed != (0, 2, 3) or said[2].text not in BLAND:
            continue
        seen += 1
        row = CODES["schedule"]({})(each.case.events, each.case.hidden)[1]
        out = np.isfinite(row)
        assert not out[each.case.hidden.truth]
        assert not each.weights[3][out].any()
        assert each.entropy[3] == pytest.approx(np.log2(16 - 11))
    assert seen > 0


def test_the_revealing_code_tells_all_at_once() -> None:
    for each in hear(listener("revealing", CODES), bot_cases("revealing", matches=10)).traces:
        assert each.leak[each.informed[0] + 1 :] == pytest.approx(4.0)


def test_the_speech_code_is_the_bots_own_posterior() -> None:
    cases = bot_cases("words", "5", 6)
    for each in hear(listener("speech?level=5", CODES), cases).traces:
        hidden = each.case.hidden
        model = speech(hidden.candidates, 5)
        own = model.posterior([said.text for said in hidden.utterances if said.informed])
        assert each.weights[-1] == pytest.approx(own[[model.clues.columns[word] for word in hidden.candidates]])


def test_a_code_that_is_not_spoken_is_refused() -> None:
    with pytest.raises(OptionError, match="do not speak the"):
        hear(listener("schedule", CODES), bot_cases("words", "5", 6))


def test_a_chameleon_of_another_kind_does_not_break_the_code() -> None:
    for each in hear(listener("schedule", CODES), bot_cases("schedule", matches=10, chameleon="trivial")).traces:
        assert np.isfinite(each.leak).all()


class Engine(BaseHTTPRequestHandler):
    """Answers as the search engine does; `asked` are the queries."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        query = parse_qs(urlparse(self.path).query)
        self.asked.append(query["q"][0])
        found = {'"cat"': 1000, '"dog"': 1000, '"cat" "purr"': 99}.get(query["q"][0], 9)
        body = json.dumps({"searchInformation": {"totalResults": str(found)}}) if query["key"] == ["k"] else "no"
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: Any) -> None: ...  # noqa: A002


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    server = HTTPServer(("127.0.0.1", 0), Engine)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv(URL, f"http://127.0.0.1:{server.server_port}/")
    monkeypatch.setenv(ENGINE, "e")
    Engine.asked.clear()
    yield
    server.shutdown()
    server.server_close()


@pytest.mark.usefixtures("engine")
def test_a_search_engine_is_asked_for_each_count_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "k")
    heard = listener("counts:search", {})
    given = worded(("cat", "dog"), ("purr",))
    assert posterior(heard, given, 1) == pytest.approx([99.5 / 109, 9.5 / 109])
    assert posterior(heard, given, 1)[0] > 0.9
    assert sorted(Engine.asked) == ['"cat"', '"cat" "purr"', '"dog"', '"dog" "purr"']


@pytest.mark.usefixtures("engine")
def test_a_search_that_fails_never_shows_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "secret-key")
    with pytest.raises(OptionError) as raised:
        listener("counts:search", {}).evidence([worded(("cat", "dog"), ("purr",))])
    assert "secret-key" not in str(raised.value)


def test_without_a_key_there_is_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY, raising=False)
    with pytest.raises(OptionError, match=KEY):
        listener("counts:search", {})


def test_what_the_chameleon_says_is_heard_and_tells_it_nothing() -> None:
    given = case([[0.0, -9.0], [-9.0, 0.0]], truth=0, blind=[1])
    assert not given.hidden.utterances[1].informed
    for each in bot_cases("revealing", matches=5):
        blind = [said.seat for said in each.hidden.utterances if not said.informed]
        assert [*each.hidden.friends, *blind] == sorted([*each.hidden.friends, *blind], key=lambda s: (s in blind, s))
        assert sorted([*each.hidden.friends, *blind]) == [0, 1, 2, 3]
