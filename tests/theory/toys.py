"""Two games small enough to solve by head: matching pennies, and a guess after a coin that may be slow to fall."""

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
