"""What the bot that reckons says: what the good believe, with a reason that all can check, or what passes for it.

Good players name the one whom they suspect most, why, and the one whom they trust most. Merlin does so as one who was
shown nothing, but names a player it knows to be evil where that one is no less suspect to such a player than most.
Evil players suspect the good player who looks worst, and trust whoever looks best: what they say of quests and votes is
true, what they conclude from it is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from keepmum.games.avalon.bots.forms import Claim
from keepmum.games.avalon.bots.good import would_approve
from keepmum.games.avalon.bots.mind import Mind
from keepmum.games.avalon.bots.notes import Notes
from keepmum.games.avalon.posterior import Posterior
from keepmum.games.avalon.worlds import Floats

SAYABLE = 0.02
"""So much more suspect than by chance one must be to be named, and so much less to be trusted aloud."""


def claims_of(mind: Mind, rng: Random) -> list[Claim]:
    """What to say of the proposed team and of the others, in order."""
    face = mind.own if not mind.notes.evil and mind.notes.role != "merlin" else mind.plain() or mind.outsider
    looks, notes = face.evil(), mind.notes
    claims = list(_about_team(mind, face))
    suspect = _extreme(_suspects(mind, looks), looks, 1.0, rng)
    if suspect is not None:
        reasons = reasons_against(notes, suspect)
        claims += [*([reasons[int(rng.random() * len(reasons))]] if reasons else []), Claim("suspect", suspect)]
    trusted = _extreme([seat for seat in range(notes.players) if seat != notes.seat], looks, -1.0, rng)
    if trusted is not None:
        claims += [*reasons_for(notes, trusted)[-1:], Claim("trust", trusted)]
    return claims or [Claim("nothing")]


def in_earnest(mind: Mind, claim: Claim) -> bool:
    """Whether the seat believes what it says; of what happened at the table it says nothing untrue."""
    evil = mind.own.evil()
    usual = mind.notes.outset.evil / mind.notes.players
    if claim.about == "suspect":
        return float(evil[claim.seat]) > usual
    if claim.about == "trust":
        return float(evil[claim.seat]) < usual
    if claim.about in ("like", "dislike") and mind.notes.proposal is not None:
        team = mind.notes.proposal.team
        liked = would_approve(mind, mind.own, team) if not mind.notes.evil else mind.own.clean(team) > LIKED
        return liked == (claim.about == "like")
    return True


LIKED = 0.5
"""An evil player thinks a team good, in what it says of it, when it is clean."""


def _about_team(mind: Mind, face: Posterior) -> Iterator[Claim]:
    """For or against; nobody speaks for itself before there is anything to go by."""
    team = mind.notes.proposal
    if team is not None and (mind.notes.quests or mind.notes.voted):
        yield Claim("like" if would_approve(mind, face, team.team) else "dislike")


def _suspects(mind: Mind, looks: Floats) -> list[int]:
    """Whom one may name."""
    notes = mind.notes
    others = [seat for seat in range(notes.players) if seat != notes.seat]
    if notes.evil:
        return [seat for seat in others if seat not in notes.known_evil]
    if notes.role == "merlin":
        middle = sorted(float(looks[seat]) for seat in others)[len(others) // 2]
        seen = [seat for seat in notes.known_evil if looks[seat] >= middle]
        return seen or others
    return others


def _extreme(seats: Sequence[int], looks: Floats, sign: float, rng: Random) -> int | None:
    """The seat that looks worst (sign 1) or best (-1), if it stands out from what is usual among all."""
    usual = float(looks.mean())
    best = max(seats, key=lambda seat: (round(sign * float(looks[seat]), 6), rng.random()), default=None)
    return best if best is not None and sign * (float(looks[best]) - usual) > SAYABLE else None


def reasons_against(notes: Notes, seat: int) -> list[Claim]:
    """What happened that speaks against a seat."""
    on = [Claim("on_failed", seat, quest.quest) for quest in notes.quests if not quest.success and seat in quest.team]
    return [*on, *_votes(notes, seat)]


def reasons_for(notes: Notes, seat: int) -> list[Claim]:
    """What happened that speaks for a seat."""
    return [Claim("on_good", seat, quest.quest) for quest in notes.quests if quest.success and seat in quest.team]


def _votes(notes: Notes, seat: int) -> Iterator[Claim]:
    """Votes of a seat that the quest made look wrong."""
    results = {quest.quest: quest.success for quest in notes.quests}
    for votes in (voted.votes for voted in notes.voted if voted.votes.approved):
        success = results.get(votes.quest)
        if success is True and seat in votes.reject:
            yield Claim("against_good", seat, votes.quest)
        elif success is False and seat in votes.approve:
            yield Claim("for_failed", seat, votes.quest)
