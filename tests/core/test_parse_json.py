"""JSON answers only under the keys of the ask, and only when they all say the same."""

import pytest

from keepmum.core.agent import Status
from keepmum.core.ask import Choice
from keepmum.core.parse import read

VOTE = Choice("vote", ("1", "2", "3", "4"))
NAMED = Choice("who is it", ("red", "blue"))


@pytest.mark.parametrize(
    "text",
    [
        '{"vote": 2}',
        '{"vote": "2"}',
        '{"vote": "Player 2"}',
        '{"Vote": 2}',
        '{"answer": 2}',
        '{"final answer": 2}',
        '{"vote": 2, "answer": 2}',
        '{"vote": 2, "reason": "3 is fine"}',
        '{"reasoning": "1 or 3 or 4", "vote": 2}',
        '{"vote": 2, "confidence": 3}',
        '{"vote": 2, "name": "Bob"}',
        '{"vote": [2]}',
        '{"answer": {"vote": 2}}',
        '[{"vote": 2}]',
        "[2]",
        '["2"]',
        '"2"',
        ' \n{"vote":2}\n',
        '```json\n{"vote": 2}\n```',
        '```\n{"vote": 2}\n```',
        '```json {"vote": 2}```',
        '{"vote": "\\u0032"}',
        'Sure! Here is my vote:\n```json\n{"vote": 2}\n```',
        'My answer: {"vote": 2}',
        "{vote: 2}",
        '<think>{"vote": 3}</think>{"vote": 2}',
    ],
)
def test_an_answer_under_its_key_counts(text: str) -> None:
    assert read(VOTE, text).action == "2"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ('{"player": 2}', Status.UNPARSABLE),
        ('{"foo": 2}', Status.UNPARSABLE),
        ('{"not": 2}', Status.UNPARSABLE),
        ('{"reason": "2"}', Status.UNPARSABLE),
        ('{"a": {"vote": 2}}', Status.UNPARSABLE),
        ('{"vote": {"player": 2}}', Status.UNPARSABLE),
        ('{"vote": null}', Status.UNPARSABLE),
        ('{"vote": true}', Status.UNPARSABLE),
        ('{"vote": ""}', Status.UNPARSABLE),
        ('{"vote": []}', Status.UNPARSABLE),
        ('{"vote": 2', Status.UNPARSABLE),
        ('{"vote": 2,}', Status.UNPARSABLE),
        ('{"vote": "2', Status.UNPARSABLE),
        ('{"vote": 2} {"vote": 2}', Status.UNPARSABLE),
        ('{"vote": 2, "answer": 3}', Status.AMBIGUOUS),
        ('{"vote": 2, "vote": 3}', Status.AMBIGUOUS),
        ('{"vote": 2, "player": 3}', Status.AMBIGUOUS),
        ('{"vote": 2, "second": "Player 3"}', Status.AMBIGUOUS),
        ('{"vote": [2, 3]}', Status.AMBIGUOUS),
        ('{"vote": "2 or 3"}', Status.AMBIGUOUS),
        ('{"vote": "not 2"}', Status.AMBIGUOUS),
        ('[{"vote": 2}, {"vote": 3}]', Status.AMBIGUOUS),
        ('{"vote": 5}', Status.ILLEGAL),
        ('{"vote": 0}', Status.ILLEGAL),
        ('{"vote": "nobody"}', Status.ILLEGAL),
        ("{}", Status.UNPARSABLE),
        ("[]", Status.UNPARSABLE),
        ('{"vote": ' * 3000, Status.TOO_LONG),
        ("[" * 9000, Status.UNPARSABLE),
        ('{"vote": ' * 900 + "2" + "}" * 900, Status.UNPARSABLE),
        ("[" + "2," * 40 + "2]", Status.UNPARSABLE),
        ("{" + ",".join(f'"k{i}": 2' for i in range(40)) + "}", Status.UNPARSABLE),
        ('{"vote": 1' + "0" * 5000 + "}", Status.ILLEGAL),
    ],
)
def test_any_other_json_does_not(text: str, status: Status) -> None:
    assert (read(VOTE, text).status, read(VOTE, text).action) == (status, None)


@pytest.mark.parametrize(
    "text",
    [
        '{"vote": -2}',
        '{"vote": 2.0}',
        '{"vote": 2e0}',
        '{"vote": NaN}',
        "{'vote': 2}",
        'For example: {"vote": 2}',
        'I will not answer {"vote": 2}',
        'I vote {"vote": 2} or {"vote": 3}',
        '{"vote": 2} but maybe 3',
        '```json\n{"vote": 2}',
        '```json\n{"vote": 2}\n```\n```json\n{"vote": 3}\n```',
        'Here is my vote: {"vote": 2} {"vote": 3}',
        'Here is not my vote: {"vote": 2}',
    ],
)
def test_nor_does_text_around_it(text: str) -> None:
    assert not read(VOTE, text).ok


def test_the_asks_own_name_is_a_key() -> None:
    assert read(NAMED, '{"Who is it": "Red"}').action == "red"
    assert read(NAMED, '{"who-is-it": "blue"}').action == "blue"


def test_the_reason_names_the_key() -> None:
    assert '"vote"' in read(VOTE, '{"foo": 2}').reason
