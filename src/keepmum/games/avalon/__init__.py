"""Avalon: good knows little and must win three quests; evil knows itself, and must not be found out."""

from pathlib import Path

from keepmum.core import Fact, GameKind
from keepmum.games.avalon.bots import BOTS
from keepmum.games.avalon.deals import Options, announced, deal
from keepmum.games.avalon.facts import FACTS, Statement
from keepmum.games.avalon.listening import CODES, hidden
from keepmum.games.avalon.outcomes import MEASURES, outcomes
from keepmum.games.avalon.rules import Avalon
from keepmum.games.avalon.seat_outcomes import SEAT_MEASURES, seat_outcomes
from keepmum.games.avalon.study import STUDY
from keepmum.games.avalon.tables import ROLES, SIDE
from keepmum.games.avalon.telling import tell


def said(fact: Fact) -> tuple[int, str] | None:
    """Statements are what is said in free words."""
    return (fact.seat, fact.text) if isinstance(fact, Statement) else None


KIND = GameKind(
    name="avalon",
    title="Avalon",
    summary="teams are proposed, talked about, voted on and sent on quests, which hidden evil players may make fail",
    rules=Avalon,
    options=Options,
    deal=deal,
    roles=ROLES,
    facts=FACTS,
    measures=MEASURES,
    outcomes=outcomes,
    bots=BOTS,
    prompts=Path(__file__).parent / "prompts",
    tell=tell,
    opponent="bot:bayes",
    seat_measures=SEAT_MEASURES,
    seat_outcomes=seat_outcomes,
    said=said,
    sides=SIDE,
    hidden=hidden,
    codes=CODES,
    study=STUDY,
    announced=announced,
)

__all__ = ["KIND", "Avalon", "Options", "deal"]
