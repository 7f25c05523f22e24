"""A clue gives its secret away when it is, contains or inflects the secret word, or is a part of it.

The rule is about form, never meaning: "airplane" contains "plane" and "pineapple" contains "apple". It reads words,
so "cartoon" does not contain "car". A clue contains a secret

- as whole words, between spaces and hyphens: "steam-roller" for "steam"; or
- in one closed-up word, when the secret has at least four letters and all that is left is one of the common English
  words that build compounds (`parts`: "steamboat", "rainbow", also with a linking or plural s) or, after the secret,
  an ending (`endings`: "rainy", "kingdom", "guitarist"). Words that only look so are listed (`simple`: "whisky").

A clue inflects a secret when both have the same English stem (Snowball), the same base before -er, -or or -est, or
are forms of one word that no rule finds (`forms`). `alone` lists words that come from no other, whatever they look
like. The lists are in reveal.toml.
"""

from __future__ import annotations

import operator
import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from keepmum.core.fold import fold_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Reveal: TypeAlias = Literal["is", "contains", "inflects", "part"]

LONGEST_KEPT = 200
"""Characters: a longer text is worked out anew each time, and a longer word has no stem, so that caches stay small."""

SHORTEST_WITHIN = 4
"""Letters of the shortest secret that is looked for inside a closed-up word."""

LETTERS = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "&": " and "}
)
PLURALS = {"men": "man", "feet": "foot", "teeth": "tooth", "geese": "goose", "mice": "mouse", "children": "child"}


def self_reveal(clue: str, secret: str) -> Reveal | None:
    """How the clue gives the secret away, or None: the first that holds of

    - "is": equal after folding (see `fold`) and without the spaces, so "T.V." is "tv";
    - "contains": the whole secret stands inside the clue;
    - "inflects": the clue, or words next to one another in it, are other forms of the secret;
    - "part": one word of the clue is, or inflects, a content word of a secret of several words.

    Never raises, whatever the text. Source: the paper, section 3.1, allows such clues; the record names them.
    """
    if len(clue) > LONGEST_KEPT or len(secret) > LONGEST_KEPT:
        return _kept.__wrapped__(clue, secret)
    return _kept(clue, secret)


@lru_cache(maxsize=1 << 16)
def _kept(clue: str, secret: str) -> Reveal | None:
    one, two = (_look(text) if len(text) <= LONGEST_KEPT else _look.__wrapped__(text) for text in (clue, secret))
    said, hidden = one.words, two.words
    if not said or not hidden:
        return None
    if one.joined == two.joined:
        return "is"
    if _far(one, two):
        return None
    if _stands(said, hidden, operator.eq) or any(_holds(word, two.joined) for word in said):
        return "contains"
    if _stands(said, hidden, inflects) or inflects(one.joined, two.joined):
        return "inflects"
    return "part" if _partly(said, hidden) else None


@dataclass(frozen=True, slots=True)
class _Look:
    """A text at a glance: its folded words, these joined, the two letters they begin with in any spelling, all forms
    less a plural s, and whether an irregular form or a single letter is among them."""

    words: tuple[str, ...]
    joined: str
    starts: frozenset[str]
    forms: tuple[str, ...]
    odd: bool


@lru_cache(maxsize=1 << 14)
def _look(text: str) -> _Look:
    words = tuple(fold(text).split())
    joined = "".join(words)
    every = (*words, joined)
    starts = frozenset(start.replace("y", "i") for word in every for start in (word[:2], spelt(word)[:2]))
    odd = any(len(word) == 1 or _listed(word) or _listed(spelt(word)) for word in every)
    return _Look(words, joined, starts, tuple(form for word in every for form in _less_s(word)), odd)


def _far(said: _Look, hidden: _Look) -> bool:
    """Whether no rule below can hold: nothing begins alike, is odd, or ends in the secret. So it is for most pairs."""
    if said.odd or hidden.odd or not said.starts.isdisjoint(hidden.starts):
        return False
    cores = _less_s(hidden.joined)
    return not any(form.endswith(cores) for form in said.forms)


def _stands(said: Sequence[str], hidden: Sequence[str], same: Callable[[str, str], bool]) -> bool:
    """Whether the hidden words stand next to one another among the words said."""
    starts = range(len(said) - len(hidden) + 1)
    return any(all(same(said[start + i], word) for i, word in enumerate(hidden)) for start in starts)


def _partly(said: Sequence[str], hidden: Sequence[str]) -> bool:
    content = [word for word in hidden if len(word) > 1 and word not in _lists().small]
    return len(hidden) > 1 and any(inflects(word, part) for word in said for part in content)


def _holds(word: str, secret: str) -> bool:
    """Whether a closed-up word holds the secret, by the rule at the head of this module."""
    return any(_built(form, core) for form in _less_s(word) for core in _less_s(secret) if len(core) >= SHORTEST_WITHIN)


def _built(word: str, core: str) -> bool:
    if word == core or word in _lists().simple:
        return False
    if word.startswith(core):
        return _follows(word[len(core) :], core)
    if word.endswith(core):
        return word[: -len(core)] in _lists().parts
    return core[-1] in "aeioy" and word.startswith(core[:-1]) and word[len(core) - 1 :] in _lists().after_vowel


def _follows(rest: str, core: str) -> bool:
    if rest in _lists().endings or (rest == "n" and core[-1] == "a"):
        return True
    return any(form in _lists().parts for form in (*_less_s(rest), rest.removeprefix("s")))


def _less_s(word: str) -> tuple[str, ...]:
    """The word, and without its plural s where it has one."""
    return (word, word[:-1]) if word.endswith("s") and not word.endswith("ss") else (word,)


def inflects(word: str, other: str) -> bool:
    """Whether two folded words are equal or forms of one word. Symmetric."""
    if word == other or max(len(word), len(other)) > LONGEST_KEPT:
        return word == other
    one, two = spelt(word), spelt(other)
    if not (_start_alike(one, two) or _listed(one) or _listed(two)):
        return False
    return not roots(one).isdisjoint(roots(two))


def _start_alike(word: str, other: str) -> bool:
    """A stem keeps its first three letters, but for a y: most pairs end here, before any costly stemming."""
    shared = min(3, len(word), len(other))
    return word[:shared].replace("y", "i") == other[:shared].replace("y", "i")


@lru_cache(maxsize=1 << 14)
def _listed(word: str) -> bool:
    return any(form in _lists().forms for form in _less_s(word))


@lru_cache(maxsize=1 << 14)
def spelt(word: str) -> str:
    """A folded word in American spelling, its irregular plural undone: "theatres" gives "theaters", "mice" "mouse"."""
    if word in _lists().alone:
        return word
    for plural, single in PLURALS.items():
        if word.endswith(plural) and len(word) != len(plural) + 1:  # "omen" is not the plural of "oman"
            return word.removesuffix(plural) + single
    spellings = _lists().spellings
    word = _lists().spelling.sub(lambda match: spellings[match[0]], word)
    return re.sub(r"(?<=...)is(e[sdr]?|ing|ation)$", r"iz\1", word)


@lru_cache(maxsize=1 << 14)
def roots(word: str) -> frozenset[str]:
    """All that a `spelt` word may come from: its stem, the base of -er, -or and -est, and names of its listed forms.

    Names begin with "#" and so sort first: the least root is the same for all forms of a word.
    """
    singles = (*_less_s(word), word.removesuffix("es"), re.sub("ies$", "y", word))
    alone = next((form for form in singles if form in _lists().alone), None)
    stems = {alone} if alone else {_stem(word), *_bases(word)}
    whole = {f"{stem[:-1]}y" for stem in stems if stem.endswith("i")}  # Snowball stems "flying" to "fli"
    known = {name for form in {*_less_s(word), *stems, *whole} for name in _lists().forms.get(form, ())}
    return frozenset(stems | known)


def _bases(word: str) -> set[str]:
    single = _less_s(word)[-1]
    bases = {word[:-2]} if re.search(r"(?:[sxz]|[cs]h)es$", word) else set[str]()
    if not re.search(r"[aeiouy]", single):
        bases.add(single)  # "tvs": Snowball leaves a word without vowels as it is
    if found := re.fullmatch(r"(.{3,})(?:er|or|est)", single):
        bases |= _before_ending(found[1])
    return bases


def _before_ending(rest: str) -> set[str]:
    """What -er was put after: "bak" gives "bake", "runn" gives "run" and "runn", "farm" "farm" and "farme"."""
    bases = {rest, f"{rest}e"}
    if re.fullmatch(r"[^aeiouy]*[aeiouy][^aeiouywx]", rest):
        bases.remove(rest)  # a short word doubles its last letter first: "carer" comes of "care", not "car"
    if re.search(r"([^aeiouy])\1$", rest):
        bases.add(rest[:-1])
    return bases


def _stem(word: str) -> str:
    import snowballstemmer  # pyright: ignore  # here, because `keepmum --help` needs no stemmer

    stemmer = cast("Callable[[str], str]", snowballstemmer.stemmer("english").stemWord)  # pyright: ignore
    return stemmer(word)  # a new one each time, since it keeps state and threads may call this


@dataclass(frozen=True, slots=True)
class _Lists:
    """The word lists of reveal.toml. `forms` gives, for each form, the names of the words it is a form of."""

    small: frozenset[str]
    alone: frozenset[str]
    endings: frozenset[str]
    after_vowel: frozenset[str]
    parts: frozenset[str]
    simple: frozenset[str]
    forms: dict[str, tuple[str, ...]]
    spellings: dict[str, str]
    spelling: re.Pattern[str]


@cache
def _lists() -> _Lists:
    text: dict[str, str] = tomllib.loads(files("keepmum.games.chameleon").joinpath("reveal.toml").read_text("utf-8"))
    spellings = dict(map(_pair, text.pop("spellings").split()))
    forms = _forms(text.pop("forms").split("|"))
    sets = {name: frozenset(words.split()) for name, words in text.items()}
    return _Lists(**sets, forms=forms, spellings=spellings, spelling=re.compile("|".join(spellings)))


def _pair(text: str) -> tuple[str, str]:
    british, _, american = text.partition("/")
    return british, american


def _forms(words: Sequence[str]) -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for number, forms in enumerate(words):
        for form in forms.split():
            table[form] = (*table.get(form, ()), f"#{number}")
    return table


def fold(text: str) -> str:
    """The text without case, accents, apostrophes and punctuation; words apart by one space. Other scripts stay."""
    if text.isascii() and text.isalpha():
        return text.lower()
    return _kept_fold(text) if len(text) <= LONGEST_KEPT else _kept_fold.__wrapped__(text)


@lru_cache(maxsize=1 << 14)
def _kept_fold(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold().translate(LETTERS)
    return " ".join(fold_words("".join(char for char in plain if unicodedata.category(char) != "Cf")))
