"""A game held against the rules before it is replayed: how far it can go, and what stops it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from keepmum.games.avalon.legal import NO_DAGGER, dagger_seats
from keepmum.games.avalon.tables import EVIL, GOOD, SIDE, TO_WIN, VARIANTS, Side, sight
from keepmum.importing.plain import Attempt, Game, Named, Remark, Said, Went

BOARD = VARIANTS["board"]


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a game goes no further: `kind` in a word, the entry, and a sentence."""

    kind: str
    entry: int
    text: str


@dataclass(frozen=True, slots=True)
class Extent:
    """How far a game can be replayed: so many whole attempts, the hunt, and what stops it, if anything does."""

    attempts: int
    hunt: bool
    stop: Stop | None
    winner: Side | None


@dataclass(slots=True)
class Score:
    """Where the quests stand."""

    results: list[bool] = field(default_factory=list[bool])
    rejected: int = 0

    @property
    def over(self) -> Side | None:
        """Which side the quests have decided for; good still has the dagger to fear."""
        if self.rejected == BOARD.lost_at or self.results.count(False) == TO_WIN:
            return EVIL
        return GOOD if self.results.count(True) == TO_WIN else None

    def take(self, attempt: Attempt) -> None:
        """An attempt that the rules allow."""
        if attempt.went is None:
            self.rejected += 1
        else:
            self.results.append(attempt.went.success)
            self.rejected = 0


def extent(game: Game) -> Extent:
    """How far the rules go along with a game."""
    score = Score()
    for number, attempt in enumerate(game.attempts):
        if score.over:
            why = "the game goes on after it was decided"
            return Extent(number, False, Stop("after the end", attempt.entry, why), score.over)
        stop = _attempt(game, attempt, len(score.results))
        if stop:
            return Extent(number, False, stop, None)
        score.take(attempt)
    return _ending(game, score)


def _attempt(game: Game, attempt: Attempt, quest: int) -> Stop | None:
    """What is wrong with an attempt at a quest (0-based), if anything is."""
    for stop in _wrongs(game, attempt, quest):
        return stop
    return None


def _wrongs(game: Game, attempt: Attempt, quest: int) -> Iterator[Stop]:
    players = len(game.roles)
    size = BOARD.sizes[players][quest]
    if not 0 <= attempt.leader < players:
        yield Stop("seat", attempt.entry, f"there is no player {attempt.leader + 1} to lead")
    for item in attempt.floor:
        yield from _unplayable(item, players, size)
    if not any(isinstance(item, Named) for item in attempt.floor):
        yield Stop("no team", attempt.entry, "no team is named")
    yield from _votes(attempt, players)
    voted, went = attempt.voted, attempt.went
    approved = voted is not None and len(voted.approve) > len(voted.reject)
    if approved and went is None:
        yield Stop("unfinished", attempt.entry, "how the quest went is not in the file")
    if not approved and went is not None:
        yield Stop("votes", went.entry, "a quest took place though the team was voted down")
    if went is not None:
        yield from _quest(game, team_of(attempt), went, BOARD.fails_needed[players][quest])


def _unplayable(item: Said | Named, players: int, size: int) -> Iterator[Stop]:
    if isinstance(item, Said):
        if not 0 <= item.seat < players:
            yield Stop("seat", item.entry, f"there is no player {item.seat + 1}")
        if not item.text.strip():
            yield Stop("talk", item.entry, "the message is empty")
    elif list(item.team) != sorted({*item.team} & {*range(players)}):
        yield Stop("team", item.entry, f"a team is of different players from 1 to {players}, in increasing order")
    elif len(item.team) != size:
        yield Stop("size", item.entry, f"a team of {len(item.team)} is named where the quest takes {size}")


def playable(game: Game, attempts: Sequence[Attempt]) -> tuple[Said | Named, ...]:
    """What the rules allow of the floor of the last of these attempts, up to the first thing that they do not."""
    players, quest = len(game.roles), sum(each.went is not None for each in attempts[:-1])
    size = BOARD.sizes[players][quest]
    return tuple(takewhile(lambda item: not list(_unplayable(item, players, size)), attempts[-1].floor))


def _votes(attempt: Attempt, players: int) -> Iterator[Stop]:
    voted = attempt.voted
    if voted is None:
        yield Stop("unfinished", attempt.entry, "the votes are not in the file")
    elif sorted((*voted.approve, *voted.reject)) != list(range(players)):
        yield Stop("votes", voted.entry, f"not every one of {players} players has one vote")
    elif voted.approved not in (None, len(voted.approve) > len(voted.reject)):
        said = "approved" if voted.approved else "rejected"
        count = f"{len(voted.approve)} for and {len(voted.reject)} against"
        yield Stop("votes", voted.entry, f"{count}, and the file says that the team was {said}")


def team_of(attempt: Attempt) -> tuple[int, ...]:
    """The team that was voted on: the last one named."""
    return [item.team for item in attempt.floor if isinstance(item, Named)][-1]


def _quest(game: Game, team: Sequence[int], went: Went, needed: int) -> Iterator[Stop]:
    able = fail_counts(went, evil_on(game, team), needed)
    if not able:
        how = "succeeded" if went.success else "failed"
        many = "" if went.fails is None else f" with {went.fails} fail cards"
        on = evil_on(game, team)
        players = "player" if on == 1 else "players"
        text = f"the quest {how}{many}, which a team with {on or 'no'} evil {players}, {needed} needed to fail, cannot"
        yield Stop("quest", went.entry, text)


def evil_on(game: Game, team: Sequence[int]) -> int:
    """How many on a team are evil."""
    return sum(SIDE[game.roles[seat]] == EVIL for seat in team)


def fail_counts(went: Went, evil: int, needed: int) -> list[int]:
    """How many fail cards there may have been, by the result, the number on file, and the evil players on the team."""
    able = range(min(needed, evil + 1)) if went.success else range(needed, evil + 1)
    return [many for many in able if went.fails in (None, many)]


def _ending(game: Game, score: Score) -> Extent:
    whole = len(game.attempts)
    if score.over is None:
        return Extent(whole, False, Stop("unfinished", _last(game), "the file ends before the game does"), None)
    winner, hunt = score.over, False
    if winner == GOOD and game.dagger != NO_DAGGER:
        stop = _hunt(game)
        if stop or game.hunt is None:
            return Extent(whole, False, stop, None)
        winner, hunt = (EVIL if game.hunt.found else GOOD), True
    elif game.hunt is not None:
        stop = Stop("assassination", game.hunt.entry, "there is an assassination where the rules have none")
        return Extent(whole, False, stop, winner)
    if game.ended and game.ended.winner != winner:
        text = f"the file says that {game.ended.winner} won, and by the rules {winner} did"
        return Extent(whole, hunt, Stop("ending", game.ended.entry, text), winner)
    return Extent(whole, hunt, None, winner)


def _hunt(game: Game) -> Stop | None:
    hunt = game.hunt
    if hunt is None:
        other = ", which says that evil won" if game.ended and game.ended.winner == EVIL else ""
        return Stop("unfinished", _last(game), f"the assassination is not in the file{other}")
    for item in hunt.talk:
        for stop in _unplayable(item, len(game.roles), 0):
            return stop
    if hunt.target is None:
        return None
    if not 0 <= hunt.target < len(game.roles):
        return Stop("assassination", hunt.entry, f"there is no player {hunt.target + 1}")
    if hunt.target in _known(game):
        return Stop("assassination", hunt.entry, f"the dagger knows player {hunt.target + 1} to be evil")
    if (game.roles[hunt.target] == "merlin") != hunt.found:
        is_or_not = "is not" if hunt.found else "is"
        text = f"player {hunt.target + 1} {is_or_not} Merlin, and the file says otherwise"
        return Stop("assassination", hunt.entry, text)
    return None


def check_holder(game: Game) -> None:
    """Raises ValueError where several players may hold the dagger and the file does not say which of them does."""
    holders = dagger_seats(game.dagger, game.roles)
    if game.holder not in (holders if len(holders) > 1 else (None, *holders)):
        raise ValueError(f"holder: the dagger is held by one of players {', '.join(str(seat + 1) for seat in holders)}")


def _known(game: Game) -> set[int]:
    """Whom the dagger's holder knows to be evil, itself among them."""
    holders = dagger_seats(game.dagger, game.roles)
    holder = holders[0] if game.holder is None else game.holder
    seen = sight(game.roles, holder)
    return {holder, *(seen[1] if seen else ())}


def _last(game: Game) -> int:
    return game.attempts[-1].entry if game.attempts else 0


def skipped(game: Game) -> list[Remark]:
    """Where the lead did not pass to the next player."""
    return [
        Remark(
            "leader",
            game.at(after.entry),
            f"player {after.leader + 1} leads after player {before.leader + 1}, who is followed by "
            f"player {(before.leader + 1) % len(game.roles) + 1}",
        )
        for before, after in zip(game.attempts, game.attempts[1:], strict=False)
        if after.leader != (before.leader + 1) % len(game.roles)
    ]
