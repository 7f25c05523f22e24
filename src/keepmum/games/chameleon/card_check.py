"""What is wrong with a cards file: every finding is a value with file, line, what and what to do.

Errors (a file with one is refused): not TOML, an unknown or missing key, a wrong type, an empty, overlong or
unprintable text, fewer than three words, the same category or the same word twice. "The same" is after `reveal.fold`
and without spaces. Warnings: a word that is another but for its ending, spelling or article, or that holds another.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, cast
from unicodedata import category as unicode_category

from keepmum.games.chameleon.card_lines import CardLines, card_lines
from keepmum.games.chameleon.reveal import fold, roots, spelt

WORDS = 16
"""Words on a card where nothing else is said: the paper's K."""

LONGEST_WORD = 40
LONGEST_CATEGORY = 80
FEWEST_WORDS = 3

Problem: TypeAlias = Literal[
    "unreadable", "syntax", "empty", "key", "type", "text", "few words", "duplicate category", "duplicate word",
    "near-duplicate", "contained",
]  # fmt: skip
WARNINGS: frozenset[Problem] = frozenset({"near-duplicate", "contained"})


@dataclass(frozen=True, slots=True)
class Card:
    """A category and its words, as in the file but for spaces around them; `line`: where, from 1 (0: in no file)."""

    category: str
    words: tuple[str, ...]
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a cards file: where (`line` from 1), what, and what to do about it."""

    problem: Problem
    file: str
    line: int
    what: str
    todo: str

    @property
    def warning(self) -> bool:
        """Whether the file can be played all the same."""
        return self.problem in WARNINGS

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {'warning: ' if self.warning else ''}{self.what}; {self.todo}"


@dataclass(frozen=True, slots=True)
class CardReport:
    """What a cards file holds: its good cards, and all that the check found, in the order of the lines."""

    file: str
    cards: tuple[Card, ...]
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings for which the file is refused."""
        return tuple(finding for finding in self.findings if not finding.warning)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The findings with which the file can still be played."""
        return tuple(finding for finding in self.findings if finding.warning)

    @property
    def ok(self) -> bool:
        """Whether the file can be played: it has no error."""
        return not self.errors

    def __str__(self) -> str:
        """One line a finding, then one of sums."""
        sums = f"{self.file}: {len(self.cards)} cards, {len(self.errors)} errors, {len(self.warnings)} warnings"
        return "\n".join([*map(str, self.findings), sums])


def check_cards(text: str, file: str, warn: bool = True) -> CardReport:
    """All that the check finds in the text of a cards file; `file` is its name in the findings.

    Warnings cost about a tenth of a millisecond a word: without `warn` they are not looked for.
    """
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return refused("syntax", file, *_syntax(text, error))
    top, places = card_lines(text)
    findings = list(_top_findings(table, file, top))
    entries = [
        _Entry(file, cast("Mapping[str, object]", raw), places[i] if i < len(places) else CardLines(top.key("card")))
        for i, raw in enumerate(_raw_cards(table))
    ]
    checked = [(entry, tuple(_entry_findings(entry, warn))) for entry in entries]
    findings += [finding for _, found in checked for finding in found]
    findings += _same_categories(entries)
    cards = tuple(entry.card() for entry, found in checked if all(finding.warning for finding in found))
    return CardReport(file, cards, tuple(sorted(findings, key=lambda finding: finding.line)))


def refused(problem: Problem, file: str, line: int, what: str, todo: str) -> CardReport:
    """The report on a file of which nothing can be used."""
    return CardReport(file, (), (Finding(problem, file, line, what, todo),))


def _syntax(text: str, error: Exception) -> tuple[int, str, str]:
    if isinstance(error, RecursionError):
        return 1, "brackets are nested too deeply", "write [[card]] tables, each with a category and a list of words"
    found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
    line = int(found[1]) if found else text.count("\n") + 1
    return line, f"this is not TOML: {error}", "put every text in quotes and a comma between words"


@dataclass(frozen=True, slots=True)
class _Entry:
    """One `[[card]]` as TOML has it, and where it stands."""

    file: str
    raw: Mapping[str, object]
    lines: CardLines

    def card(self) -> Card:
        words = tuple(" ".join(word.split()) for _, word in self.words())
        return Card(self.category, words, self.lines.key("words"))

    @property
    def category(self) -> str:
        raw = self.raw.get("category")
        return " ".join(raw.split()) if isinstance(raw, str) else ""

    def words(self) -> Iterator[tuple[int, str]]:
        """Line and text of each word that is a text."""
        raw = self.raw.get("words")
        for index, word in enumerate(cast("list[object]", raw) if isinstance(raw, list) else []):
            if isinstance(word, str):
                yield self.lines.word(index), word

    def finding(self, problem: Problem, line: int, what: str, todo: str) -> Finding:
        return Finding(problem, self.file, line, what, todo)


def _raw_cards(table: Mapping[str, object]) -> list[object]:
    raw = table.get("card")
    return [card for card in cast("list[object]", raw) if isinstance(card, dict)] if isinstance(raw, list) else []


def _top_findings(table: Mapping[str, object], file: str, top: CardLines) -> Iterator[Finding]:
    yield from _unknown_keys(table, ("card",), file, top)
    raw = table.get("card")
    if raw is None:
        yield Finding("empty", file, 1, "there is no card", "write [[card]], a category and a list of words")
    elif not isinstance(raw, list) or len(_raw_cards(table)) != len(cast("list[object]", raw)):
        what = f"'card' is {_kind(cast('object', raw))}, not a list of tables"
        yield Finding("type", file, top.key("card"), what, "head each card with [[card]], in double brackets")


def _unknown_keys(table: Mapping[str, object], known: Sequence[str], file: str, lines: CardLines) -> Iterator[Finding]:
    for key in table:
        if key not in known:
            nearest = difflib.get_close_matches(key, known, 1, 0)[0]
            what = f"the key {shown(key)} is unknown; known: {', '.join(known)}"
            yield Finding("key", file, lines.key(key), what, f"write {nearest!r}, the nearest, or take it out")


def _entry_findings(entry: _Entry, warn: bool) -> Iterator[Finding]:
    yield from _unknown_keys(entry.raw, ("category", "words"), entry.file, entry.lines)
    yield from _type_findings(entry)
    if isinstance(entry.raw.get("category"), str):
        yield from _text_findings(entry, "category", entry.lines.key("category"), str(entry.raw["category"]))
    for line, word in entry.words():
        yield from _text_findings(entry, "word", line, word)
    yield from _same_words(entry)
    if warn:
        yield from _near_words(entry)
        yield from _held_words(entry)


def _type_findings(entry: _Entry) -> Iterator[Finding]:
    for key, wanted, kind in (("category", str, "a text"), ("words", list, "a list of texts")):
        if key not in entry.raw:
            yield entry.finding("key", entry.lines.head, f"the card has no {key!r}", f"add {key} = {kind}")
        elif not isinstance(entry.raw[key], wanted):
            what = f"{key!r} is {_kind(entry.raw[key])}, not {kind}"
            yield entry.finding("type", entry.lines.key(key), what, f"write {key} = {kind}")
    raw = entry.raw.get("words")
    words = cast("list[object]", raw) if isinstance(raw, list) else None
    for index, word in enumerate(words or []):
        if not isinstance(word, str):
            what = f"the word {shown(str(word))} is {_kind(word)}, not a text"
            yield entry.finding("type", entry.lines.word(index), what, "put it in quotes")
    if words is not None and len(words) < FEWEST_WORDS:
        what = f"the card {shown(entry.category)} has {len(words)} words, fewer than {FEWEST_WORDS}"
        yield entry.finding("few words", entry.lines.key("words"), what, f"add words: {WORDS} make a usual card")


def _kind(value: object) -> str:
    kinds: dict[type, str] = {
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "a text",
        list: "a list",
        dict: "a table",
    }
    return kinds.get(type(value), "a date or time")


def _text_findings(entry: _Entry, noun: str, line: int, text: str) -> Iterator[Finding]:
    longest = LONGEST_WORD if noun == "word" else LONGEST_CATEGORY
    if control := next((char for char in text if _is_control(char)), None):
        what = f"the {noun} {shown(text)} holds the control character U+{ord(control):04X}"
        yield entry.finding("text", line, what, "take it out")
    elif not fold(text):
        yield entry.finding(
            "text", line, f"the {noun} {shown(text)} has no letter or digit", "write one, or take it out"
        )
    elif len(text) > longest:
        what = f"the {noun} {shown(text)} has {len(text)} characters, more than {longest}"
        yield entry.finding("text", line, what, "shorten it")


def _is_control(char: str) -> bool:
    joiner = char in "\u200c\u200d"  # Persian and Indian words and some emoji are written with them
    return not joiner and unicode_category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def shown(text: str) -> str:
    """A text as a message quotes it: control characters visible, and no longer than a line."""
    return repr(text if len(text) <= LONGEST_WORD else f"{text[:LONGEST_WORD]}…")


def _same_words(entry: _Entry) -> Iterator[Finding]:
    seen: dict[str, str] = {}
    for line, word, tokens in _folded_words(entry):
        folded = "".join(tokens)
        if folded in seen:
            what = f"the word {shown(word)} is a duplicate of {seen[folded]}"
            yield entry.finding("duplicate word", line, what, "keep one of the two")
        seen.setdefault(folded, f"{shown(word)} in line {line}")


def _folded_words(entry: _Entry) -> list[tuple[int, str, list[str]]]:
    words = [(line, word, fold(word).split()) for line, word in entry.words() if len(word) <= LONGEST_WORD]
    return [(line, word, tokens) for line, word, tokens in words if tokens]


def _near_words(entry: _Entry) -> Iterator[Finding]:
    seen: dict[tuple[str, ...], tuple[str, list[str]]] = {}
    for line, word, tokens in _folded_words(entry):
        place, other = seen.setdefault(_near_key(tokens), (f"{shown(word)} in line {line}", tokens))
        if other != tokens:
            what = f"the word {shown(word)} is nearly {place}"
            yield entry.finding("near-duplicate", line, what, "put another word in place of one of the two")


def _near_key(tokens: Sequence[str]) -> tuple[str, ...]:
    """What near-duplicates have in common: the words' stems in American spelling, less an article before them."""
    content = tokens[1:] if len(tokens) > 1 and tokens[0] in ("a", "an", "the") else tokens
    return tuple(min(roots(spelt(token))) for token in content)


def _held_words(entry: _Entry) -> Iterator[Finding]:
    words = _folded_words(entry)
    known = {tuple(tokens): word for _, word, tokens in reversed(words)}
    for line, word, tokens in words:
        if held := next((known[part] for part in _parts(tokens) if part in known), None):
            what = f"the word {shown(word)} holds the word {shown(held)}, so a guess in a sentence may be ambiguous"
            yield entry.finding("contained", line, what, "put another word in place of one of the two")


def _parts(tokens: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every run of neighbours but the whole, and but the whole without its article."""
    skip = 1 if tokens and tokens[0] in ("a", "an", "the") else 0
    for start in range(len(tokens)):
        for end in range(start + 1, len(tokens) + 1):
            if not (start <= skip and end == len(tokens)):
                yield tuple(tokens[start:end])


def _same_categories(entries: Iterable[_Entry]) -> Iterator[Finding]:
    seen: dict[str, int] = {}
    for entry in entries:
        line, folded = entry.lines.key("category"), fold(entry.category).replace(" ", "")
        if folded and folded in seen:
            what = f"the category {shown(entry.category)} is a duplicate of that in line {seen[folded]}"
            yield entry.finding("duplicate category", line, what, "rename one, or put the words on one card")
        seen.setdefault(folded, line)
