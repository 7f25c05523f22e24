"""Avalon told to onlookers, a line a fact; players are counted from 1."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from keepmum.core import Fact
from keepmum.games.avalon.facts import (
    Assassination,
    Dagger,
    Drawn,
    Ended,
    Ending,
    Forced,
    Label,
    Leader,
    Proposal,
    Quest,
    QuestCard,
    Revealed,
    Role,
    Sight,
    Stake,
    Statement,
    Table,
    Votes,
)

_LABELS: Mapping[Label, str] = {
    "evil": "evil",
    "comrades": "on your side, evil",
    "merlin_or_morgana": "Merlin or Morgana",
}
_STAKES: Mapping[Stake, str] = {
    "none": "",
    "last": "; if this team is voted down, evil wins",
    "forced": "; this team goes without a vote",
}
_ENDINGS: Mapping[Ending, str] = {
    "survived": "Merlin was not found: good wins",
    "fulfilled": "three quests have succeeded: good wins",
    "assassinated": "Merlin is found: evil wins",
    "sabotaged": "three quests have failed: evil wins",
    "rejected": "too many teams were voted down: evil wins",
}


def tell(fact: Fact) -> str | None:
    """A fact in words, or None where another line already tells it."""
    match fact:
        case Table(roles=roles, sizes=sizes):
            return f"in play: {', '.join(roles)}; teams of {', '.join(map(str, sizes))}"
        case Role(role=role, side=side):
            return f"your role is {role} ({side})"
        case Sight(label=label, seats=seats):
            return f"{_seats(seats)}: {_LABELS[label]}" if seats else "you see nobody"
        case Dagger():
            return "you hold the dagger"
        case Statement(seat=seat, text=text):
            return f"player {seat + 1}: “{text}”"
        case _:
            return _tell_team(fact) or _tell_quest(fact)


def _tell_team(fact: Fact) -> str | None:
    match fact:
        case Leader(quest=quest, attempt=attempt, seat=seat, size=size, fails_needed=needed, stake=stake):
            two = f", {needed} fails needed" if needed > 1 else ""
            which = f"quest {quest}, team of {size}{two}, attempt {attempt}"
            return f"— {which}: player {seat + 1} leads{_STAKES[stake]} —"
        case Proposal(leader=leader, team=team):
            return f"player {leader + 1} proposes {_seats(team)}"
        case Votes(approve=approve, reject=reject, approved=approved):
            word = "approved" if approved else "rejected"
            return f"votes: for {_numbers(approve)}, against {_numbers(reject)}: {word}"
        case Forced(team=team):
            return f"{_seats(team)} go without a vote"
        case _:
            return None


def _tell_quest(fact: Fact) -> str | None:
    match fact:
        case QuestCard(quest=quest, card=card):
            return f"your card on quest {quest}: {card}"
        case Quest(quest=quest, fails=fails, success=success, succeeded=succeeded, failed=failed):
            word = "succeeds" if success else "fails"
            cards = "not told" if fails is None else fails
            return f"quest {quest} {word}, fail cards: {cards} (succeeded {succeeded}, failed {failed})"
        case Drawn(seat=seat):
            return f"player {seat + 1} draws the dagger"
        case Assassination(seat=seat, target=target, right=right):
            named = "somebody (not on record)" if target is None else f"player {target + 1}"
            return f"player {seat + 1} takes {named} for Merlin, {'rightly' if right else 'wrongly'}"
        case Ended(how=how):
            return _ENDINGS[how]
        case Revealed(roles=roles):
            return ", ".join(f"player {seat + 1} was {role}" for seat, role in enumerate(roles))
        case _:
            return None


def _seats(seats: Iterable[int]) -> str:
    named = [str(seat + 1) for seat in seats]
    return f"player {named[0]}" if len(named) == 1 else f"players {', '.join(named)}"


def _numbers(seats: Iterable[int]) -> str:
    return ", ".join(str(seat + 1) for seat in seats) or "nobody"
