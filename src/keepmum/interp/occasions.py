"""An occasion is a moment at which a player who knows the secret is asked for its clue, dealt or out of a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from keepmum.core import Ask, Asks, Chance, Deal, GameKind, Move, Observation, Transcript
from keepmum.core.agent import Heard
from keepmum.core.options import OptionError
from keepmum.core.transcript import follow
from keepmum.play.match import draw
from keepmum.play.records import Record, game_of, moves_of
from keepmum.play.run import chance_of

SECRET, CATEGORY = "secret", "category"
KNOWING = "others"
MOST_DEALS = 5_000


@dataclass(frozen=True, slots=True)
class Occasion:
    """The rules and the moves up to the moment; who is asked, as the `turn`-th of the match (from 0)."""

    match: int
    seat: int
    turn: int
    category: str
    secret: str
    game: Any
    moves: tuple[Move, ...]
    source: str = ""
    roles: tuple[str, ...] = ()

    @property
    def knows(self) -> bool:
        """Whether the player knows the secret."""
        return self.roles[self.seat] == KNOWING

    def observation(self) -> Observation:
        """What the player has seen and is asked. Raises ReplayError where the moves do not fit the rules."""
        transcript: Transcript[Any] = Transcript(self.game)
        for number, move in enumerate(self.moves):
            follow(transcript, move, number)
        turn = transcript.turn
        asks = dict(turn.owed) if isinstance(turn, Asks) else {}
        if self.seat not in asks:
            raise OptionError(f"match {self.match}: player {self.seat + 1} is not asked anything at this moment")
        return Observation(self.seat, self.game.players, Heard(transcript.heard(self.seat)), asks[self.seat])


@dataclass(frozen=True, slots=True)
class Spread:
    """How many secrets of how many categories are wanted; the secrets are spread evenly, each once."""

    secrets: int
    categories: int

    def __post_init__(self) -> None:
        if not 1 <= self.categories <= self.secrets:
            raise OptionError(f"{self.secrets} secrets in {self.categories} categories: give at least one for each")

    def room(self, taken: Sequence[tuple[str, str]], category: str, secret: str) -> bool:
        """Whether this secret is still wanted beside those taken."""
        if (category, secret) in taken or len(taken) >= self.secrets:
            return False
        categories = list(dict.fromkeys(name for name, _ in taken))
        if category not in categories and len(categories) >= self.categories:
            return False
        place = categories.index(category) if category in categories else len(categories)
        most = self.secrets // self.categories + (place < self.secrets % self.categories)
        return sum(name == category for name, _ in taken) < most


def opening(kind: GameKind, deal: Deal, match: int, seed: int) -> Occasion | None:
    """The first clue of a dealt match; None where nobody is asked alone. Raises OptionError for another game."""
    if SECRET not in deal.draws or not hasattr(deal.game, CATEGORY):
        raise OptionError(f"{kind.title} has no secret word and category; states are collected of the chameleon")
    transcript: Transcript[Any] = Transcript(deal.game)
    chance = chance_of(seed, match)
    while isinstance(turn := transcript.turn, Chance):
        outcome = deal.draws[turn.about] if turn.about in deal.draws else draw(turn, chance)
        transcript.make(Move(None, turn.about, outcome))
    if not isinstance(turn, Asks):
        return None
    secret, moves = str(deal.draws[SECRET]), tuple(transcript.moves)
    category = str(getattr(deal.game, CATEGORY))
    return Occasion(match, turn.owed[0][0], 0, category, secret, deal.game, moves, roles=deal.roles)


def dealt(kind: GameKind, options: Any, seed: int, spread: Spread, turns: Sequence[int]) -> list[Occasion]:
    """First clues of the first deals of a seed with the secrets wanted, in which one who knows speaks at such a turn.

    Raises OptionError where there are not enough.
    """
    found: list[Occasion] = []
    for match in range(MOST_DEALS):
        deal = kind.deal(options, seed, match)
        taken = [(each.category, each.secret) for each in found]
        one = str(getattr(deal.game, CATEGORY, "")), str(deal.draws.get(SECRET))
        if match and not (knows_at(deal, turns) and spread.room(taken, *one)):
            continue
        occasion = opening(kind, deal, match, seed)
        if occasion and knows_at(deal, turns):
            found.append(occasion)
        if len(found) == spread.secrets:
            return found
    raise OptionError(
        f"the cards do not have {spread.secrets} secrets in {spread.categories} categories ({len(found)} found); ask "
        "for fewer"
    )


def knows_at(deal: Deal, turns: Sequence[int]) -> bool:
    """Whether a player who knows the secret speaks at one of the turns."""
    order = deal.draws.get("order", ())
    return any(turn < len(order) and deal.roles[order[turn]] == KNOWING for turn in turns)


def recorded(kind: GameKind, records: Iterable[Record], about: str, source: str) -> Iterator[Occasion]:
    """Every clue on record, void matches' too, at the moment before it."""
    for record in records:
        game, moves = game_of(record, kind), moves_of(record)
        secret = next((str(move.choice) for move in moves if move.about == SECRET and move.seat is None), None)
        if secret is None or not hasattr(game, CATEGORY):
            raise OptionError(f"match {record.match} has no secret word and category; collect of runs of the chameleon")
        turn = 0
        for number, move in enumerate(moves):
            if move.about == about and move.seat is not None:
                before = tuple(moves[:number])
                yield Occasion(record.match, move.seat, turn, game.category, secret, game, before, source, record.roles)
                turn += 1


def chosen(occasions: Iterable[Occasion], turns: Sequence[int], spread: Spread | None) -> list[Occasion]:
    """Those at some turns, of the secrets wanted; all of a secret's matches are kept."""
    kept: list[Occasion] = []
    taken: list[tuple[str, str]] = []
    for occasion in occasions:
        one = (occasion.category, occasion.secret)
        if occasion.turn not in turns or not occasion.knows:
            continue
        if spread and one not in taken and not spread.room(taken, *one):
            continue
        taken += [] if one in taken else [one]
        kept.append(occasion)
    return kept


def after(occasion: Occasion, ask: Ask, clue: Any) -> Occasion | None:
    """The next player's clue once this one is given, or None where nobody is asked for one."""
    moves = (*occasion.moves, Move(occasion.seat, ask.about, clue))
    transcript: Transcript[Any] = Transcript(occasion.game)
    for number, move in enumerate(moves):
        follow(transcript, move, number)
    turn = transcript.turn
    owed = turn.owed if isinstance(turn, Asks) else ()
    seat = next((seat for seat, each in owed if each.about == ask.about), None)
    return None if seat is None else replace(occasion, seat=seat, turn=occasion.turn + 1, moves=moves)
