"""Every game's run goes on by the same command, whatever its options, and what differs is said in a user's words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from keepmum import registry
from keepmum.cli.main import main
from keepmum.core.options import OptionError, read_options
from keepmum.play.folder import Manifest, differences, read_manifest

GAMES = registry.names(registry.GAMES)
OTHER_TUPLES = {"names": "Ann,Bob,Cyd", "roles": "merlin,assassin"}
COMPANIONS = {"names": {"players": "3"}}
BOTS = ("--seat", "all=bot:random")


def others(field: Any, hint: Any) -> Iterator[str]:
    """Values of an option that are not its default."""
    if get_origin(hint) is Literal:
        yield from (str(value) for value in get_args(hint) if value != field.default)
    elif get_origin(hint) is tuple:
        yield OTHER_TUPLES[field.name]
    elif hint is bool:
        yield "no" if field.default else "yes"
    elif hint is int:
        yield str(field.default + 1)


def variants() -> Iterator[tuple[str, dict[str, str]]]:
    """Every game as it is by default, and with each of its options set otherwise."""
    for game in GAMES:
        kind = registry.game(game)
        hints = get_type_hints(kind.options)
        yield game, {}
        for field in fields(kind.options):
            for value in others(field, hints[field.name]):
                given = {field.name: value, **COMPANIONS.get(field.name, {})}
                try:
                    read_options(kind.options, given, game)
                except OptionError:
                    continue
                yield game, given


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def flags(given: dict[str, str]) -> list[str]:
    return [f"--{name.replace('_', '-')}={value}" for name, value in given.items()]


def test_tuples_and_choices_are_among_what_is_tried() -> None:
    tried = {(game, name) for game, given in variants() for name in given}
    assert {("secrets", "names"), ("secrets", "scores"), ("avalon", "roles"), ("chameleon", "hearing")} <= tried


@pytest.mark.parametrize(("game", "given"), variants(), ids=lambda each: str(each))
def test_the_same_command_goes_on(game: str, given: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    command = ["run", game, *BOTS, "--out", "x", *flags(given), "--matches"]
    assert main([*command, "1"]) == 0
    assert main([*command, "2"]) == 0, capsys.readouterr().err
    assert "1 played now" in capsys.readouterr().out


def test_names_given_by_seats_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["run", "secrets", "--seat", "Ann=bot:silent", "--seat", "Bob=bot:silent", "--out", "x", "--matches"]
    assert main([*command, "1"]) == 0
    assert main([*command, "2"]) == 0, capsys.readouterr().err


def test_what_differs_is_said_in_a_user_s_words_and_nothing_else_is(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["run", "secrets", "--seat", "Ann=bot:silent", "--out", "x", "--matches", "1", "--seat"]
    assert main([*command, "Bob=bot:silent"]) == 0
    assert main([*command, "Bob=bot:silent", "--rounds", "3", "--listed"]) == 2
    assert said(capsys) == ["options.listed: no there, yes now", "options.rounds: 5 there, 3 now"]
    assert main([*command, "Eve=bot:silent"]) == 2
    assert "options.names: Ann,Bob there, Ann,Eve now" in said(capsys)


def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [line.strip() for line in capsys.readouterr().err.splitlines()[1:]]


def test_other_content_under_the_same_name_is_told_from_another_name() -> None:
    """A digest speaks only where nothing else does."""
    Path("run.json").write_text(
        '{"format":1,"game":"g","options":{"cards":"a","cards_sha256":"00","deals_sha256":"01"},'
        '"seats":{},"seed":1,"attempts":3,"agents":{}}'
    )
    old = read_manifest(Path())
    digests = {"cards": "a", "cards_sha256": "ff", "deals_sha256": "fe"}
    told = differences(old, Manifest(1, "g", digests, {}, 1, 3, {}))
    assert told == [f"options.{name}: the content is not what it was there" for name in ("cards", "deals")]
    assert differences(old, Manifest(1, "g", {**digests, "cards": "b"}, {}, 1, 3, {})) == [
        "options.cards: a there, b now"
    ]
