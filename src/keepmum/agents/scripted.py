"""A scripted agent says what it was given to say, one thing an ask: for tests and demonstrations."""

from __future__ import annotations

from collections.abc import Iterable

from keepmum.core import Observation, Reading, Reply, Status
from keepmum.core.parse import read


class ScriptedOver(LookupError):
    """A scripted agent was asked once more than it has lines."""


class Scripted:
    """Plays its lines in order: a text is read as a player's reply, a tuple is an action, a Reply is given as it is."""

    def __init__(self, lines: Iterable[str | tuple[int, ...] | Reply]) -> None:
        self._lines = iter(lines)
        self.observations: list[Observation] = []

    async def act(self, observation: Observation) -> Reply:
        """Say the next line. Raises ScriptedOver when there is none."""
        self.observations.append(observation)
        line = next(self._lines, None)
        if line is None:
            raise ScriptedOver(
                f"player {observation.seat + 1} has no line left for {observation.ask.about!r}; give more"
            )
        if isinstance(line, Reply):
            return line
        if isinstance(line, tuple):
            return Reply(Reading(Status.OK, line))
        return Reply(read(observation.ask, line), text=line)
