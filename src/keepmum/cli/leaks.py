"""`keepmum leaks`: how many bits each utterance gave away, to a listener of your choice."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from keepmum import registry
from keepmum.core.options import OptionError
from keepmum.play.folder import read_manifest

if TYPE_CHECKING:
    from keepmum.core.kind import GameKind
    from keepmum.measure.leaks.listener import Listener
    from keepmum.report.leaks import RunLeaks, Setting

FORMATS = (".svg", ".png", ".pdf")


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Print what some runs leaked, or one match of a run, and draw it."""
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="runs' folders, all of one game")
    parser.add_argument("--match", type=int, metavar="N", help="this match of the run, utterance by utterance")
    parser.add_argument(
        "--listener", metavar="SPEC", help="words, counts, counts:FILE, counts:search, a game's own code, or a mixture"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--temperature", type=_temperature, metavar="T", help="the listener's temperature, not fitted")
    how.add_argument("--fit", type=Path, metavar="RUN", help="fit the temperature on this run instead of on each one")
    parser.add_argument("--json", action="store_true", help="print it for programs")
    parser.add_argument("--figure", type=Path, metavar="FILE", help="draw the runs to an .svg, .png or .pdf")
    given = parser.parse_args(words)
    _check(given)
    kind = registry.game(read_manifest(given.runs[0]).game)
    from keepmum.measure.leaks.spec import default, listener

    spec = given.listener or default(kind)
    heard = listener(spec, kind.codes)
    from keepmum.report.leaks import Setting, fitted_on, listen, read_cases

    setting = Setting(given.temperature, fitted_on(read_cases(given.fit, kind), heard) if given.fit else {})
    if given.match is not None:
        return _match(given, kind, (spec, heard), setting)
    runs = [each for run in given.runs for each in listen(read_cases(run, kind), heard, setting)]
    _figure(given.figure, kind, runs)
    return _print(runs, kind, spec, given.json)


def _temperature(text: str) -> float:
    value = float(text)
    if not value > 0:
        raise argparse.ArgumentTypeError(f"{text} is no temperature, which is above 0 (inf: hears nothing)")
    return value


def _check(given: argparse.Namespace) -> None:
    figure = given.figure
    if given.match is not None and (len(given.runs) > 1 or figure):
        raise OptionError("--match tells one match of one run; name one RUN, and draw --figure without --match")
    if figure and figure.suffix.lower() not in FORMATS:
        raise OptionError(f"--figure {figure}: the name ends in one of {', '.join(FORMATS)}")
    if figure and not figure.parent.is_dir():
        raise OptionError(f"--figure {figure} cannot be written: there is no folder {figure.parent}")


def _match(given: argparse.Namespace, kind: GameKind, by: tuple[str, Listener], setting: Setting) -> int:
    """The match is measured with what fits the run's other matches, unless a temperature is given."""
    from keepmum.report.leaks import heard_of, read_cases
    from keepmum.report.leaks_json import match_json
    from keepmum.report.leaks_text import match_lines

    spec, listener = by
    run = read_cases(given.runs[0], kind, given.match)
    alone = listener.exact or given.temperature is not None or setting.fits
    whole = run if alone else read_cases(given.runs[0], kind)
    heard = heard_of(whole, listener, setting).values()
    traces = [trace for each in heard for trace in each.traces if trace.case.match == given.match]
    if given.json:
        print(json.dumps(match_json(traces, spec), indent=2))
    else:
        print("\n".join(match_lines(kind, run, traces, spec)))
    return 0


def _print(runs: Sequence[RunLeaks], kind: GameKind, spec: str, as_program: bool) -> int:
    from keepmum.report.leaks_json import runs_json
    from keepmum.report.leaks_text import summary_lines

    if as_program:
        print(json.dumps(runs_json(runs, spec), indent=2))
    else:
        print("\n".join(summary_lines(kind, runs, spec)))
    return 0


def _figure(path: Path | None, kind: GameKind, runs: Sequence[RunLeaks]) -> None:
    if path is None:
        return
    try:
        from keepmum.report.leaks_figure import draw

        draw(kind, runs, path)
    except ImportError as error:
        raise OptionError(f"--figure needs matplotlib: pip install 'keepmum[figures]' ({error})") from error
    except OSError as error:
        raise OptionError(f"--figure {path} cannot be written: {error.strerror}") from error
