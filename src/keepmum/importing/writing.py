"""An import as a whole: every game of a path, replayed and written to a run's folder, and what is to be told of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from keepmum.importing.beside import BELIEFS, LABELS, SOURCES, Belief, Label, Source, write_lines
from keepmum.importing.plain import Read, Refused, Remark
from keepmum.importing.replaying import Imported, imported
from keepmum.importing.seam import Importer, ImportRefused, content
from keepmum.play.folder import Manifest, RunFolder
from keepmum.play.records import FORMAT

GAME = "avalon"
FOR_ALL = ("after the end", "ending")
"""What makes a game of no use, even as a part: it contradicts its own end."""


@dataclass(slots=True)
class Summary:
    """What came of an import."""

    games: int = 0
    whole: int = 0
    partly: int = 0
    events: int = 0
    labels: list[Label] = field(default_factory=list[Label])
    beliefs: list[Belief] = field(default_factory=list[Belief])
    sources: list[Source] = field(default_factory=list[Source])
    refused: list[Refused] = field(default_factory=list[Refused])
    contradictions: list[Remark] = field(default_factory=list[Remark])
    unknown: list[Remark] = field(default_factory=list[Remark])

    def take(self, each: Imported, source: str, digest: str) -> None:
        """Count a game that is on record."""
        if each.record.void:
            self.partly += 1
        else:
            self.whole += 1
        self.events += len(each.record.events)
        self.labels += each.labels
        self.beliefs += each.beliefs
        self.contradictions += each.contradictions
        self.unknown += each.unknown
        told = [tuple((one.kind, one.where, one.text) for one in some) for some in (each.contradictions, each.unknown)]
        self.sources.append(Source(each.record.match, source, digest, told[0], told[1]))


def import_games(name: str, importer: Importer, path: Path, out: Path) -> Summary:
    """Read, replay and write. Raises ImportRefused where there is nothing to read, FolderError for the run."""
    files = importer.files(path)
    digests = {file.name: hashlib.sha256(content(file)).hexdigest() for file in files}
    summary = Summary()
    with RunFolder(out, _manifest(name, importer, digests)) as folder:
        have = {record.match for record in folder.finished()}
        for file in files:
            for each, source in _games(importer, file, summary):
                summary.take(each, source, digests[file.name])
                if each.record.match not in have:
                    folder.add(each.record)
        for side, items in ((LABELS, summary.labels), (BELIEFS, summary.beliefs), (SOURCES, summary.sources)):
            _beside(out / side, items)
    return summary


def _games(importer: Importer, file: Path, summary: Summary) -> Iterator[tuple[Imported, str]]:
    for read in importer.read(file):
        match = summary.games
        summary.games += 1
        each = replayed_game(importer, read, match)
        if isinstance(each, Refused):
            summary.refused.append(each)
        else:
            yield each, read.source


def replayed_game(importer: Importer, read: Read, match: int) -> Imported | Refused:
    """The game as a record, or why there is none."""
    if isinstance(read, Refused):
        return read
    try:
        each = imported(read, match)
    except ValueError as error:
        return Refused(read.source, str(error))
    if each.stop and (not importer.partly or each.stop.kind in FOR_ALL):
        return Refused(read.source, f"{read.word} {each.stop.entry}: {each.stop.text}")
    return each


def _beside(path: Path, items: Iterable[Any]) -> None:
    listed = list(items)
    if listed:
        write_lines(path, listed)


def _manifest(name: str, importer: Importer, digests: dict[str, str]) -> Manifest:
    options: dict[str, Any] = {"importer": name, "files": digests}
    if importer.licence:
        options["licence"] = importer.licence
    return Manifest(FORMAT, GAME, options, {"all": f"import:{name}"}, 0, 1, {})


__all__ = ["ImportRefused", "Summary", "import_games", "replayed_game"]
