"""A bot is found by its name in its game, and plays by its seat's random numbers alone."""

from __future__ import annotations

from random import Random

import pytest
from puppet import Puppet, act, setting

from keepmum.agents.bots import bot
from keepmum.agents.seam import Seating, described
from keepmum.agents.spec import parse_spec
from keepmum.core import Choice, Observation
from keepmum.core.options import OptionError
from keepmum.games import kuhn

AT = setting(kuhn.KIND, Puppet([]))
MANY = Observation(0, 2, (), Choice("move", tuple(map(str, range(1000)))))


def test_a_bot_plays_by_its_own_random_numbers() -> None:
    sit = bot(parse_spec("bot:random"), AT)
    one, same, other = (act(sit(Seating("run", 0, 0, Random(seed))), MANY).reading.action for seed in (1, 1, 2))
    assert one == same != other
    assert described(sit) == {}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("bot:randon", "Kuhn poker has no bot 'randon' .*did you mean 'random'.*known: random"),
        ("bot", "has no bot ''; known: random"),
        ("bot:random?level=3", "bot:random has no option 'level'"),
    ],
)
def test_an_unknown_bot_or_option_is_named(text: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        bot(parse_spec(text), AT)
