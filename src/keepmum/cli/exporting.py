"""`keepmum export`: matches in the form of another program."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from keepmum import registry
from keepmum.cli.reporting import find_record
from keepmum.core.options import OptionError
from keepmum.core.visible import unhidden
from keepmum.play.folder import FolderError, read_manifest, read_run

ALL = "all"


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Write one match, or all of a run, to a file, a folder, or standard output."""
    from keepmum.adapters.formats import FORMATS, format_for

    listed = "; ".join(f"{name}: {each.what}" for name, each in FORMATS.items())
    parser.add_argument("run", type=Path, metavar="RUN", help="the run's folder")
    parser.add_argument("--format", required=True, metavar="NAME", help=listed)
    parser.add_argument("--match", default=None, metavar="NUMBER", help='which match, or "all" (default: the first)')
    parser.add_argument(
        "--out",
        type=Path,
        default=None,
        metavar="PATH",
        help="a file, or a folder of match-NUMBER.json (default: print)",
    )
    given = parser.parse_args(words)
    kind = registry.game(read_manifest(given.run).game)
    write = format_for(given.format, kind).write
    if given.match == ALL:
        _all(given, kind, write)
    else:
        _one(given, kind, write)
    return 0


def _one(given: Any, kind: Any, write: Any) -> None:
    from keepmum.judging.judged import read_bench

    record = find_record(given.run, _number(given.match))
    written = write(record, kind, read_bench(given.run, kind).of(record.match))
    if given.out is None:
        print(_text(written))
        return
    path = given.out / _file(record.match) if given.out.is_dir() else given.out
    _save(path, written)
    print(f"match {record.match} is in {path}", file=sys.stderr)


def _number(text: str | None) -> int | None:
    if text is None or (text.isascii() and text.isdecimal()):
        return None if text is None else int(text)
    raise OptionError(f'--match {text!r}: write a match\'s number, or "{ALL}"')


def _all(given: Any, kind: Any, write: Any) -> None:
    """Every valid match, a file each, or a line each where nothing says where to; void ones are counted aloud."""
    voids: Counter[str] = Counter()
    written = 0
    for match, each in _written(given.run, kind, write, voids):
        written += 1
        if given.out is None:
            print(unhidden(json.dumps(each, ensure_ascii=False)))
        else:
            _save(_folder(given.out) / _file(match), each)
    where = f" in {given.out}" if given.out else ""
    causes = ", ".join(f"{count} {cause.replace('_', ' ')}" for cause, count in voids.most_common())
    left = f"; {voids.total()} void and not written ({causes})" if voids else "; none void"
    print(f"{written} {'match' if written == 1 else 'matches'} written{where}{left}", file=sys.stderr)


def _written(run: Path, kind: Any, write: Any, voids: Counter[str]) -> Iterator[tuple[int, Any]]:
    from keepmum.judging.judged import read_bench

    bench = read_bench(run, kind)
    for record in read_run(run):
        if record.void:
            voids[record.void.cause.value] += 1
        else:
            yield record.match, write(record, kind, bench.of(record.match))


def _folder(path: Path) -> Path:
    if path.exists() and not path.is_dir():
        raise FolderError(f"--out {path} is a file; all matches go into a folder, a file each")
    path.mkdir(parents=True, exist_ok=True)
    return path


def _file(match: int) -> str:
    return f"match-{match}.json"


def _text(written: Any) -> str:
    return unhidden(json.dumps(written, indent=2, ensure_ascii=False))


def _save(path: Path, written: Any) -> None:
    try:
        path.write_text(_text(written) + "\n", encoding="utf-8")
    except OSError as error:
        raise FolderError(f"{path} cannot be written: {error.strerror}") from error
