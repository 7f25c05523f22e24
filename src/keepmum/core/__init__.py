"""The core: what a game is, what happens in it, and who may know. Standard library only."""

from keepmum.core.agent import Agent, Call, Observation, Reading, Reply, Status
from keepmum.core.ask import Action, Ask, Choice, IllegalAction, Seats, Speech, Word
from keepmum.core.event import EVERYONE, REFEREE, Audience, Event, Fact, only
from keepmum.core.game import Asks, Chance, Game, Over, Step, Turn
from keepmum.core.kind import Deal, GameKind
from keepmum.core.transcript import Move, Replayed, Transcript, replay

__all__ = [
    "EVERYONE",
    "REFEREE",
    "Action",
    "Agent",
    "Ask",
    "Asks",
    "Audience",
    "Call",
    "Chance",
    "Choice",
    "Deal",
    "Event",
    "Fact",
    "Game",
    "GameKind",
    "IllegalAction",
    "Move",
    "Observation",
    "Over",
    "Reading",
    "Replayed",
    "Reply",
    "Seats",
    "Speech",
    "Status",
    "Step",
    "Transcript",
    "Turn",
    "Word",
    "only",
    "replay",
]
