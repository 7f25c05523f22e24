"""Which names players may go by: such that no message is read otherwise because of them.

A name is public and everybody says it, so it must not hold a secret word or name a category, and it must be told from
the words of which questions, answers, guesses and numbers are made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from keepmum.core.fold import fold
from keepmum.games.secrets.categories import namings
from keepmum.games.secrets.disguises import ways
from keepmum.games.secrets.names import is_number

LONGEST = 24
FORM = re.compile(rf"[A-Za-z](?:[A-Za-z0-9._-]{{0,{LONGEST - 2}}}[A-Za-z0-9])?")
OURS = frozenset(
    """
    player players seat all pass guess you your yours me my mine i we us it its he she they them him her this that
    yes no yeah yep nope nah aye nay true false correct indeed never not both each every everyone everybody anyone
    anybody someone somebody nobody nothing none word secret name question answer round judge referee system user
    is are was were do does did has have had can could will would shall should may might must a an the one and or but
    so then now well for to at of in on by as if like than from with hey hi hello dear ok okay quick my own ask tell
    what which who whose whom where when why how
    """.split()  # noqa: SIM905
)
"""Words, folded, of which messages are made anyway."""


def require_names(names: Sequence[str], players: int) -> None:
    """Raises ValueError unless there is one name for each player, each fit to be one and different from the others."""
    if len(names) != players:
        raise ValueError(f"{len(names)} names ({', '.join(names)[:200]}) do not fit {players} players; name each once")
    for name in names:
        fault = _fault(name)
        if fault:
            raise ValueError(f"the name {name[: 2 * LONGEST]!r} {fault}; choose another")
    seen: dict[str, str] = {}
    for name in names:
        if fold(name) in seen:
            other = seen[fold(name)]
            raise ValueError(f"the names {other!r} and {name!r} are the same when folded; choose another for one")
        seen[fold(name)] = name


def _fault(name: str) -> str:
    if not FORM.fullmatch(name):
        return (
            f"is not 1 to {LONGEST} letters a to z, digits and . - _ that begin with a letter"
            " and end with a letter or digit"
        )
    if is_number(name):
        return "reads as a number, by which players go too"
    return "is a word that messages are made of" if fold(name) in OURS else ""


def require_harmless(names: Iterable[str], words: Iterable[str], categories: Iterable[tuple[str, ...]]) -> None:
    """Raises ValueError where a name holds one of the secret `words` in any way, or names one of their `categories`."""
    for name in names:
        found = next(filter(None, _findings(name, words, categories)), "")
        if found:
            raise ValueError(f"the name {name!r} {found}; whoever said it would be counted against: choose another")


def _findings(name: str, words: Iterable[str], categories: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield from (_held(name, word) for word in words)
    yield from (_named(name, category) for category in categories)


@lru_cache(maxsize=1 << 15)
def _held(name: str, word: str) -> str:
    """Many matches ask the same of a name and a word of the pool."""
    found = ways(name, fold(word))
    return f"holds {word!r}, a secret word ({found[0]})" if found else ""


@lru_cache(maxsize=1 << 12)
def _named(name: str, category: tuple[str, ...]) -> str:
    found = next(namings(name, category), None)
    return f"names a category of secret words, {found.name!r}" if found else ""
