"""A choice is read where the whole text says one option, in a frame that only affirms it."""

from __future__ import annotations

import re

from keepmum.core.agent import Reading, Status
from keepmum.core.ask import Choice
from keepmum.core.fold import fold_words
from keepmum.core.parse.conclusion import conclusion
from keepmum.core.parse.fault import fault, quoted, refuses
from keepmum.core.parse.frame import bodies
from keepmum.core.parse.options import Options, is_number, numbers_in, options_of
from keepmum.core.parse.plain import plain

MOST_CLAUSES = 8
SHORT = 3

_CLAUSE = re.compile(r"[.,;!] |\n")
_AGAIN = re.compile(r"(?:(?:[^\W_]|')+[.,;!]*(?: |\n|\Z))+")
_REASON = re.compile(
    r"[,.;]? (?:because|since) |\n(?:reason|reasoning|explanation|rationale|why): ?"
    r"|[.!]\s(?:their|his|her) (?:clue|word|hint) "
)
_DOUBTFUL = re.compile(
    r"[.!?;\n].|\?|n't\b|\b(?:not|no|never|neither|nor|but|however|although|though|except|unless|if|or|else|other"
    r"|actually|wait|instead|rather|maybe|perhaps|would|could|should|might|may|wrong|mistake|joke|joking|kidding|sorry"
    r"|first|thought|changed?|mind|scratch|retract|take|said|says?)\b",
    re.DOTALL,
)


def read_choice(ask: Choice, text: str) -> Reading:
    """What `text`, trimmed and without hidden characters, comes to among the options."""
    options, said = options_of(ask.options), plain(text)
    found = _whole(options, said) or _repeated(options, said) or _reasoned(options, said) or _concluded(options, said)
    return Reading(Status.OK, found) if found is not None else _fault(ask, options, text, said)


def _whole(options: Options, said: str, *, framed_only: bool = False) -> str | None:
    for body, framed in bodies(said):
        found = options.match(body) if body and (framed or not framed_only) else None
        if found is not None:
            return found if not framed or {*options.mentioned(said)} <= {found} else None
    return None


def _repeated(options: Options, said: str) -> str | None:
    """The option that is said over and over, or that every clause says again."""
    named = options.mentioned(said)
    if len(named) == 1 and _AGAIN.fullmatch(said):
        words, unit = fold_words(said), fold_words(named[0])
        times, rest = divmod(len(words), len(unit))
        if times > 1 and not rest and words == unit * times:
            return named[0]
    answers = {_whole(options, clause) for clause in _CLAUSE.split(said, MOST_CLAUSES)}
    return answers.pop() if len(answers) == 1 else None


def _reasoned(options: Options, said: str) -> str | None:
    """The option of an explicit frame that is followed by a reason which names nothing else and takes nothing back."""
    head, *reasons = _REASON.split(said, 1)
    found = _whole(options, head, framed_only=True) if reasons else None
    if found is None or _DOUBTFUL.search(reasons[0]):
        return None
    return found if {*options.mentioned(reasons[0]), *numbers_in(reasons[0])} <= {found} else None


def _concluded(options: Options, said: str) -> str | None:
    """The option of a final line such as "Final answer: ...", unless another one was answered with before."""
    before, final = conclusion(said)
    found = _whole(options, final, framed_only=True) if final else None
    if found is None:
        return None
    earlier = {_whole(options, clause) for clause in _CLAUSE.split(before) if clause}
    return found if earlier <= {found, None} else None


def _fault(ask: Choice, options: Options, text: str, said: str) -> Reading:
    named, words = options.mentioned(said), fold_words(said)
    if len(named) > 1:
        return fault(ask, Status.AMBIGUOUS, f"It names more than one option: {', '.join(named)}.")
    if refuses(said):
        return fault(ask, Status.REFUSED, f"{quoted(text)} declines to answer.")
    if not words:
        return fault(ask, Status.UNPARSABLE, f"{quoted(text)} holds no word.")
    if named:
        return fault(ask, Status.AMBIGUOUS, f"{quoted(text)} names {named[0]!r} but does not plainly answer with it.")
    return _unnamed(ask, options, text, said)


def _unnamed(ask: Choice, options: Options, text: str, said: str) -> Reading:
    parts = next(filter(None, (options.parts(body) for body, _ in bodies(said))), None)
    if parts:
        return fault(ask, Status.AMBIGUOUS, f"{quoted(text)} is only part of an option: {', '.join(parts)}.")
    if len(fold_words(said)) <= SHORT or (options.numbers and any(is_number(body) for body, _ in bodies(said))):
        return fault(ask, Status.ILLEGAL, f"{quoted(text)} is not among the options.")
    return fault(ask, Status.UNPARSABLE, f"{quoted(text)} names none of the options.")
