"""Scripts tell every fact and every ask, state the rules as they are executed, and are refused when they do not fit."""

from __future__ import annotations

import re
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

from keepmum.agents.script import Script, ScriptError, load_script
from keepmum.agents.source import digest_of, find_script
from keepmum.core import Fact
from keepmum.games import chameleon, kuhn
from keepmum.games.chameleon import facts as said

SCRIPTS = ("plain", "paper")
PROMPTS = chameleon.KIND.prompts or Path()
CARD = said.Card("Food", ("pizza", "taco"), 4)
PRIVATE_OR_OWN = ("self_reveal", "sealed_clue", "ballot")


def script(name: str, **rules: object) -> Script:
    options = asdict(chameleon.KIND.options(**rules))
    return load_script(PROMPTS / name, chameleon.KIND.facts, options)


def told(name: str, fact: Fact, you: int) -> str | None:
    words = script(name).tell(fact, you, 4)
    return words.text if words else None


EXAMPLES = [
    (CARD, ["Food", "pizza, taco"]),
    (said.Identity(False, "taco"), ["not", "chameleon", "taco"]),
    (said.Identity(True, None), ["chameleon"]),
    (said.Order((2, 1, 0, 3)), ["2", "player 3, you, player 1, player 4"]),
    (said.Clue(3, "salt"), ["layer 4", '"salt"']),
    (said.Statement(0, "it is 2"), ["layer 1", '"it is 2"']),
    (said.Ballots((1, 2, 0, 0)), ["player 1: you", "you: player 3", "player 4: player 1"]),
    (said.Tally((1, 3, 0, 0)), ["player 1: 1", "you: 3"]),
    (said.Tie((0, 1)), ["player 1 and you"]),
    (said.Appointed(1), ["you"]),
    (said.Appointed(2), ["player 3"]),
    (said.Accused(1, True), ["ou are the chameleon"]),
    (said.Accused(2, False), ["layer 3", "not"]),
    (said.Guess(2, "taco"), ["layer 3", '"taco"']),
    (said.Revealed(2, "taco"), ["layer 3", "taco"]),
    (said.Revealed(1, "taco"), ["ou", "taco"]),
]


@pytest.mark.parametrize("name", SCRIPTS)
@pytest.mark.parametrize(("fact", "parts"), EXAMPLES, ids=lambda value: getattr(value, "kind", ""))
def test_every_fact_is_told(name: str, fact: Fact, parts: list[str]) -> None:
    text = told(name, fact, 1)
    assert text
    for part in parts:
        assert part in text


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_fact_has_an_example_or_is_silent(name: str) -> None:
    shown = {type(fact).kind for fact, _ in EXAMPLES}
    assert {fact.kind for fact in chameleon.KIND.facts} == shown | set(PRIVATE_OR_OWN)
    assert told(name, said.SelfReveal(1, "is"), 1) is None
    assert told(name, said.Clue(1, "salt"), 1) is None, "one's own clue stands in the conversation already"


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_one_who_knows_not_is_told_no_word(name: str) -> None:
    assert "None" not in (told(name, said.Identity(True, None), 0) or "")


RULES = [
    ({"players": 7}, "7 players"),
    ({"words": 9}, "9 words"),
    ({"repeat": True}, "give it again|may repeat"),
    ({"repeat": False}, "may not"),
    ({"hearing": "open"}, "has heard|hears those before"),
    ({"hearing": "sealed"}, "read out"),
    ({"discussion": 1}, "speaks once|one round"),
    ({"discussion": 3}, "3 rounds"),
    ({"ballots": "open"}, "who voted for whom"),
    ({"ballots": "tally"}, "how many votes"),
    ({"ballots": "secret"}, "only (who|which player)"),
    ({"tie_break": "chance"}, "by lot among|same chance"),
    ({"tie_break": "player"}, "decides which"),
]


@pytest.mark.parametrize("name", SCRIPTS)
@pytest.mark.parametrize(("rules", "says"), RULES, ids=str)
def test_the_rules_are_told_as_they_are_executed(name: str, rules: dict[str, object], says: str) -> None:
    opening = script(name, **rules).opening.told
    assert opening
    assert re.search(says, opening.text)
    for other, words in RULES:
        if other.keys() == rules.keys() and other != rules:
            assert not re.search(words, opening.text), f"says what holds for {other}"


@pytest.mark.parametrize("name", SCRIPTS)
def test_without_a_discussion_there_is_no_word_of_one(name: str) -> None:
    opening = script(name).opening.told
    assert opening
    assert "round" not in opening.text
    assert "\n\n\n" not in opening.text


@pytest.mark.parametrize("name", SCRIPTS)
@pytest.mark.parametrize("about", ["clue", "statement", "vote", "tie_break", "guess"])
def test_every_ask_has_a_task(name: str, about: str) -> None:
    assert script(name).task(about, 0)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_level_is_told_with_the_clue_alone(name: str) -> None:
    words = script(name)
    assert "7" in words.task("clue", 0, 7)
    assert words.task("vote", 0, 7) == words.task("vote", 0)


def test_only_the_paper_has_things_confirmed_and_explained() -> None:
    facts = [CARD, said.Identity(False, "taco"), said.Order((2, 1, 0, 3))]
    plain, paper = script("plain"), script("paper")
    assert [told.confirm for fact in facts if (told := plain.tell(fact, 1, 4))] == [None] * 3
    confirms = [paper.opening.told.confirm, *(told.confirm for fact in facts if (told := paper.tell(fact, 1, 4)))]  # type: ignore[union-attr]
    assert [confirm.right for confirm in confirms if confirm] == ["yes", "yes", "no", "2"]
    assert confirms[-1]
    assert confirms[-1].ask.options == ("1", "2", "3", "4")
    assert (plain.explain("vote"), bool(paper.explain("vote")), paper.explain("clue")) == (None, True, None)


def test_kuhn_poker_has_a_script_too() -> None:
    words = load_script((kuhn.KIND.prompts or Path()) / "plain", kuhn.KIND.facts, {})
    assert words.tell(kuhn.Dealt("king"), 1, 2).text == "You are player 2. Your card is the king."  # type: ignore[union-attr]
    assert words.tell(kuhn.Acted(1, "bet"), 1, 2) is None


# -- what is refused


@dataclass(frozen=True)
class Rang(Fact):
    seat: int
    tune: str


MINIMAL = """
again = "No: {{complaint}}"
[facts]
rang = "{{seat|player}} rang {{tune|quoted}}"
[asks.call]
task = "Who is it?"
"""


def load(folder: Path, toml: str, rules: dict[str, object] | None = None) -> Script:
    (folder / "script.toml").write_text(toml, encoding="utf-8")
    return load_script(folder, (Rang,), rules or {})


def test_a_small_script_is_enough(tmp_path: Path) -> None:
    words = load(tmp_path, MINIMAL)
    assert words.tell(Rang(0, "la\nla"), 1, 2).text == 'player 1 rang "la la"'  # type: ignore[union-attr]
    assert words.opening.told is None


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("again", "agian", "no entry 'agian'.*did you mean 'again'"),
        ("again = ", "about = ", "needs again"),
        ("{{tune|quoted}}", "a bell", r"facts\.rang: never tells 'tune'"),
        ("{{tune|quoted}}", "{{tone}}", "no variable 'tone'.*did you mean 'tune'"),
        ("{{tune|quoted}}", "{{tune|player}}", r"facts\.rang: a form does not suit"),
        ("{{complaint}}", "{{reason}}", "again: there is no variable 'reason'"),
        ("rang =", "bell =", "no entry 'bell'.*known: rang"),
        ("rang = ", "# ", "says nothing of the fact 'rang'"),
        ('"{{seat|player}} rang {{tune|quoted}}"', '"rang.md"', r"rang\.md: cannot be read"),
        ('"{{seat|player}} rang {{tune|quoted}}"', "3", "text or the name of a .md file"),
        ("task =", "tsak =", "no entry 'tsak'"),
        ('task = "Who is it?"', "", r"asks\.call: text or the name"),
        ('task = "Who is it?"', 'task = "At {{level}}?"', "no variable 'level'"),
        ("[facts]", "[facts", r"script\.toml: "),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, old: str, new: str, says: str) -> None:
    with pytest.raises(ScriptError, match=says):
        load(tmp_path, MINIMAL.replace(old, new, 1))


CASES = """
again = "No: {{complaint}}"
[facts.rang]
by = "seat"
you = "you rang {{tune|quoted}}"
"""


def test_every_value_needs_a_case(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match="cases by seat need both yes and no, or an 'other'"):
        load(tmp_path, CASES)
    load(tmp_path, CASES + 'other = ""')
    with pytest.raises(ScriptError, match="by: there is no variable 'saet'"):
        load(tmp_path, CASES.replace('"seat"', '"saet"'))


@dataclass(frozen=True)
class Told(Fact):
    truth: bool


def test_a_truth_is_not_a_seat(tmp_path: Path) -> None:
    toml = 'again = "{{complaint}}"\n[facts.told]\nby = "truth"\nyou = "seat"\nyes = "true"\nno = "false"'
    (tmp_path / "script.toml").write_text(toml)
    words = load_script(tmp_path, (Told,), {})
    assert words.tell(Told(True), 1, 2).text == "true"  # type: ignore[union-attr]


OPENING = MINIMAL + '[opening]\ntell = "rules.md"\n[phrases.loud]\nyes = "Loud."\nno = ""\n'


def test_the_opening_tells_each_rule_by_its_value(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text("{{n}} play.\n{{loud}}\nEnd.\n")
    assert load(tmp_path, OPENING, {"n": 3, "loud": True}).opening.told.text == "3 play.\nLoud.\nEnd."  # type: ignore[union-attr]
    assert load(tmp_path, OPENING, {"n": 3, "loud": False}).opening.told.text == "3 play.\nEnd."  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "rules", "says"),
    [
        ("{{n}} {{loud}}", {"n": 3, "loud": True, "odd": 1}, "the rule 'odd' is never told"),
        ("{{n}}", {"n": 3, "loud": True}, "the phrase 'loud' is never told"),
        ("{{n}} {{loud}}", {"loud": True}, r"rules\.md: there is no variable 'n'"),
        ("{{loud}}", {}, r"phrase.*'loud'|no variable 'loud'"),
        ("{{loud}}", {"loud": "very"}, "no case for loud = 'very'; known: no, yes"),
    ],
)
def test_rules_that_are_not_told_are_refused(tmp_path: Path, text: str, rules: dict[str, object], says: str) -> None:
    (tmp_path / "rules.md").write_text(text)
    with pytest.raises(ScriptError, match=says):
        load(tmp_path, OPENING, rules)


def test_the_digest_is_of_names_and_contents(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(PROMPTS / "plain", copy)
    digest = digest_of(copy)
    assert digest == script("plain").digest != script("paper").digest
    rules = copy / "rules.md"
    text = rules.read_text()
    rules.write_text(text.replace("chameleon", "leonchame"))
    assert digest_of(copy) != digest
    rules.write_text(text)
    assert digest_of(copy) == digest
    rules.rename(copy / "rulez.md")
    assert digest_of(copy) != digest


def test_a_user_may_point_at_a_script_or_at_a_folder_of_them(tmp_path: Path) -> None:
    own = tmp_path / "mine"
    own.mkdir()
    load(own, MINIMAL)
    assert find_script("plain", own) == own
    assert find_script("mine", tmp_path) == own
    with pytest.raises(ScriptError, match=r"no script 'mien' .*did you mean 'mine'"):
        find_script("mien", tmp_path)
    with pytest.raises(ScriptError, match="holds no script"):
        find_script("plain", tmp_path / "nowhere")
