"""Games small enough to solve by head or by trying everything: pennies, coins that are slow to fall, random ones."""

import random
from dataclasses import dataclass, replace

from keepmum.core import EVERYONE, Asks, Chance, Choice, Event, Fact, Over, Step, only


@dataclass(frozen=True, slots=True)
class Chose(Fact):
    """A side."""

    seat: int
    side: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """The sides chosen so far, by seat."""

    sides: tuple[str, ...] = ("", "")


@dataclass(frozen=True, slots=True)
class Pennies:
    """Seats 0 and 1 choose at once; seat 0 wins 1 when they match."""

    name = "pennies"
    players = 2

    def start(self):
        return Step(Chosen())

    def turn(self, state):
        owed = tuple((seat, Choice("side", ("heads", "tails"))) for seat in range(2) if not state.sides[seat])
        if owed:
            return Asks(owed)
        sign = 1.0 if state.sides[0] == state.sides[1] else -1.0
        return Over((sign, -sign), "matched" if sign > 0 else "missed")

    def draw(self, state, outcome):
        raise AssertionError("no chance here")

    def play(self, state, seat, action):
        sides = (*state.sides[:seat], str(action), *state.sides[seat + 1 :])
        return Step(Chosen(sides), (Event(only(seat), Chose(seat, str(action))),))


@dataclass(frozen=True, slots=True)
class Fallen:
    """How the coin fell, whether it has settled, and the guess."""

    coin: str = ""
    settled: bool = False
    guess: str = ""


@dataclass(frozen=True, slots=True)
class SlowCoin:
    """Heads settles at once; tails takes one more move of chance. Seat 0 sees neither and guesses; weights 3 to 1."""

    name = "slow-coin"
    players = 1

    def start(self):
        return Step(Fallen())

    def turn(self, state):
        if not state.coin:
            return Chance("coin", ("heads", "tails"), (3, 1))
        if not state.settled:
            return Chance("settle", ("still",))
        if not state.guess:
            return Asks(((0, Choice("guess", ("heads", "tails"))),))
        return Over((float(state.guess == state.coin),), "guessed")

    def draw(self, state, outcome):
        if state.coin:
            return Step(replace(state, settled=True))
        return Step(Fallen(str(outcome), settled=outcome == "heads"))

    def play(self, state, seat, action):
        return Step(replace(state, guess=str(action)), (Event(EVERYONE, Chose(seat, str(action))),))


@dataclass(frozen=True, slots=True)
class Entered:
    """How the coin fell, whether seat 0 went on, whether tails has settled, and the guess."""

    coin: str = ""
    went: str = ""
    settled: bool = False
    guess: str = ""


@dataclass(frozen=True, slots=True)
class SlowEntry:
    """Seat 0 stops for 0.6 or goes on to guess a coin it does not see; tails takes one more move of chance to settle.

    So the two moves out of one information set lead to different depths, and one of them to two. Unless it `remembers`,
    seat 0 is not told what it did, and its two asks are one.
    """

    remembers: bool = True
    name = "slow-entry"
    players = 1

    def start(self):
        return Step(Entered())

    def turn(self, state):
        if not state.coin:
            return Chance("coin", ("heads", "tails"), (1, 1))
        if not state.went:
            return Asks(((0, Choice("enter" if self.remembers else "guess", ("stop", "go"))),))
        if state.went == "stop":
            return Over((0.6,), "stopped")
        if state.coin == "tails" and not state.settled:
            return Chance("settle", ("still",))
        if not state.guess:
            return Asks(((0, Choice("guess", ("heads", "tails") if self.remembers else ("stop", "go"))),))
        right = state.guess == state.coin or (state.guess, state.coin) in {("stop", "heads"), ("go", "tails")}
        return Over((float(right),), "guessed")

    def draw(self, state, outcome):
        return Step(replace(state, settled=True) if state.coin else Entered(str(outcome)))

    def play(self, state, seat, action):
        after = replace(state, guess=str(action)) if state.went else replace(state, went=str(action))
        return Step(after, (Event(EVERYONE, Chose(seat, str(action))),) if self.remembers else ())


@dataclass(frozen=True, slots=True)
class Walked:
    """The moves so far, and the answers given of those asked for at once."""

    path: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wild:
    """A random game of two seats: chance, single asks and asks at once in any order, seen by whom it pleases.

    Everybody remembers what it did, and that alone is sure: who moves first may depend on what neither sees.
    """

    seed: int
    name = "wild"
    players = 2
    deepest = 4

    def start(self):
        return Step(Walked())

    def _rng(self, state):
        return random.Random(f"{self.seed} {state.path}")

    def _kind(self, state):
        rng = self._rng(state)
        if len(state.path) >= self.deepest or (state.path and rng.random() < 0.15):
            return "over", rng
        return rng.choice(("chance", "first", "second", "both", "both")), rng

    def turn(self, state):
        kind, rng = self._kind(state)
        if kind == "over":
            return Over((rng.randint(-4, 4), rng.randint(-4, 4)), "over")
        if kind == "chance":
            return Chance("luck", ("x", "y"), (rng.randint(1, 3), 1))
        owed = {"first": (0,), "second": (1,), "both": (0, 1)}[kind][len(state.answers) :]
        return Asks(tuple((seat, Choice("move", ("x", "y"))) for seat in owed))

    def draw(self, state, outcome):
        return self._moved(state, str(outcome), ())

    def play(self, state, seat, action):
        kind, _ = self._kind(state)
        answers = (*state.answers, str(action))
        own = Event(only(seat), Chose(seat, str(action)))
        if kind == "both" and len(answers) < 2:
            return Step(replace(state, answers=answers), (own,))
        return self._moved(state, "".join(answers), (own,))

    def _moved(self, state, move, events):
        rng = random.Random(f"{self.seed} {state.path} told")
        told = [seat for seat in range(2) if rng.random() < 0.3]
        return Step(Walked((*state.path, move)), (*events, *(Event(only(seat), Chose(9, move)) for seat in told)))
