"""The rules of Avalon: propose, talk, vote, go on quests, and at the end find Merlin.

After the published board game and Appendix A of the ReCon paper. What the sources leave open is decided so:
the leader gives its reasons first and the others follow around the table; good players have no choice on a quest and
are therefore not asked; the lead passes on after a rejection and after a quest; three successes or fails end the quests
at once; all learn who holds the dagger when it is drawn; it must name a player not known to its holder to be evil.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from keepmum.core import EVERYONE, Action, Choice, Event, Step, only
from keepmum.core.ask import require
from keepmum.core.game import Outcome, ask_of
from keepmum.games.avalon import asks
from keepmum.games.avalon.asks import APPROVE, AWAITED, FAIL, QUEST, REJECT, SUCCESS, VOTE, Answers
from keepmum.games.avalon.facts import (
    Assassination,
    Dagger,
    Drawn,
    Ended,
    Ending,
    Forced,
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
from keepmum.games.avalon.legal import dagger_seats
from keepmum.games.avalon.tables import EVIL, GOOD, SIDE, TO_WIN, in_order, sight
from keepmum.games.avalon.turns import NOBODY, WINNER, Stage, State, Turns, cards_due, unvoted


@dataclass(frozen=True, slots=True)
class Avalon(Turns):
    """The whole game: its values and whose turn it is are those of Turns; here is what follows from a move."""

    name = "avalon"

    def start(self) -> Step[State]:
        """All learn the numbers of the game and which roles are in play."""
        sides = [SIDE[role] for role in self.roles]
        numbers, many = self.numbers, self.players
        table = Table(
            players=many,
            good=sides.count(GOOD),
            evil=sides.count(EVIL),
            roles=in_order(self.roles),
            sizes=numbers.sizes[many],
            fails_needed=numbers.fails_needed[many],
            dagger=self.dagger,
        )
        return Step(State(), (Event(EVERYONE, table),))

    def draw(self, state: State, outcome: Outcome) -> Step[State]:
        """The roles, which each seat learns for itself; who holds the dagger; who leads first."""
        if state.stage == "roles":
            return self._dealt(state, tuple(outcome))
        if state.stage == "dagger":
            return self._handed(state, int(outcome), ())
        if state.stage == "cards":
            return self._reported(state, outcome)
        if state.stage == "found":
            return self._struck(state, state.dagger, state.roles.index("merlin") if outcome else None)
        return self._lead(state._replace(stage="floor", leader=int(outcome)), ())

    def play(self, state: State, seat: int, action: Action) -> Step[State]:
        """What follows from a team, a statement, a vote, a quest card, or the assassination."""
        if state.stage == "vote":
            return self._vote(state, seat, action, self._answers(state, seat, action, VOTE))
        if state.stage == "quest":
            return self._card(state, seat, action, self._answers(state, seat, action, QUEST))
        require(ask_of(self.turn(state), seat), action)
        if state.stage == "assassinate":
            return self._struck(state, seat, int(str(action)) - 1)
        if isinstance(action, tuple):
            return self._propose(state, action)
        return self._speak(state, seat, action)

    def _answers(self, state: State, seat: int, action: Action, ask: Choice) -> Answers:
        """The answers with that of one seat among several, checked without making the turn where it is right."""
        given = state.answers
        if not (0 <= seat < len(given) and given[seat] == AWAITED and action in ask.options):
            require(ask_of(self.turn(state), seat), action)
        return (*given[:seat], str(action), *given[seat + 1 :])

    # -- what follows

    def _dealt(self, state: State, roles: tuple[str, ...]) -> Step[State]:
        told = _identities(roles)
        holders = dagger_seats(self.dagger, roles)
        if len(holders) == 1:
            return self._handed(state._replace(roles=roles), holders[0], told)
        return Step(state._replace(roles=roles, stage="dagger" if holders else "leader"), told)

    def _handed(self, state: State, seat: int, events: tuple[Event, ...]) -> Step[State]:
        after = state._replace(dagger=seat, stage="leader")
        return Step(after, (*events, Event(only(seat), Dagger())))

    def _lead(self, state: State, events: tuple[Event, ...]) -> Step[State]:
        """The leader of `state` sets about finding a team."""
        quest = len(state.results)
        stake: Stake = "none"
        if state.rejected == self.numbers.forced_at:
            stake = "forced"
        elif state.rejected + 1 == self.numbers.lost_at:
            stake = "last"
        size, needed = self.size(quest), self.fails_needed(quest)
        leads = Leader(quest + 1, state.rejected + 1, state.leader, size, needed, stake)
        return Step(state, (*events, Event(EVERYONE, leads)))

    def _pass_on(self, state: State, rejected: int, events: tuple[Event, ...]) -> Step[State]:
        """The next leader has a try at the next quest, or at the same when `rejected` teams were turned down for it."""
        leader, teams = self.next_leader(state), state.teams + 1
        return self._lead(State("floor", state.roles, state.dagger, leader, state.results, rejected, teams), events)

    def _propose(self, state: State, team: tuple[int, ...]) -> Step[State]:
        told = Proposal(len(state.results) + 1, state.rejected + 1, state.leader, team)
        return self._heard(state, team, Event(EVERYONE, told))

    def _speak(self, state: State, seat: int, text: str) -> Step[State]:
        told = Statement(len(state.results) + 1, state.rejected + 1, seat, text)
        return self._heard(state, state.team, Event(EVERYONE, told))

    def _heard(self, state: State, team: tuple[int, ...], event: Event) -> Step[State]:
        """An entry of the floor is over; after the last come the vote, the quest or the dagger."""
        heard, numbers = state.heard + 1, self.numbers
        if heard < len(self.floor(state)):
            return Step(state._replace(heard=heard, team=team), (event,))
        if state.results.count(True) == TO_WIN:
            return Step(state._replace(stage=self._stab), (event,))
        if state.rejected == numbers.forced_at:
            forced = Forced(len(state.results) + 1, state.rejected + 1, team)
            return self._go(state._replace(team=team), (event, Event(EVERYONE, forced)))
        exempt = NOBODY if numbers.leader_votes else state.leader
        return Step(state._replace(stage="vote", team=team, answers=unvoted(self.players, exempt)), (event,))

    def _vote(self, state: State, seat: int, vote: Action, answers: Answers) -> Step[State]:
        own = asks.ballot(seat, vote == APPROVE)
        if AWAITED in answers:
            return Step(State(*state[:-1], answers), (own,))
        approve = tuple([each for each, answer in enumerate(answers) if answer == APPROVE])
        reject = tuple([each for each, answer in enumerate(answers) if answer == REJECT])
        approved = len(approve) > len(reject)
        events = (own, Event(EVERYONE, Votes(len(state.results) + 1, state.rejected + 1, approve, reject, approved)))
        return self._go(state, events) if approved else self._rejected(state, events)

    def _rejected(self, state: State, events: tuple[Event, ...]) -> Step[State]:
        rejected = state.rejected + 1
        if rejected == self.numbers.lost_at:
            return self._end(state, "rejected", events)
        return self._pass_on(state, rejected, events)

    def _go(self, state: State, events: tuple[Event, ...]) -> Step[State]:
        """The team sets out; only those of it who have a choice, the evil ones, are asked for a card."""
        due = cards_due(state.roles, state.team)
        if AWAITED not in due:
            return self._return(state, 0, events)
        seen = len(state.results) + 1 not in self.unseen
        return Step(state._replace(stage="quest" if seen else "cards", answers=due), events)

    def _card(self, state: State, seat: int, card: Action, answers: Answers) -> Step[State]:
        own = (Event(only(seat), QuestCard(len(state.results) + 1, seat, SUCCESS if card == SUCCESS else FAIL)),)
        if AWAITED in answers:
            return Step(State(*state[:-1], answers), own)
        return self._return(state, answers.count(FAIL), own)

    def _reported(self, state: State, outcome: Outcome) -> Step[State]:
        """What the cards came to, where nobody knows who played which: so many fails, or only the result."""
        if self.counted:
            return self._return(state, int(outcome), ())
        return self._told(state, outcome == SUCCESS, None, ())

    def _return(self, state: State, fails: int, events: tuple[Event, ...]) -> Step[State]:
        return self._told(state, fails < self.fails_needed(len(state.results)), fails, events)

    def _told(self, state: State, success: bool, fails: int | None, events: tuple[Event, ...]) -> Step[State]:
        quest = len(state.results)
        if not self.counted:
            fails = 0 if success and self.fails_needed(quest) == 1 else None
        results = (*state.results, success)
        won, lost = results.count(True), results.count(False)
        told = (*events, Event(EVERYONE, Quest(quest + 1, state.team, fails, success, won, lost)))
        after = state._replace(results=results)
        if lost == TO_WIN:
            return self._end(after, "sabotaged", told)
        return self._hunt(after, told) if won == TO_WIN else self._pass_on(after, 0, told)

    def _hunt(self, state: State, events: tuple[Event, ...]) -> Step[State]:
        if state.dagger == NOBODY:
            return self._end(state, "fulfilled", events)
        after = state._replace(stage="floor", heard=0, teams=state.teams + 1)
        stage: Stage = "floor" if self.floor(after) else self._stab
        return Step(after._replace(stage=stage), (*events, Event(EVERYONE, Drawn(state.dagger))))

    @property
    def _stab(self) -> Stage:
        return "assassinate" if self.target_seen else "found"

    def _struck(self, state: State, seat: int, target: int | None) -> Step[State]:
        right = target is not None and state.roles[target] == "merlin"
        told = Event(EVERYONE, Assassination(seat, target, right))
        return self._end(state, "assassinated" if right else "survived", (told,))

    def _end(self, state: State, ending: Ending, events: tuple[Event, ...]) -> Step[State]:
        after = state._replace(stage="over", ending=ending)
        winners = tuple(seat for seat, role in enumerate(state.roles) if SIDE[role] == WINNER[ending])
        last = (Event(EVERYONE, Ended(ending, WINNER[ending])), Event(EVERYONE, Revealed(state.roles, winners)))
        return Step(after, (*events, *last))


@lru_cache(maxsize=512)
def _identities(roles: tuple[str, ...]) -> tuple[Event, ...]:
    """What each seat learns of the deal, and nobody else."""
    return tuple(event for seat in range(len(roles)) for event in _identity(roles, seat))


def _identity(roles: tuple[str, ...], seat: int) -> tuple[Event, ...]:
    """A seat's own role, and what it is shown."""
    audience = only(seat)
    own, seen = Event(audience, Role(roles[seat], SIDE[roles[seat]])), sight(roles, seat)
    return (own, Event(audience, Sight(*seen))) if seen else (own,)
