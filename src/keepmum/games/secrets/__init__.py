"""Secret words: keep your own, be the first to guess another's, in one conversation that all can hear."""

from pathlib import Path

from keepmum.core import GameKind
from keepmum.games.secrets.bots import BOTS
from keepmum.games.secrets.deals import Options, deal
from keepmum.games.secrets.facts import FACTS
from keepmum.games.secrets.listening import hidden
from keepmum.games.secrets.outcomes import MEASURES, outcomes
from keepmum.games.secrets.rules import Secrets
from keepmum.games.secrets.saying import claims, said
from keepmum.games.secrets.seat_outcomes import SEAT_MEASURES, seat_outcomes
from keepmum.games.secrets.telling import tell, teller
from keepmum.games.secrets.viewing import VIEWING

KIND = GameKind(
    name="secrets",
    title="Secret Words",
    summary="everybody guards a secret word in one conversation and tries to be the first to guess another's",
    rules=Secrets,
    options=Options,
    deal=deal,
    roles=("player",),
    facts=FACTS,
    measures=MEASURES,
    outcomes=outcomes,
    seat_measures=SEAT_MEASURES,
    seat_outcomes=seat_outcomes,
    bots=BOTS,
    prompts=Path(__file__).parent / "prompts",
    tell=tell,
    teller=teller,
    opponent="bot:ask",
    said=said,
    claims=claims,
    hidden=hidden,
    viewing=VIEWING,
)
