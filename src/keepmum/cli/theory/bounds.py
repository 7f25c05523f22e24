"""`keepmum theory bounds`: what can be reached, and what nobody can beat."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from keepmum.cli.theory.numbers import Number, add_table, as_json, bounded, exactly, level, put, row, whole

Listed = dict[str, tuple[str, Number]]
"""By key for programs: what it is to people, and the number."""


def call(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Print the bounds of a table, and of strategies at a level of concealing or revealing."""
    add_table(parser)
    parser.add_argument("--responses", type=whole, metavar="R", help="how many responses there are to choose from")
    parser.add_argument("--alpha-kl", type=level, metavar="NATS", help="for an alpha-KL concealing strategy")
    parser.add_argument("--alpha-l1", type=level, metavar="L1", help="for an alpha-L1 revealing strategy")
    parser.add_argument("--phi", type=level, default=2.0, help="the phi of Prop 8 (default 2: holds for any strategy)")
    parser.add_argument("--as-printed", action="store_true", help="add what the paper prints, false or not")
    given = parser.parse_args(words)
    players, card = given.players, given.words
    parts: dict[str, tuple[str, Listed]] = {
        "reachable": ("can be reached, whatever the chameleon does", _reachable(players, card)),
        "upper": ("nobody can beat, where no coin is hidden from the chameleon", _upper(players, card)),
    }
    if given.responses is not None:
        told = f"nobody can beat with {given.responses} responses, even where a shared coin is hidden from it"
        parts["hidden_coin"] = (told, _hidden_coin(players, card, given.responses))
    if given.alpha_kl is not None:
        told = f"with responses that are α-KL concealing, α = {given.alpha_kl:g} nats, at most"
        parts["concealing"] = (told, _concealing(players, card, given.alpha_kl, given.as_printed))
    if given.alpha_l1 is not None:
        told = f"with responses that are α-L1 revealing, α = {given.alpha_l1:g}, φ = {given.phi:g}, at most"
        parts["revealing"] = (told, _revealing(players, card, given))
    data = {"players": players, "words": card} | {name: _json(listed) for name, (_, listed) in parts.items()}
    return put(given.json, data, _lines(players, card, parts))


def _reachable(players: int, words: int) -> Listed:
    from keepmum.theory.ambiguity import amb_schedule
    from keepmum.theory.bounds import trivial_value
    from keepmum.theory.schedules import best_schedule

    listed: Listed = {"trivial": ("say nothing, all vote for one seat", trivial_value(players, words))}
    left, rest = divmod(words, players + 1)
    if not rest:
        listed["amb"] = (f"π^amb with l = {left} (Prop 9)", amb_schedule(players, left).value)
    listed["schedule"] = ("the best nested schedule (see: theory schedule)", best_schedule(players, words).value)
    return listed


def _upper(players: int, words: int) -> Listed:
    from keepmum.theory.bounds import u1, u2

    return {
        "u1": ("U1: against one that plays as if for a random word", u1(players, words)),
        "u2_unanimous": ("U2: against one that answers as predicted; votes alike", u2(players, words, unanimous=True)),
        "u2": ("U2: against one that answers as predicted; any votes", u2(players, words)),
    }


def _hidden_coin(players: int, words: int, responses: int) -> Listed:
    from keepmum.theory.bounds import secret_coin_value, u3

    return {
        "u3": ("U3: against one that answers at random; any votes", u3(players, words, responses)),
        "secret_coin": ("votes alike: this is the value, exactly", secret_coin_value(players, words, responses)),
    }


def _concealing(players: int, words: int, alpha: float, as_printed: bool) -> Listed:
    from keepmum.theory import propositions as paper
    from keepmum.theory.bounds import split_vote_gain

    gain = split_vote_gain(players)
    listed: Listed = {
        "win": ("wins, any votes: the least of all forms", paper.concealing_bound(players, words, alpha)),
        "win_unanimous": ("wins, votes alike: the least", paper.concealing_bound(players, words, alpha, True)),
        "prop5": ("wins, votes alike: Prop 5 corrected", paper.prop5(players, words, alpha)),
        "prop5_sharp": ("wins, any votes: Prop 5, sharp", paper.prop5_sharp(players, words, alpha, gain)),
        "prop6": ("guesses from responses alone: Prop 6", paper.prop6(players, words, alpha)),
        "prop6_sharp": ("guesses from responses alone: Prop 6, sharp", paper.prop6_sharp(players, words, alpha)),
    }
    if as_printed:
        told = "wins: Prop 5 as printed (false)"
        listed["prop5_as_printed"] = (told, paper.prop5(players, words, alpha, as_printed=True))
        told = "guesses: Prop 6 as printed (true, loose)"
        listed["prop6_as_printed"] = (told, paper.prop6(players, words, alpha, as_printed=True))
    return listed


def _revealing(players: int, words: int, given: argparse.Namespace) -> Listed:
    from keepmum.theory import propositions as paper

    alpha, phi = given.alpha_l1, given.phi
    listed: Listed = {
        "win": ("wins: simpler than Prop 8, and sharper", paper.revealing_bound(players, words, alpha)),
        "prop8": ("wins: Prop 8 corrected", paper.prop8(players, words, alpha, phi)),
    }
    if alpha >= 1:
        listed["prop8_from_one"] = ("wins: Prop 8 for α >= 1, corrected", paper.prop8_from_one(players, words, alpha))
    if given.as_printed:
        told = "wins: Prop 8 as printed (false)"
        listed["prop8_as_printed"] = (told, paper.prop8(players, words, alpha, phi, as_printed=True))
        if alpha >= 1:
            printed = paper.prop8_from_one(players, words, alpha, as_printed=True)
            listed["prop8_from_one_as_printed"] = ("wins: Prop 8 for α >= 1, as printed (false)", printed)
    return listed


def _json(listed: Listed) -> dict[str, Any]:
    return {key: as_json(value) for key, (_, value) in listed.items()}


def _lines(players: int, words: int, parts: Mapping[str, tuple[str, Listed]]) -> Iterator[str]:
    yield f"The Chameleon · {players} players · {words} words · probability that the non-chameleons win"
    for name, (title, listed) in parts.items():
        yield ""
        yield title
        said = exactly if name == "reachable" else bounded
        for told, value in listed.values():
            yield row(told, said(value))
