"""A run's reading, said to people and to programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import log2
from typing import TYPE_CHECKING, Any

from keepmum.measure.stats import Estimate
from keepmum.report.apart import FEW, MAY_BE_CHANCE, Distances
from keepmum.report.reading import Bounds, CardReading, RunReading
from keepmum.theory.rounding import Side, rounded

if TYPE_CHECKING:
    from keepmum.theory.arrays import Indices

MOST_CLUES = 6
SMALLEST_SHOWN = 0.005
HEADS = ("", "clues", "rarest word", "α-KL, nats", "α-L1, 0 to 2", "bits a clue tells", "0 conceals, 1 reveals")
WIDTHS = (10, 7, 13, 24, 22, 22, 0)


def reading_lines(reading: RunReading) -> Iterator[str]:
    """The reading as lines of text: a block for each card that can be read, one line for those that cannot."""
    read = [card for card in reading.cards if not card.overall.absent]
    unread = [card for card in reading.cards if card.overall.absent]
    yield _heading(reading)
    yield "clues of non-chameleons alone; at turn t, t-1 were heard; intervals: 95 %, matches drawn again by word"
    for card in read:
        yield ""
        yield from _card_lines(card)
    if len(read) == 0 and len(unread) == 1:
        yield ""
        yield from _card_lines(unread[0])
    elif unread:
        yield ""
        yield from _unread_lines(unread, len(reading.cards))
    if len(reading.cards) > 1 and not reading.listener.absent:
        yield ""
        yield _listener_line(reading.listener, len(reading.cards[0].clues.words), "all cards: ")


def _heading(reading: RunReading) -> str:
    first = reading.cards[0].clues
    voids = ", ".join(f"{n} {cause.replace('_', ' ')}" for cause, n in reading.voids.items())
    void = f"{sum(reading.voids.values())} void ({voids})" if voids else "0 void"
    seats = " · ".join(f"{who}={agent}" for who, agent in reading.seats.items())
    size = f"{first.players} players · {len(first.words)} words · {reading.matches} finished matches, {void}"
    return f"Reading {reading.path} · {size} · {seats}"


def _card_lines(card: CardReading) -> Iterator[str]:
    clues, words = card.clues, len(card.clues.words)
    yield f"{clues.category} · {clues.outcome.matches} matches · {len(clues.clues)} different clues"
    yield from _law_lines(card)
    yield _row(HEADS)
    yield _row(_cells("all turns", card.overall))
    for turn, found in enumerate(card.turns):
        yield _row(_cells(f"turn {turn + 1}", found))
    if card.overall.absent:
        yield f"  too few clues to say more: it takes about {card.matches_needed} matches of this card,"
        yield "  more if new clues keep coming (5 clues of every word for each different clue)"
    else:
        yield from _meaning_lines(card, card.overall)
    if not card.listener.absent:
        yield "  " + _listener_line(card.listener, words, "")
        yield "  " + _learned_line(card.learned, log2(words))
    yield f"  this run: the team won {_said(card.won)}; its caught chameleons guessed right {_said(card.guessed)}"


def _law_lines(card: CardReading) -> Iterator[str]:
    """What was said for each word, most often first."""
    width = max(map(len, card.clues.words))
    for word, row in zip(card.clues.words, _counts(card), strict=True):
        yield f"  {word:<{width}}  {_most_said(row, card.clues.clues)}"


def _most_said(row: Indices, clues: Sequence[str]) -> str:
    order = sorted((clue for clue, n in enumerate(row) if n), key=lambda clue: (-row[clue], clue))
    told = [f"{clues[clue]} {row[clue]}" for clue in order[:MOST_CLUES]]
    if len(order) > MOST_CLUES:
        told.append(f"and {len(order) - MOST_CLUES} more")
    return ", ".join(told) or "(never the secret word)"


def _cells(name: str, found: Distances) -> tuple[str, ...]:
    counts = (str(found.clues), str(found.fewest))
    if found.absent:
        return (name, *counts, f"absent: needs {found.needed} or more for the rarest word", "", "", "")
    kl = _open_ended(found.alpha_kl.low or 0.0) if found.unbounded else _said(found.alpha_kl)
    if found.seldom:
        kl = f"{short(found.alpha_kl.value or 0.0)} [{short(found.alpha_kl.low or 0.0)} ∞)"
    return (name, *counts, kl, _said(found.alpha_l1), _said(found.bits), _said(found.between))


def _open_ended(low: float) -> str:
    """An alpha-KL that counts set no upper end to: of rare clues, chance alone leaves some unsaid for some word."""
    return f"unbounded [{short(low)} ∞)" if low >= SMALLEST_SHOWN else f"undecided [{short(low)} ∞)"


def _row(cells: Sequence[str]) -> str:
    return ("  " + "".join(f"{cell:<{width}}" for cell, width in zip(cells, WIDTHS, strict=True))).rstrip()


def _said(estimate: Estimate) -> str:
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return "absent (n=0)"
    return f"{short(estimate.value)} [{short(estimate.low)} {short(estimate.high)}]"


def short(value: float, side: Side = Side.NEAREST) -> str:
    """Two decimals, without the zero before the point; bounds rounded to the side on which they are true."""
    text = rounded(value, side, 2)
    return text.removeprefix("0") if text.startswith("0.") else text


def _meaning_lines(card: CardReading, found: Distances) -> Iterator[str]:
    clues = card.clues
    if found.unbounded:
        lacking, words = found.unbounded, clues.words
        some = ", ".join(clues.clues[clue] for clue in lacking.clues[:MOST_CLUES])
        yield (
            f"  α-KL has no upper end as counted: {short(lacking.share)} of the clues for {words[lacking.word]} "
            f"({some}{', …' if lacking.clues[MOST_CLUES:] else ''}) were never said for {words[lacking.other]}"
        )
    if found.seldom:
        rare = found.seldom
        yield (
            f"  α-KL has no upper end: {clues.clues[rare.clue]} was said for {clues.words[rare.word]} in "
            f"{rare.matches} matches; it takes {FEW} for every clue and word"
        )
    if found.like_chance is not None and found.like_chance > MAY_BE_CHANCE:
        yield f"  α-L1 may be 0: two words lie no further apart than chance puts them (p = {found.like_chance:.2f})"
    if card.bounds:
        yield from _bounds_lines(card.bounds, len(clues.words))
    yield _best_line(card)


def _bounds_lines(bounds: Bounds, words: int) -> Iterator[str]:
    """What the alphas allow, if clues do not depend on what was said before; at the interval's end in brackets."""
    yield "  with stationary clues of these alphas, at most (in brackets: anywhere in the interval)"
    most = (words - 1) / words
    for name, value, safe, nothing in (
        ("α-KL (Prop 5): the team wins", bounds.win_concealing, bounds.win_concealing_safe, most),
        ("α-KL (Prop 6): the word is guessed from the clues", bounds.guess_concealing, bounds.guess_concealing_safe, 1),
        ("α-L1 (sharper than Prop 8): the team wins", bounds.win_revealing, bounds.win_revealing_safe, most),
    ):
        yield f"    {name:<50} " + (_at_most(value, safe, nothing))


def _at_most(value: float, safe: float, nothing: float) -> str:
    """A bound at the alpha that was counted, and in brackets at the end of its interval that allows more."""
    if value >= nothing:
        return "says nothing"
    return f"{short(value, Side.UPPER)} ({'says nothing' if safe >= nothing else short(safe, Side.UPPER)})"


def _best_line(card: CardReading) -> str:
    from keepmum.theory.best_chameleon import MAX_REPLY

    best = card.best
    if best is None:
        return (
            "  best chameleon against these clues, all turns alike: too many kinds of clue for the exact programme "
            f"({card.best_size:,} cells, at most {MAX_REPLY:,}); see the listener"
        )
    order = sorted(range(len(best.law)), key=lambda clue: -best.law[clue])
    says = ", ".join(f"{card.clues.clues[clue]} {short(best.law[clue])}" for clue in order[:3] if best.law[clue] > 0)
    return (
        f"  best chameleon against these clues as counted, all turns alike whatever was heard: says {says}; votes all "
        f"alike then win at most {rounded(best.win, Side.UPPER, 4)}, split ones at most "
        f"{rounded(best.win_any, Side.UPPER, 4)}"
    )


def _listener_line(listener: Estimate, words: int, where: str) -> str:
    return (
        f"{where}a chameleon that knew these players' other matches would guess right {_said(listener)} "
        f"from all clues (by chance {short(1 / words)}), n={listener.n}"
    )


def _learned_line(learned: Estimate, most: float) -> str:
    way = short((learned.value or 0.0) / most)
    return f"and would learn {_said(learned)} of {most:.2f} bits from a clue, so it tells at least that: {way} of all"


def _unread_lines(unread: Sequence[CardReading], of: int) -> Iterator[str]:
    """Cards dealt too rarely, and what it would take."""
    first, last = unread[0].clues.outcome.matches, unread[-1].clues.outcome.matches
    often = f"{first} matches" if first == last else f"{last} to {first} matches"
    yield f"{len(unread)} of {of} cards have too few clues ({often} each): alphas and bits are absent there"
    card, words = unread[0], len(unread[0].clues.words)
    if len({each.clues.category for each in unread}) < len(unread):
        yield (
            f"cards are told apart by their words, and this run lays {words} words of a larger card at a time: "
            f"to read it, play cards of exactly {words} words (--cards FILE)"
        )
        return
    yield (
        f"{card.clues.category}, dealt most often, has {card.overall.fewest} clues for its rarest word and needs "
        f"{card.overall.needed} or more, 5 for each different clue: "
        f"keepmum run chameleon --card '{card.clues.category}' --matches {card.matches_needed} …"
    )


def _counts(card: CardReading) -> Indices:
    from keepmum.theory.reading import count

    return count(card.clues.said, len(card.clues.clues))


def reading_json(reading: RunReading) -> dict[str, Any]:
    """The reading for programs: an estimate that is absent has null for value, low and high."""
    return {
        "run": str(reading.path),
        "seats": dict(reading.seats),
        "matches": reading.matches,
        "voids": dict(reading.voids),
        "listener": asdict(reading.listener),
        "cards": [_card_json(card) for card in reading.cards],
    }


def _card_json(card: CardReading) -> dict[str, Any]:
    clues = card.clues
    return {
        "category": clues.category,
        "words": list(clues.words),
        "players": clues.players,
        "outcome": asdict(clues.outcome),
        "counts": {
            word: {clues.clues[clue]: int(n) for clue, n in enumerate(row) if n}
            for word, row in zip(clues.words, _counts(card), strict=True)
        },
        "all_turns": _distances_json(card, card.overall),
        "turns": [_distances_json(card, each) for each in card.turns],
        "matches_needed": card.matches_needed,
        "bounds": asdict(card.bounds) if card.bounds else None,
        "best_chameleon": None
        if card.best is None
        else {
            "team_wins": card.best.win,
            "team_wins_at_most": card.best.win_any,
            "law": dict(zip(clues.clues, card.best.law, strict=True)),
        },
        "listener": asdict(card.listener),
        "learned_bits": asdict(card.learned),
        "won": asdict(card.won),
        "guessed": asdict(card.guessed),
    }


def _distances_json(card: CardReading, found: Distances) -> dict[str, Any]:
    told = asdict(found)
    lacking = found.unbounded
    told["unbounded"] = lacking and {
        "word": card.clues.words[lacking.word],
        "other": card.clues.words[lacking.other],
        "clues": [card.clues.clues[clue] for clue in lacking.clues],
        "share": lacking.share,
    }
    return told
