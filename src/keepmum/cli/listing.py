"""`keepmum games`, `agents`, `models` and `cards`: what there is, and getting and checking it."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any, get_origin, get_type_hints

from keepmum import registry
from keepmum.core.options import OptionError

if TYPE_CHECKING:
    from keepmum.games.chameleon.cards import CardReport

NARROWEST = 20

_ENTRY = re.compile(
    r"((?:`\w+`, )*`\w+`): (.*?)(?=[.;,]?\s+(?:`\w+`, )*`\w+`: |\n\s*\n|\Z)",
    re.DOTALL,
)
"""One entry of a docstring that tells of fields: `name`: what it is."""


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """List what a command is about, or do what its second word says."""
    return {"games": _games, "agents": _agents, "models": _models, "cards": _cards}[command](parser, words)


def _games(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    parser.add_argument("game", nargs="?", help="list this game's options, roles, bots and measures")
    parser.add_argument("--json", action="store_true", help="print it for programs")
    given = parser.parse_args(words)
    names = [given.game] if given.game else registry.names(registry.GAMES)
    listed = [_game(name) for name in names]
    if given.json:
        print(json.dumps(listed, indent=2))
        return 0
    for game in listed:
        _print_wrapped(f"{game['name']:<12}", game["summary"])
        if given.game:
            _print_game(game)
    return 0


def _game(name: str) -> dict[str, Any]:
    kind = registry.game(name)
    hints, told = get_type_hints(kind.options), _told(kind.options, *kind.rules.__mro__)
    return {
        "name": kind.name,
        "title": kind.title,
        "summary": kind.summary,
        "roles": list(kind.roles),
        "bots": sorted(kind.bots),
        "measures": [measure.name for measure in kind.measures],
        "scripts": sorted(each.name for each in kind.prompts.iterdir() if each.is_dir()) if kind.prompts else [],
        "options": [
            {
                "name": field.name,
                "type": _type(hints[field.name]),
                "default": field.default,
                "help": told.get(field.name, ""),
            }
            for field in fields(kind.options)
        ],
    }


def _told(*kinds: type[Any]) -> dict[str, str]:
    """What docstrings say of each field they name (`name`: what it is), those of the first class first."""
    found: dict[str, str] = {}
    for kind in kinds:
        for names, what in _ENTRY.findall(kind.__doc__ or ""):
            for name in re.findall(r"\w+", names):
                found.setdefault(name, " ".join(what.split()).rstrip(".;,"))
    return found


def _type(hint: Any) -> str:
    if get_origin(hint) is tuple:
        return "A,B,…"
    name = getattr(hint, "__name__", None) if isinstance(hint, type) else None
    return name or str(hint).replace("typing.", "").replace("Literal", "one of ")


def _print_game(game: dict[str, Any]) -> None:
    for title in ("roles", "bots", "scripts", "measures"):
        _print_wrapped(f"  {title + ':':<10}", ", ".join(game[title]))
    print("  options:" if game["options"] else "  options:  none")
    for option in game["options"]:
        print(f"    --{option['name'].replace('_', '-'):<14}{option['type']}, default {_default(option['default'])}")
        _print_wrapped(" " * 20, option["help"])


def _print_wrapped(before: str, text: str) -> None:
    """A text beside what is before it, no wider than the terminal, or than 80 columns where there is none."""
    width = max(get_terminal_size().columns, len(before) + NARROWEST)
    for line in wrap(text, width, initial_indent=before, subsequent_indent=" " * len(before)):
        print(line)


def _default(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) or "none" if isinstance(value, tuple) else str(value)


def _agents(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    parser.add_argument("--json", action="store_true", help="print it for programs")
    given = parser.parse_args(words)
    kinds = {name: _first_line(registry.agent(name)) for name in registry.names("keepmum.agents")}
    bots = {name: sorted(registry.game(name).bots) for name in registry.names(registry.GAMES)}
    if given.json:
        print(json.dumps({"agents": kinds, "bots": bots}, indent=2))
        return 0
    for name, what in kinds.items():
        _print_wrapped(f"{name:<12}", what)
    for game, names in bots.items():
        _print_wrapped(f"bots at {game}: ", ", ".join(f"bot:{name}" for name in names))
    return 0


def _first_line(factory: Any) -> str:
    """What a factory says of itself; nothing where it has no docstring."""
    return next(iter((factory.__doc__ or "").strip().splitlines()), "").removesuffix(" Raises OptionError.")


def _models(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    parser.add_argument("action", nargs="?", choices=["get"], help="get: fetch a local model's weights")
    parser.add_argument("name", nargs="?", help="which one")
    parser.add_argument("--json", action="store_true", help="print it for programs")
    given = parser.parse_args(words)
    if given.action == "get":
        return _get(given.name)
    from keepmum.models.open import known_models

    listed = known_models()
    if given.json:
        import msgspec

        print(json.dumps(msgspec.to_builtins(listed), indent=2))
        return 0
    for model in listed:
        print(model)
    return 0


def _get(name: str | None) -> int:
    from keepmum.models.weights import get, names

    if not name:
        raise OptionError(f"say which: keepmum models get NAME, with NAME one of {', '.join(names())}")
    print(get(name, progress=_percent if sys.stderr.isatty() else None))
    return 0


def _percent(done: int, total: int) -> None:
    print(
        f"\r{done / total:6.1%} of {total / 1e6:.0f} MB", end="" if done < total else "\n", file=sys.stderr, flush=True
    )


def _cards(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    parser.add_argument("action", choices=["check", "list"], help="check a file, or list its categories")
    parser.add_argument("file", nargs="?", type=Path, help="a TOML file of cards (default: the project's own)")
    parser.add_argument("--json", action="store_true", help="print it for programs")
    given = parser.parse_args(words)
    from keepmum.games.chameleon.cards import card_report, load_cards

    if given.action == "check":
        report = card_report(given.file)
        print(json.dumps(_report_json(report), indent=2) if given.json else report)
        return 0 if report.ok else 1
    cards = load_cards(given.file)
    if given.json:
        print(json.dumps([{"category": card.category, "words": card.words} for card in cards], indent=2))
        return 0
    for card in cards:
        print(f"{card.category}: {', '.join(card.words)}")
    return 0


def _report_json(report: CardReport) -> dict[str, Any]:
    findings = [{**asdict(finding), "warning": finding.warning} for finding in report.findings]
    return {"file": report.file, "ok": report.ok, "cards": len(report.cards), "findings": findings}
