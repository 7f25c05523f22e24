"""`keepmum theory solve`: a registered game small enough for its whole tree, brought near equilibrium by CFR+."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from keepmum import registry
from keepmum.cli.options import game_options
from keepmum.cli.theory.numbers import add_json, hung, level, put, row, whole
from keepmum.cli.theory.waiting import explained
from keepmum.core.kind import GameKind
from keepmum.core.options import OptionError
from keepmum.games.chameleon.rules import Chameleon
from keepmum.theory.rounding import Side, rounded

if TYPE_CHECKING:
    from keepmum.core.tree import InformationSet
    from keepmum.theory.cfr import Solved
    from keepmum.theory.trees import GameTree

MOST_PRINTED = 40
LEAST_CHANCE = 5e-4


def call(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Solve a game and print how near an equilibrium the result is, and what it pays."""
    _arguments(parser)
    given, rest = parser.parse_known_args(words)
    kind = registry.game(given.game)
    own = OWN.get(kind.name)
    game = _game(kind, game_options(kind, rest, parser), given.lexicon)
    if given.iterations < 1:
        raise OptionError(f"--iterations is 1 or more, not {given.iterations}")
    if given.target < 0:
        raise OptionError(f"--target is 0 or more, not {given.target:g}")
    from keepmum.theory.cfr import cfr_plus
    from keepmum.theory.trees import grow

    with explained("solving: the time grows with the tree; --iterations N and --target X end it sooner"):
        tree = grow(game)
        solved = cfr_plus(tree, given.iterations, given.target)
    told = {"game": kind.name, **_data(tree, solved), **(own.worth(game, solved) if own else {})}
    policy = given.policy or len(tree.information_sets) <= MOST_PRINTED
    if policy:
        told["policy"] = _policy(kind, tree, solved)
    return put(given.json, told, _lines(f"{kind.title}{own.size(game) if own else ''}", told))


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "The game's own options follow: keepmum games GAME lists them. Examples:\n"
        "  keepmum theory solve kuhn\n"
        "  keepmum theory solve chameleon --players 3 --words 2 --lexicon a,b"
    )
    parser.add_argument("game", help="kuhn, or chameleon with a lexicon")
    parser.add_argument("--lexicon", metavar="A,B,…", help="the only clues that may be said at The Chameleon")
    parser.add_argument("--iterations", type=whole, default=2000, metavar="N", help="CFR+ iterations (default 2000)")
    parser.add_argument("--target", type=level, default=1e-4, metavar="X", help="stop at this NashConv (default 1e-4)")
    parser.add_argument("--policy", action="store_true", help=f"print it even if above {MOST_PRINTED} information sets")
    add_json(parser)


def _game(kind: GameKind, options: Any, lexicon: str | None) -> Any:
    """The game of the first deal's card. Raises OptionError where its tree is known to be too large or endless."""
    game = kind.deal(options, 1, 0).game
    if own := OWN.get(kind.name):
        return own.ready(game, lexicon)
    if lexicon is not None:
        raise OptionError(f"--lexicon belongs to The Chameleon, not to {kind.title}")
    return game


def _with_lexicon(game: Chameleon, lexicon: str | None) -> Chameleon:
    if not lexicon:
        raise OptionError("--lexicon a,b: say which clues there are; without a lexicon the game has no finite tree")
    clues = tuple(each.strip() for each in lexicon.split(","))
    if not all(clues) or len(set(clues)) < len(clues):
        raise OptionError(f"--lexicon {lexicon}: write different clues with commas between, such as a,b")
    try:
        game = replace(game, lexicon=clues)
    except ValueError as error:
        raise OptionError(str(error)) from error
    _require_small(game)
    return game


def _require_small(game: Chameleon) -> None:
    from keepmum.theory.trees import MAX_NODES

    n, clues = game.players, len(game.lexicon)
    said = clues**n if game.repeat else math.perm(clues, n)
    ends = len(game.words) * n * math.factorial(n) * said * n**n
    if ends > MAX_NODES or game.discussion:
        why = "statements have no list" if game.discussion else f"it has over {ends:,} ends, {MAX_NODES:,} is the most"
        raise OptionError(
            f"The Chameleon with {n} players, {len(game.words)} words and {clues} clues cannot be solved: {why}; "
            "try --players 3 --words 2 --lexicon a,b"
        )


def _data(tree: GameTree, solved: Solved) -> dict[str, Any]:
    told: dict[str, Any] = {
        "positions": tree.nodes,
        "information_sets": len(tree.information_sets),
        "iterations": solved.iterations,
        "nash_conv": solved.nash_conv,
        "nash_conv_of_uniform": tree.nash_conv(tree.uniform()),
        "payoffs": [float(each) for each in solved.payoffs],
    }
    if tree.players == 2 and abs(tree.returns.sum(axis=1)).max() < 1e-12:
        best = [tree.best_response(solved.profile, seat)[0] for seat in range(2)]
        told["value_of_player_1"] = {"lower": -best[1], "upper": best[0]}
    return told


def _team(game: Chameleon, solved: Solved) -> dict[str, Any]:
    """How often the non-chameleons win in this equilibrium, from what the seats are paid."""
    from keepmum.theory.bounds import trivial_value, upper_bound

    players, words = game.players, len(game.words)
    win = (1 + float(solved.payoffs.sum()) / (players - 2)) / 2
    upper = upper_bound(players, words)
    return {"team_win": win, "trivial": float(trivial_value(players, words)), "upper": upper}


def _policy(kind: GameKind, tree: GameTree, solved: Solved) -> list[dict[str, Any]]:
    sets = [_set_json(kind, each, actions) for each, actions in tree.policy(solved.profile).items()]
    return sorted(sets, key=lambda each: (each["player"], len(each["seen"]), each["seen"]))


def _set_json(kind: GameKind, each: InformationSet, actions: dict[Any, float]) -> dict[str, Any]:
    seen = [line for line in map(kind.tell, each.facts) if line is not None]
    told = {str(action): chance for action, chance in actions.items()}
    return {"player": each.seat + 1, "seen": seen, "about": each.ask.about, "policy": told}


def _lines(title: str, told: dict[str, Any]) -> Iterator[str]:
    yield hung(title, 2)
    yield f"  {told['positions']:,} positions, {told['information_sets']:,} information sets"
    yield f"  CFR+, {told['iterations']:,} iterations"
    yield row("NashConv, exact (0: nobody gains alone)", f"{max(told['nash_conv'], 0.0):.3g}")
    yield row("NashConv of uniform play", f"{told['nash_conv_of_uniform']:.6f}")
    yield row("payoffs, player by player", "  ".join(f"{each:+.6f}" for each in told["payoffs"]))
    if "value_of_player_1" in told:
        value = told["value_of_player_1"]
        yield row(
            "the game's value for player 1 lies between",
            f"{rounded(value['lower'], Side.LOWER)} and {rounded(value['upper'], Side.UPPER)}",
        )
    if "team_win" in told:
        yield row("non-chameleons win, in this equilibrium", f"{told['team_win']:.6f}")
        yield row("the trivial strategy wins", rounded(told["trivial"], Side.LOWER))
        yield row("nobody wins more than", rounded(told["upper"], Side.UPPER))
    for each in told.get("policy", ()):
        yield _set_line(each)
    if "policy" not in told:
        yield f"  the policy has {told['information_sets']:,} information sets: --policy prints it"


def _set_line(each: dict[str, Any]) -> str:
    shares = "  ".join(f"{action} {chance:.3f}" for action, chance in each["policy"].items() if chance >= LEAST_CHANCE)
    return hung(f"  player {each['player']}, having seen: {' · '.join(each['seen'])} → {each['about']}: {shares}", 6)


def _size(game: Chameleon) -> str:
    words = f"{len(game.words)} words ({', '.join(game.words)})"
    return f" · {game.players} players · {words} · clues {', '.join(game.lexicon)}"


@dataclass(frozen=True, slots=True)
class _Own:
    """What a game adds: how a lexicon makes it finite, what else its solution says, and its size in words."""

    ready: Callable[[Any, str | None], Any]
    worth: Callable[[Any, Solved], dict[str, Any]]
    size: Callable[[Any], str]


OWN = {"chameleon": _Own(_with_lexicon, _team, _size)}
