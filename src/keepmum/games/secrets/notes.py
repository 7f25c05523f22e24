"""Notes are what a bot remembers of a match: exactly what its seat has heard, put in order."""

from __future__ import annotations

from collections import Counter

from keepmum.core import Fact, Observation
from keepmum.games.secrets.dialogue import PASS, Answer, heard
from keepmum.games.secrets.facts import Announced, Message, Passed, Round, Seated, Secret, Table
from keepmum.games.secrets.names import Roster
from keepmum.games.secrets.questions import Question


class Notes:
    """The notes of one seat in one match. `due` are the questions that nobody has answered yet."""

    def __init__(self, seat: int, players: int) -> None:
        self.seat = seat
        self.players = players
        self.roster = Roster(players)
        self.secret = ""
        self.listed: tuple[str, ...] = ()
        self.last_round = False
        self.due: tuple[Question, ...] = ()
        self.cracked: dict[int, str] = {}
        self.evaded: Counter[int] = Counter()
        self._heard = 0

    def hear(self, observation: Observation) -> list[Answer]:
        """Take in what is new, and give the answers that were heard in it, whoever had asked."""
        answers: list[Answer] = []
        for place in range(self._heard, len(observation.heard)):
            answers += self._take(observation.heard[place])
        self._heard = len(observation.heard)
        return answers

    def asked_me(self) -> dict[int, list[Question]]:
        """The questions that wait for this seat's answer, by who asked."""
        mine: dict[int, list[Question]] = {}
        for question in self.due:
            if question.asked == self.seat:
                mine.setdefault(question.asker, []).append(question)
        return mine

    def _take(self, fact: Fact) -> tuple[Answer, ...]:
        match fact:
            case Table(words=words):
                self.listed = words
            case Seated(names=names):
                self.roster = Roster(self.players, names)
            case Secret(word=word):
                self.secret = word
            case Round(number=number, rounds=rounds):
                self.last_round = number == rounds
            case Announced(victim=victim, word=word):
                self.cracked[victim] = word
            case Message(seat=seat, text=text):
                return self._said(seat, text)
            case Passed(seat=seat):
                return self._said(seat, PASS)
            case _:
                pass
        return ()

    def _said(self, seat: int, text: str) -> tuple[Answer, ...]:
        turn = heard(self.due, seat, text, self.roster)
        self.due = turn.due
        self.evaded[seat] += any(answer.polarity == "none" for answer in turn.answers)
        return turn.answers
