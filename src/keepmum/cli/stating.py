"""`keepmum stated`: human games read with the exact posterior, and what their players said they believed."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from keepmum import registry
from keepmum.core.options import OptionError
from keepmum.core.visible import visible
from keepmum.play.folder import read_manifest

if TYPE_CHECKING:
    from keepmum.measure.beliefs import Claims, Gain
    from keepmum.measure.stats import Estimate
    from keepmum.report.stated import Stated

MODELS = ("people", "bots")
LEGEND = """log2 P(just these are evil); chance is what the seat could say at the outset; 95 % intervals by matches
the model of acts "people" was chosen on the 20 games of avalon-nlu, and is a little too good there; "bots" was not
a stated belief counts as certain, its log score as log2 .01 at least; void matches count up to where they ended"""


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Print what the posterior makes of a run of Avalon, and how good stated beliefs are."""
    parser.add_argument("run", type=Path, metavar="RUN", help="the run's folder, such as keepmum import makes")
    parser.add_argument("--acts", choices=MODELS, default="people", help="how players are taken to act")
    parser.add_argument("--json", action="store_true", help="print it for programs")
    given = parser.parse_args(words)
    game = read_manifest(given.run).game
    if game != "avalon":
        raise OptionError(f"{given.run} is a run of {game}; stated reads runs of avalon")
    from keepmum.report.stated import stated

    found = stated(given.run, registry.game(game), given.acts)
    if given.json:
        print(json.dumps(asdict(found), indent=2))
        return 0
    for line in _lines(found):
        print(visible(line))
    return 0


def _lines(found: Stated) -> Iterator[str]:
    for who, gains in found.gains.items():
        yield f"the evil players, by {who}'s posterior at the end of each quest"
        yield from (_gain(each) for each in gains)
    for claims in found.claims:
        yield from _claimed(claims)
    if found.left:
        left = ", ".join(f"{many} {why}" for why, many in found.left.items())
        yield f"left out: {left}"
    for slip in found.slips:
        yield f"ruled out by what the player itself had seen: {slip.quote}"
    yield from LEGEND.split("\n")


def _gain(gain: Gain) -> str:
    when = "all quests" if gain.time is None else f"quest {gain.time}"
    return f"  {when:<10}  {_told(gain.log)}  chance {gain.chance:.2f}  gain {_told(gain.gain)} bits  n={gain.many}"


def _claimed(claims: Claims) -> Iterator[str]:
    yield f"stated beliefs of {claims.who}: {claims.many}, {claims.slips} of them ruled out"
    expected, before = _told(claims.exact), _told(claims.outset)
    yield f"  true {_told(claims.true)}; expected by the posterior {expected}, at the outset {before}"
    for name, scores in (("log", claims.logs), ("brier", claims.briers)):
        stated, exact, outset = map(_told, scores)
        yield f"  {name:<5} stated {stated}  posterior {exact}  outset {outset}"


def _told(estimate: Estimate) -> str:
    low, high = estimate.low, estimate.high
    between = "[–]" if low is None or high is None else f"[{low:.2f} {high:.2f}]"
    return "absent" if estimate.value is None else f"{estimate.value:.2f} {between}"
