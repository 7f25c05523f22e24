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


def require_harmless(names: Iterable[str], words: Sequence[str], categories: Sequence[tuple[str, ...]]) -> None:
    """Raises ValueError where a name holds one of the secret `words` in any way, or names one of their `categories`."""
    for name in names:
        for found in _held(name, tuple(words), tuple(categories)):
            raise ValueError(f"the name {name!r} {found}; whoever said it would be counted against: choose another")


@lru_cache(maxsize=4096)
def _held(name: str, words: tuple[str, ...], categories: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    return tuple(_findings(name, words, categories))


def _findings(name: str, words: tuple[str, ...], categories: tuple[tuple[str, ...], ...]) -> Iterator[str]:
    for word in words:
        for how in ways(name, fold(word)):
            yield f"holds {word!r}, a secret word ({how})"
    for named in namings(name, dict.fromkeys(each for names in categories for each in names)):
        yield f"names a category of secret words, {named.name!r}"
