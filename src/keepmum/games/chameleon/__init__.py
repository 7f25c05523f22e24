"""The Chameleon: find the one who does not know the word, without giving the word away."""

from pathlib import Path

from keepmum.core import GameKind
from keepmum.games.chameleon.bots import BOTS
from keepmum.games.chameleon.deals import Options, deal
from keepmum.games.chameleon.facts import FACTS
from keepmum.games.chameleon.listening import CODES, hidden
from keepmum.games.chameleon.outcomes import MEASURES, outcomes
from keepmum.games.chameleon.rules import Chameleon
from keepmum.games.chameleon.saying import said
from keepmum.games.chameleon.seat_outcomes import SEAT_MEASURES, seat_outcomes
from keepmum.games.chameleon.telling import tell
from keepmum.games.chameleon.viewing import VIEWING

KIND = GameKind(
    name="chameleon",
    title="The Chameleon",
    summary="one clue each, one vote: find the player who does not know the word, without giving the word away",
    rules=Chameleon,
    options=Options,
    deal=deal,
    roles=("chameleon", "others"),
    facts=FACTS,
    measures=MEASURES,
    outcomes=outcomes,
    seat_measures=SEAT_MEASURES,
    seat_outcomes=seat_outcomes,
    bots=BOTS,
    prompts=Path(__file__).parent / "prompts",
    tell=tell,
    opponent="bot:words",
    said=said,
    hidden=hidden,
    codes=CODES,
    viewing=VIEWING,
)
