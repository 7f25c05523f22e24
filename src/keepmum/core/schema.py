"""What an ask allows, told in three ways: in words, as a JSON schema, and as a grammar."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from keepmum.core.ask import Ask, Choice, Seats, Speech, Word

LONGEST_CONSTRAINED_WORD = 30
LONGEST_SPOKEN_WORD = 20
THOUGHT = "thought"
ABOUT_PLAYERS = frozenset(
    {"vote", "tie_break", "accuse", "accusation", "suspect", "target", "kill", "protect", "assassinate"}
)

_LETTER = r"[a-zA-ZÀ-ÖØ-öø-ɏ]"
_SPOKEN = r"[!#-;=-\[\]-~¡-¬®-ɏͰ-ӿ‐-‧‰-⁞₠-₿、-鿿가-힣🌀-🫿]"


def instruction(ask: Ask) -> str:
    """The last line of a prompt: what to answer with, and that nothing else is wanted."""
    match ask:
        case Choice(about=about, options=options):
            return f"Answer with {_choice(about, options)}. Nothing else."
        case Seats(k=1, n=n):
            return f"Answer with the number of one player from 1 to {n}. Nothing else."
        case Seats(k=k, n=n):
            return f"Answer with the numbers of {k} different players from 1 to {n}, separated by commas. Nothing else."
        case Word(taken=taken):
            barred = f" Not allowed, because already said: {', '.join(taken)}." if taken else ""
            return f"Answer with one word. Nothing else.{barred}"
        case Speech(max_words=limit):
            return f"Answer in at most {limit} {'word' if limit == 1 else 'words'}. Nothing else."


def json_schema(ask: Ask, thought: int = 0) -> dict[str, Any]:
    """A JSON schema of an object whose one property, named `ask.about`, is the answer; seats count from 1.

    With `thought`, a private thought of about so many words stands before it. A schema cannot say that a word has no
    spaces, nor how many words a speech has.
    """
    before = {THOUGHT: _answer(Speech(THOUGHT, thought))} if thought else {}
    return {
        "type": "object",
        "properties": {**before, ask.about: _answer(ask)},
        "required": [*before, ask.about],
        "additionalProperties": False,
    }


def grammar(ask: Ask, thought: int = 0) -> str:
    """A GBNF grammar (llama.cpp) of the same JSON object, in one spelling.

    Seats come in increasing order, a word has 1 to 30 Latin letters. A speech has words of at most 20 characters of the
    Latin, Greek, Cyrillic, Chinese, Japanese and Korean scripts, with signs and emoji, but no quote, backslash or "<".
    """
    about = json.dumps(ask.about, ensure_ascii=False)
    opening = _literal("{" + about + ": ")
    if not thought:
        return "\n".join([f'root ::= {opening} answer "}}"', *_rules(ask)]) + "\n"
    first, then = _literal("{" + json.dumps(THOUGHT) + ": "), _literal(", " + about + ": ")
    rules = dict.fromkeys([*_spoken("thought", thought), *_rules(ask)])
    return "\n".join([f'root ::= {first} thought {then} answer "}}"', *rules]) + "\n"


def _choice(about: str, options: Sequence[str]) -> str:
    numbers = all(option.isascii() and option.isdecimal() for option in options)
    if numbers and about in ABOUT_PLAYERS:
        return f"the number of one player: {_either(options)}"
    if numbers:
        return f"one number: {_either(options)}"
    return f"one of these, spelled exactly so: {_either(options)}"


def _either(options: Sequence[str]) -> str:
    return " or ".join(filter(None, [", ".join(options[:-1]), *options[-1:]]))


def _answer(ask: Ask) -> dict[str, Any]:
    match ask:
        case Choice(options=options):
            return {"type": "string", "enum": list(options)}
        case Seats(k=k, n=n):
            seats = {"type": "integer", "enum": list(range(1, n + 1))}
            return {"type": "array", "items": seats, "minItems": k, "maxItems": k, "uniqueItems": True}
        case Word():
            return {"type": "string", "description": "one word"}
        case Speech(max_words=limit):
            return {"type": "string", "description": f"at most {limit} words"}


def _rules(ask: Ask) -> Iterator[str]:
    match ask:
        case Choice(options=options):
            said = (_literal(json.dumps(option, ensure_ascii=False)) for option in options)
            yield f"answer ::= {' | '.join(said)}"
        case Seats():
            yield from _increasing(ask)
        case Word(longest=longest):
            yield rf'answer ::= "\"" {_LETTER}{{1,{min(LONGEST_CONSTRAINED_WORD, longest)}}} "\""'
        case Speech(max_words=limit):
            yield from _spoken("answer", limit)


def _spoken(name: str, limit: int) -> Iterator[str]:
    more = rf' (" " word){{0,{limit - 1}}}' if limit > 1 else ""
    yield rf'{name} ::= "\"" word{more} "\""'
    yield f"word ::= {_SPOKEN}{{1,{LONGEST_SPOKEN_WORD}}}"


def _increasing(ask: Seats) -> Iterator[str]:
    """One rule for each lowest number still allowed and count still to name, so that no seat can come twice."""
    yield rf'answer ::= "[" from1-{ask.k} "]"'
    for left in range(ask.k, 0, -1):
        for low in range(ask.k - left + 1, 2 if left == ask.k else ask.n - left + 2):
            named = (_named(seat, left) for seat in range(low, ask.n - left + 2))
            yield f"from{low}-{left} ::= {' | '.join(named)}"


def _named(seat: int, left: int) -> str:
    return f'"{seat}"' if left == 1 else f'"{seat}, " from{seat + 1}-{left - 1}'


def _literal(text: str) -> str:
    """`text` between the quotes of GBNF."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
