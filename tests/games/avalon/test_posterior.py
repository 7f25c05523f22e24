"""The posterior against enumeration by hand: every assignment walked through in plain Python, event by event."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest
from bot_table import random_match
from round_table import ASSASSIN, MERLIN, MORGANA, PERCIVAL, SIX, cards, propose, quest, stab, table, vote

from keepmum.core import EVERYONE, Fact, Transcript
from keepmum.games.avalon.acts import ACTS, PEOPLE, Acts, Inclination
from keepmum.games.avalon.assignments import Assignments
from keepmum.games.avalon.facts import (
    Assassination,
    Drawn,
    Leader,
    Proposal,
    Quest,
    QuestCard,
    Revealed,
    Role,
    Sight,
    Table,
    Votes,
)
from keepmum.games.avalon.posterior import Posterior, believed
from keepmum.games.avalon.tables import EVIL, ROLES, SIDE, in_order, sight
from keepmum.games.avalon.worlds import worlds

np = pytest.importorskip("numpy")

FIVE = ("merlin", "percival", "servant", "morgana", "assassin")
ODD = ("merlin", "percival", "servant", "servant", "mordred", "oberon")
NO_MERLIN = ("percival", "servant", "servant", "morgana", "minion")
SEVEN = ("merlin", "percival", "servant", "servant", "morgana", "assassin", "oberon")


class ByHand:
    """The claim of posterior.py and acts.py once more, for one assignment, without numpy."""

    def __init__(self, roles: Sequence[str], seat: int | None) -> None:
        self.roles, self.seat, self.log = tuple(roles), seat, 0.0
        self.n = len(roles)
        self.evil = {s for s, role in enumerate(roles) if SIDE[role] == EVIL}
        self.quests: list[tuple[Quest, float]] = []
        self.leader: Leader | None = None
        self.proposal: Proposal | None = None
        self.card: QuestCard | None = None
        self.dagger = "any"

    def require(self, possible: bool) -> None:
        if not possible:
            self.log = -math.inf

    def factor(self, chance: float) -> None:
        self.log = self.log + math.log(chance) if chance > 0 else -math.inf

    def hear(self, fact: Fact) -> None:
        if isinstance(fact, Table):
            self.dagger = fact.dagger
        elif isinstance(fact, Role):
            self.require(self.seat is not None and self.roles[self.seat] == fact.role)
        elif isinstance(fact, Sight):
            self.require(self.seat is not None and sight(self.roles, self.seat) == (fact.label, fact.seats))
        elif isinstance(fact, Leader):
            self.leader = fact
        elif isinstance(fact, Proposal):
            self.propose(fact)
        elif isinstance(fact, Votes):
            self.votes(fact)
        elif isinstance(fact, QuestCard):
            self.card = fact
        elif isinstance(fact, Quest):
            self.quest(fact)
        elif isinstance(fact, Drawn):
            self.require(fact.seat in self.evil and self.dagger in ("any", self.roles[fact.seat]))
        elif isinstance(fact, Assassination):
            assert fact.target is not None
            self.require((self.roles[fact.target] == "merlin") == fact.right)
            seen = sight(self.roles, fact.seat)
            self.require(seen is None or fact.target not in seen[1])
        elif isinstance(fact, Revealed):
            self.require(fact.roles == self.roles)

    def minded(self, seat: int, team: Iterable[int]) -> int:
        """Of those whom the seat minds, how many are on the team; two at most."""
        role = self.roles[seat]
        if role == "merlin":
            minded = {s for s in self.evil if self.roles[s] != "mordred"}
        elif role == "percival":
            minded = {s for s in self.evil if self.roles[s] == "morgana"}
        elif role in ("servant", "oberon"):
            minded = set[int]()
        else:
            minded = {s for s in self.evil if self.roles[s] != "oberon"}
        return min(len(minded & set(team)), 2)

    def trust(self, seat: int, size: int) -> dict[tuple[int, ...], float]:
        return public_trust(self.n, len(self.evil), seat, size, tuple(self.quests))

    def propose(self, fact: Proposal) -> None:
        self.proposal = fact
        if fact.leader == self.seat:
            return
        row = ACTS.proposals[kind(self.roles[fact.leader])]
        weights = {
            team: math.exp(
                row.trust * trust + row.own * (fact.leader in team) + row.levels[self.minded(fact.leader, team)]
            )
            for team, trust in self.trust(fact.leader, len(fact.team)).items()
        }
        self.factor(weights[fact.team] / sum(weights.values()))

    def votes(self, fact: Votes) -> None:
        assert self.proposal
        assert self.leader
        team = self.proposal.team
        for seat in range(self.n):
            if seat in (self.seat, self.proposal.leader):
                continue
            row = ACTS.votes[kind(self.roles[seat])]
            level = self.minded(seat, team)
            odds = row.start + row.trust * self.trust(seat, len(team))[team] + row.own * (seat in team)
            odds += row.levels[level] + (row.last[level] if self.leader.stake == "last" else 0.0)
            yes = 1 / (1 + math.exp(-odds))
            self.factor(yes if seat in fact.approve else 1 - yes)

    def quest(self, fact: Quest) -> None:
        before = [quest.success for quest, _ in self.quests]
        decisive = 2 in (before.count(True), before.count(False))
        chance = ACTS.fails[2] if decisive else ACTS.fails[1 if before else 0]
        assert fact.fails is not None
        on, fails = self.evil & set(fact.team), fact.fails
        if self.card and self.card.quest == fact.quest:
            on, fails = on - {self.card.seat}, fails - (self.card.card == "fail")
        self.factor(binomial(len(on), fails, chance))
        self.quests.append((fact, chance))


@cache
def public_trust(
    n: int, many: int, seat: int, size: int, quests: tuple[tuple[Quest, float], ...]
) -> dict[tuple[int, ...], float]:
    """How clean each team is to a good player who only knows the quests, the best being 1."""
    weights: dict[tuple[int, ...], float] = {}
    for evil in combinations([s for s in range(n) if s != seat], many):
        weights[evil] = math.prod(
            binomial(len(set(evil) & set(done.team)), done.fails or 0, chance) for done, chance in quests
        )
    clean = {
        team: sum(weight for evil, weight in weights.items() if not set(evil) & set(team))
        for team in combinations(range(n), size)
    }
    best = max(clean.values())
    return {team: value / best if best > 0 else 1.0 for team, value in clean.items()}


def kind(role: str) -> str:
    return role if role in ("servant", "percival", "merlin", "oberon") else "evil"


def binomial(n: int, k: int, chance: float) -> float:
    return math.comb(n, k) * chance**k * (1 - chance) ** (n - k) if 0 <= k <= n else 0.0


def by_hand(roles: Sequence[str], facts: Iterable[Fact], seat: int | None) -> dict[tuple[str, ...], float]:
    """P(assignment | facts) of each that is possible."""
    facts, logs = list(facts), dict[tuple[str, ...], float]()
    for assignment in sorted(set(permutations(roles))):
        one = ByHand(assignment, seat)
        for fact in facts:
            if one.log == -math.inf:
                break
            one.hear(fact)
        if one.log > -math.inf:
            logs[assignment] = one.log
    most = max(logs.values())
    total = sum(math.exp(log - most) for log in logs.values())
    return {assignment: math.exp(log - most) / total for assignment, log in logs.items()}


def as_dict(posterior: Posterior) -> dict[tuple[str, ...], float]:
    rows = [tuple(ROLES[code] for code in row) for row in posterior.worlds.roles]
    return {row: weight for row, weight in zip(rows, posterior.weights.tolist(), strict=True) if weight > 0}


def public(t: Transcript[Any]) -> list[Fact]:
    """What everybody hears."""
    return [event.fact for event in t.events if event.audience == EVERYONE]


@pytest.mark.parametrize(
    ("roles", "rules"),
    [
        (FIVE, {}),
        (NO_MERLIN, {"dagger": "none"}),
        (SIX, {}),
        (SIX, {"variant": "recon"}),
        (ODD, {"dagger": "any"}),
        (ODD, {"dagger": "mordred"}),
    ],
)
def test_the_posterior_is_that_of_plain_enumeration(roles: tuple[str, ...], rules: dict[str, str]) -> None:
    for seed in range(2):
        t = random_match(roles, seed, most=40, **rules)
        for seat in (None, *range(len(roles))):
            facts = t.heard(seat) if seat is not None else public(t)
            found, wanted = as_dict(believed(facts, seat)), by_hand(roles, facts, seat)
            assert found.keys() == wanted.keys()
            assert list(found.values()) == pytest.approx([wanted[each] for each in found], rel=1e-9, abs=1e-300)


def test_whole_matches_end_in_the_truth() -> None:
    for seed in range(3):
        t = random_match(SIX, seed)
        facts = public(t)
        assert believed(facts).log_score(t.state.roles) == 0.0
        ended = believed(facts[:-1])
        wanted = by_hand(SIX, facts[:-1], None)
        assert ended.log_score(t.state.roles) == pytest.approx(math.log(wanted[t.state.roles]), rel=1e-9)


@pytest.mark.parametrize("roles", [FIVE, NO_MERLIN, SIX, ODD, SEVEN])
def test_the_worlds_are_all_assignments(roles: tuple[str, ...]) -> None:
    every = worlds(in_order(roles))
    assert [tuple(ROLES[code] for code in row) for row in every.roles] == list(Assignments(in_order(roles)))
    evil = [sum(1 << seat for seat, role in enumerate(each) if SIDE[role] == EVIL) for each in Assignments(roles)]
    assert sorted(every.evil.tolist()) == sorted(evil)


def test_ten_players_have_151200_worlds() -> None:
    ten = ("merlin", "percival", *["servant"] * 4, "morgana", "assassin", "mordred", "oberon")
    posterior = Posterior(ten)
    assert len(posterior.worlds) == 151_200
    assert posterior.evil() == pytest.approx([0.4] * 10)
    assert posterior.role("servant").sum() == pytest.approx(4)


def test_what_a_seat_was_told_is_certain() -> None:
    t = table()
    merlin = believed(t.heard(MERLIN), MERLIN)
    assert merlin.evil() == pytest.approx([0, 0, 0, 0, 1, 1])
    assert merlin.role("merlin") == pytest.approx([1, 0, 0, 0, 0, 0])
    percival = believed(t.heard(PERCIVAL), PERCIVAL)
    assert percival.role("merlin") == pytest.approx([0.5, 0, 0, 0, 0.5, 0])
    assert percival.role("percival") == pytest.approx([0, 1, 0, 0, 0, 0])
    assassin = believed(t.heard(ASSASSIN), ASSASSIN)
    assert assassin.role("morgana") == pytest.approx([0, 0, 0, 0, 1, 0])
    assert believed(t.heard(2), 2).evil() == pytest.approx([0.4, 0.4, 0, 0.4, 0.4, 0.4])
    assert believed(public(t)).evil() == pytest.approx([1 / 3] * 6)


def test_fail_cards_count_exactly() -> None:
    t = table()
    propose(t, (4, 5))
    vote(t)
    cards(t, (4, 5))
    outsider = believed(public(t))
    assert outsider.evil() == pytest.approx([0, 0, 0, 0, 1, 1])
    assert outsider.log_evil((4, 5)) == pytest.approx(0.0)
    assert outsider.log_evil((0, 4)) == outsider.log_score(SIX[::-1]) == -math.inf
    assert outsider.clean((0, 1, 2, 3)) == pytest.approx(1.0)


def test_evil_knows_its_own_card_and_so_the_other_ones() -> None:
    roles = ("merlin", "percival", "servant", "servant", "mordred", "oberon")
    t = table(roles, dagger="mordred")
    propose(t, (4, 5))
    vote(t)
    cards(t, (4, 5))
    assert believed(t.heard(4), 4).role("oberon") == pytest.approx([0, 0, 0, 0, 0, 1])
    t = table(roles, dagger="mordred")
    propose(t, (4, 5))
    vote(t)
    cards(t, (4,))
    assert 0 < believed(t.heard(4), 4).role("oberon")[5] < 0.25, "no fail but its own: the other is less likely evil"


def test_the_dagger_is_evil_and_whom_it_names_is_merlin_or_not() -> None:
    t = table()
    for _ in range(3):
        quest(t, good=True)
    drawn = believed(public(t))
    assert drawn.role("assassin") == pytest.approx([0, 0, 0, 0, 0, 1])
    before = drawn.role("merlin")
    stab(t, PERCIVAL)
    named = believed(public(t)[:-1])
    assert named.role("merlin")[PERCIVAL] == 0
    assert named.evil()[PERCIVAL] == 0
    assert before[PERCIVAL] > 0


def test_a_seat_is_told_nothing_by_what_it_did_itself() -> None:
    alike = []
    for against in ((), (1,)):
        t = table(leader=1)
        propose(t, (0, 1) if against else (1, 4))
        alike.append(believed(t.heard(1), 1).weights)
    assert np.array_equal(*alike)


def test_permuting_the_seats_permutes_the_posterior() -> None:
    t = random_match(SIX, 5, most=40)
    places = Random(1).sample(range(6), 6)
    for seat in (None, 0, 3):
        facts = [fact for fact in (public(t) if seat is None else t.heard(seat)) if not isinstance(fact, Revealed)]
        plain = believed(facts, seat)
        turned = believed([moved(fact, places) for fact in facts], None if seat is None else places[seat])
        assert turned.evil()[places] == pytest.approx(plain.evil())
        for role in SIX:
            assert turned.role(role)[places] == pytest.approx(plain.role(role))


def moved(fact: Fact, places: Sequence[int]) -> Fact:
    """The same fact with the players sitting elsewhere."""
    changed = {}
    for name, value in fact.named().items():
        if name in ("seat", "leader", "target"):
            changed[name] = places[value]
        elif isinstance(value, tuple) and name in ("team", "seats", "approve", "reject"):
            changed[name] = tuple(sorted(places[seat] for seat in value))
    return replace(fact, **changed)  # type: ignore[type-var]


def test_a_view_is_what_the_seat_would_believe() -> None:
    t = random_match(SIX, 3, most=40)
    outsider = believed(public(t))
    good = [seat for seat, role in enumerate(t.state.roles) if SIDE[role] != EVIL]
    for seat in good:
        own = believed(t.heard(seat), seat)
        assert outsider.view(seat, t.state.roles).evil() == pytest.approx(own.evil())


def test_what_breaks_the_rules_is_refused() -> None:
    posterior = Posterior(SIX)
    with pytest.raises(ValueError, match="breaks the rules"):
        posterior.update(Quest(1, (0, 1, 2), 3, False, 0, 1))
    with pytest.raises(ValueError, match="an outsider, not 6"):
        Posterior(SIX, 6)
    with pytest.raises(ValueError, match="no Table"):
        believed([])
    with pytest.raises(ValueError, match="between 0 and 1"):
        Acts(fails=(0.5, 0.5, 1.0))


def test_a_model_in_which_all_act_alike_learns_from_the_rules_alone() -> None:
    alike = {name: Inclination() for name in ACTS.votes}
    t = random_match(SIX, 4, most=40)
    facts = [fact for fact in public(t) if not isinstance(fact, Quest | Revealed | Drawn | Assassination)]
    assert believed(facts, acts=Acts(alike, alike)).evil() == pytest.approx([1 / 3] * 6)
    assert believed(facts).evil() != pytest.approx([1 / 3] * 6)


def test_merlin_is_whoever_votes_by_what_only_merlin_could_know() -> None:
    t = table(leader=1)
    for team in ((2, 4), (1, 5), (3, 4)):
        propose(t, team)
        vote(t, against=(MERLIN, MORGANA, ASSASSIN))
    likely = believed(t.heard(MORGANA), MORGANA).role("merlin")
    assert likely.argmax() == MERLIN


def test_people_are_taken_to_show_less_than_bots() -> None:
    t = table(leader=1)
    for team in ((2, 4), (1, 5), (3, 4)):
        propose(t, team)
        vote(t, against=(MERLIN, MORGANA, ASSASSIN))
    bots, people = (believed(t.heard(MORGANA), MORGANA, acts).role("merlin")[MERLIN] for acts in (ACTS, PEOPLE))
    assert 0.25 < people < bots
