"""`keepmum theory bounds`: what can be reached, and what nobody can beat."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from keepmum.cli.theory.numbers import Number, add_table, as_json, brief, level, put, whole
from keepmum.core.options import OptionError
from keepmum.theory.rounding import Side

GUARANTEE, UPPER, VALUE = "guarantee", "upper bound", "exact value"
FALSE, LOOSE = "printed: false", "printed: loose"
ROUNDED = {GUARANTEE: Side.LOWER, UPPER: Side.UPPER}
LEGEND = """
guarantee: a team that agrees beforehand wins at least this, whatever the
chameleon does (rounded down). upper bound: no team wins more (rounded up).
printed: what the paper says, false as it stands, or true and loose.
Proofs: docs/theory.md"""

Listed: TypeAlias = dict[str, tuple[str, Number, str]]
"""By key for programs: what it is to people, the number, and what kind of claim that is."""

Parts: TypeAlias = dict[str, tuple[str, Listed]]


def call(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Print the bounds of a table, and of strategies at a level of concealing or revealing."""
    given = _given(parser, words)
    players, card = given.players, given.words
    parts: Parts = {
        "reachable": ("Can be reached, whatever the chameleon does", _reachable(players, card, given.as_printed)),
        "upper": ("Cannot be beaten, if the team has no coin hidden from the chameleon", _upper(players, card)),
    }
    if given.responses is not None:
        told = f"Cannot be beaten with {given.responses} possible clues, not even with a hidden shared coin"
        parts["hidden_coin"] = (told, _hidden_coin(players, card, given.responses))
    if given.alpha_kl is not None:
        told = (
            "If clues conceal: whatever two words are compared, their clues'\n"
            f"distributions differ by a KL divergence of at most α = {given.alpha_kl:g} nats"
        )
        parts["concealing"] = (told, _concealing(players, card, given.alpha_kl, given.as_printed))
    if given.alpha_l1 is not None:
        told = (
            "If clues reveal: whatever two words are compared, their clues'\n"
            f"distributions are at least α = {given.alpha_l1:g} apart (L1, 0 to 2)"
        )
        parts["revealing"] = (told, _revealing(players, card, given))
    _require_effect(given, parts)
    data = {"players": players, "words": card} | {name: _json(listed) for name, (_, listed) in parts.items()}
    return put(given.json, data, _lines(players, card, parts))


def _given(parser: argparse.ArgumentParser, words: Sequence[str]) -> argparse.Namespace:
    parser.epilog = (
        "Every line says what it is, the number, and what kind of claim that is: a\n"
        "guarantee, an upper bound, or what the paper prints. Examples:\n"
        "  keepmum theory bounds --players 4 --words 16\n"
        "  keepmum theory bounds --players 4 --words 16 --alpha-kl 0.01 --as-printed"
    )
    add_table(parser)
    parser.add_argument(
        "--responses", type=whole, metavar="R", help="how many clues there are to choose from: 1 or more"
    )
    parser.add_argument("--alpha-kl", type=level, metavar="NATS", help="if clues are alpha-KL concealing: 0 or more")
    parser.add_argument("--alpha-l1", type=level, metavar="L1", help="if clues are alpha-L1 revealing: 0 to 2")
    parser.add_argument("--phi", type=level, help="phi of Prop 8, with --alpha-l1: 2 (always true) or more")
    told = "add what the paper prints of Props 5, 6, 8 and 9, false or not; with --alpha-kl or --alpha-l1"
    parser.add_argument("--as-printed", action="store_true", help=told)
    given = parser.parse_args(words)
    if given.phi is not None and given.alpha_l1 is None:
        raise OptionError("--phi belongs to Prop 8, on revealing clues: give --alpha-l1 too, such as --alpha-l1 1.5")
    return given


def _require_effect(given: argparse.Namespace, parts: Parts) -> None:
    kinds = {kind for _, listed in parts.values() for _, _, kind in listed.values()}
    if given.as_printed and not kinds & {FALSE, LOOSE}:
        raise OptionError(
            "--as-printed has nothing to add: the paper prints bounds at a level of concealing or revealing, "
            "so give --alpha-kl 0.01 or --alpha-l1 1.5 too (or a card of l (players + 1) words, for Prop 9)"
        )


def _reachable(players: int, words: int, as_printed: bool) -> Listed:
    from keepmum.theory.ambiguity import amb_schedule
    from keepmum.theory.bounds import trivial_value
    from keepmum.theory.propositions import prop9
    from keepmum.theory.schedules import best_schedule

    listed: Listed = {"trivial": ("say nothing, all vote for one seat", trivial_value(players, words), GUARANTEE)}
    best = best_schedule(players, words).value
    left, rest = divmod(words, players + 1)
    if not rest:
        listed["amb"] = ("π^amb, word sets shrink evenly (Prop 9)", amb_schedule(players, left).value, GUARANTEE)
        if as_printed:
            printed = prop9(players, left, as_printed=True)
            listed["amb_as_printed"] = ("π^amb, at least (Prop 9)", printed, LOOSE)
    listed["schedule"] = ("best shrinking sets, see: theory schedule", best, GUARANTEE)
    return listed


def _upper(players: int, words: int) -> Listed:
    from keepmum.theory.bounds import u1, u2

    return {
        "u1": ("U1: chameleon plays for a random word", u1(players, words), UPPER),
        "u2_unanimous": ("U2: chameleon imitates; team votes alike", u2(players, words, unanimous=True), UPPER),
        "u2": ("U2: chameleon imitates; any votes", u2(players, words), UPPER),
    }


def _hidden_coin(players: int, words: int, responses: int) -> Listed:
    from keepmum.theory.bounds import secret_coin_value, u3

    return {
        "u3": ("U3: chameleon clues at random; any votes", u3(players, words, responses), UPPER),
        "secret_coin": ("the best team that votes alike", secret_coin_value(players, words, responses), VALUE),
    }


def _concealing(players: int, words: int, alpha: float, as_printed: bool) -> Listed:
    from keepmum.theory import propositions as paper
    from keepmum.theory.bounds import split_vote_gain

    gain = split_vote_gain(players)
    listed: Listed = {
        "win": ("team wins, any votes: the least known", paper.concealing_bound(players, words, alpha), UPPER),
        "win_unanimous": (
            "team wins, voting alike: the least known",
            paper.concealing_bound(players, words, alpha, True),
            UPPER,
        ),
        "prop5": ("team wins, voting alike: Prop 5 corrected", paper.prop5(players, words, alpha), UPPER),
        "prop5_sharp": ("team wins, any votes: Prop 5 sharper", paper.prop5_sharp(players, words, alpha, gain), UPPER),
        "prop6": ("word guessed from clues: Prop 6", paper.prop6(players, words, alpha), UPPER),
        "prop6_sharp": ("word guessed from clues: Prop 6 sharper", paper.prop6_sharp(players, words, alpha), UPPER),
    }
    if as_printed:
        five, six = (prop(players, words, alpha, as_printed=True) for prop in (paper.prop5, paper.prop6))
        listed["prop5_as_printed"] = ("team wins: Prop 5", five, FALSE)
        listed["prop6_as_printed"] = ("word guessed from clues: Prop 6", six, LOOSE)
    return listed


def _revealing(players: int, words: int, given: argparse.Namespace) -> Listed:
    from keepmum.theory import propositions as paper

    alpha, phi = given.alpha_l1, 2.0 if given.phi is None else given.phi
    with_phi = f"φ = {phi:g}"
    listed: Listed = {
        "win": ("team wins: sharper than Prop 8", paper.revealing_bound(players, words, alpha), UPPER),
        "prop8": (f"team wins: Prop 8 corrected, {with_phi}", paper.prop8(players, words, alpha, phi), UPPER),
    }
    if alpha >= 1:
        from_one = paper.prop8_from_one(players, words, alpha)
        listed["prop8_from_one"] = ("team wins: Prop 8 for α >= 1, corrected", from_one, UPPER)
    if given.as_printed:
        printed = paper.prop8(players, words, alpha, phi, as_printed=True)
        listed["prop8_as_printed"] = (f"team wins: Prop 8, {with_phi}", printed, FALSE)
        if alpha >= 1:
            printed = paper.prop8_from_one(players, words, alpha, as_printed=True)
            listed["prop8_from_one_as_printed"] = ("team wins: Prop 8 for α >= 1", printed, FALSE)
    return listed


def _json(listed: Listed) -> dict[str, Any]:
    return {key: as_json(value) | {"kind": kind, "what": told} for key, (told, value, kind) in listed.items()}


def _lines(players: int, words: int, parts: Mapping[str, tuple[str, Listed]]) -> Iterator[str]:
    yield f"The Chameleon · {players} players · {words} words"
    yield "the chance that the non-chameleons catch the chameleon and it misses the word"
    for title, listed in parts.values():
        yield ""
        yield title
        for told, value, kind in listed.values():
            yield f"  {told:<41} {brief(value, ROUNDED.get(kind, Side.NEAREST)):<21} {kind}"
    yield LEGEND
