"""The options of a choice, found again in what a player wrote."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from keepmum.core.fold import fold, fold_words, joined
from keepmum.core.parse.plain import plain

NUMBERED = (
    r"(?:(?:the )?(?:player|seat|option|spieler|joueur|jugador|giocatore|jogador)(?: (?:number|no\.?|nr\.?))?[ _]?"
    r"|number |p ?|no\. ?)?#? ?(\d+)"
)

_NUMBER = re.compile(NUMBERED + r"\)?")
_DIGITS = re.compile(r"\d+")
_PARTING = frozenset(" \n-_'.‐‑")
_SYMBOLS = frozenset("+#@%*=<>~^|\\$_§°")


@dataclass(frozen=True, slots=True)
class Options:
    """Options by the spellings that stand for them. A spelling that two of them share stands for none.

    `spelled` are casefolded, `folded` also without space and punctuation; `numbers` are those that are only digits.
    """

    spelled: Mapping[str, str]
    folded: Mapping[str, str]
    numbers: frozenset[str]
    longest: int

    def match(self, body: str) -> str | None:
        """The option that `body` (plain text) spells in full, or None."""
        found = self.spelled.get(" ".join(body.split()))
        if found is None and self.numbers:
            found = self._numbered(body)
        return found if found is not None else self._alike(body)

    def mentioned(self, said: str) -> list[str]:
        """The different options named anywhere in `said`, each at its longest, in order."""
        words = fold_words(said)
        found: dict[str, None] = {}
        start = 0
        while start < len(words):
            length, option = self._longest_at(words, start)
            if option is not None:
                found[option] = None
            start += length
        return list(found)

    def parts(self, said: str) -> list[str]:
        """The options of which `said` is some of the words, but not all."""
        words = set(fold_words(said))
        return [option for option in self.folded.values() if words and words < set(fold_words(option))]

    def _numbered(self, body: str) -> str | None:
        number = _NUMBER.fullmatch(body)
        digits = plain_digits(number.group(1)) if number else ""
        return digits if digits in self.numbers else None

    def _alike(self, body: str) -> str | None:
        """Spaces, hyphens and apostrophes may differ from the option's; other marks must be the option's own."""
        option = self.folded.get(fold(body))
        if option is None or option in self.numbers:
            return None
        own = plain(option)
        edges = {body[0], body[-1]} - {own[0], own[-1]}
        foreign = {char for char in body if not _wordlike(char)} - {*own} - _PARTING
        if foreign or not all(map(_wordlike, edges)) or self._holds_another(body, own):
            return None
        return option

    def _holds_another(self, body: str, own: str) -> bool:
        words = fold_words(body)
        return len(words) > len(fold_words(own)) and any(word in self.folded for word in words)

    def _longest_at(self, words: list[str], start: int) -> tuple[int, str | None]:
        for length in range(min(self.longest, len(words) - start), 0, -1):
            option = self.folded.get(joined(words[start : start + length]))
            if option is not None:
                return length, option
        return 1, None


@lru_cache(maxsize=256)
def options_of(options: tuple[str, ...]) -> Options:
    """The options, ready to be found; kept for the next reply to the same ask."""
    return Options(
        spelled=dict(_unshared((" ".join(plain(option).split()), option) for option in options)),
        folded=dict(_unshared((fold(option), option) for option in options if _foldable(option))),
        numbers=frozenset(option for option in options if option.isascii() and option.isdecimal()),
        longest=max((len(fold_words(option)) for option in options), default=0),
    )


def plain_digits(digits: str) -> str:
    """Decimal digits of any script as those of ASCII."""
    return "".join(str(int(digit)) for digit in digits)


def is_number(body: str) -> bool:
    """Whether `body` is one number, as of a player."""
    return _NUMBER.fullmatch(body) is not None


def numbers_in(said: str) -> list[str]:
    """Every run of digits in `said`."""
    return [plain_digits(digits) for digits in _DIGITS.findall(said)]


def _unshared(pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    by_key: dict[str, list[str]] = {}
    for key, option in pairs:
        by_key.setdefault(key, []).append(option)
    return ((key, found[0]) for key, found in by_key.items() if key and len(found) == 1)


def _foldable(option: str) -> bool:
    """Symbols such as + and # tell options apart; without a letter there is nothing to fold."""
    digits = option.isascii() and option.isdecimal()
    return digits or (any(map(str.isalpha, option)) and not _SYMBOLS & {*option})


def _wordlike(char: str) -> bool:
    return char.isalnum() or unicodedata.category(char)[0] == "M"
