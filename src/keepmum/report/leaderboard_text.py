"""The leaderboard in words: blocks of columns as wide as the screen, then the correlations, then what it all is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap

from keepmum.core.visible import visible
from keepmum.measure.correlation import Correlation
from keepmum.measure.stats import Estimate
from keepmum.report.leaderboard import JUDGE, SCORE, Entry, Leaderboard
from keepmum.report.ranking import Ranking
from keepmum.report.table import short

NAME = 24  # columns of an agent's name, which goes on in the next line
GAP = "  "
NOTHING = "absent"
NO_INTERVAL = "[–]"
Cell = list[str]


def leaderboard_lines(board: Leaderboard, width: int) -> Iterator[str]:
    """The leaderboard, line by line, none longer than `width` where that is wide enough for one column."""
    counted = f"{_many(len(board.entries), board.by, 's')} · {_many(board.valid, 'match', 'es')}"
    yield from wrap(f"{board.kind.title} · {counted}", width)
    if board.entries:
        for block in _blocks(_columns(board), width):
            yield ""
            yield from block
    for block in filter(None, (list(_talk_lines(board)), list(_legend(board)))):
        yield ""
        for line in block:
            yield from wrap(line, width, subsequent_indent="  ") if len(line) > width else [line]


def _many(count: int, what: str, more: str) -> str:
    return f"{count} {what}{'' if count == 1 else more}"


def _columns(board: Leaderboard) -> list[tuple[str, list[Cell]]]:
    """Every column: its heading, and a cell for each entry, of a value's line and an interval's."""
    entries = board.entries
    columns = [
        ("matches", [[str(entry.matches), _seats(entry)] for entry in entries]),
        ("rating", [_rating(entry) for entry in entries]),
    ]
    if any(not entry.judge.absent for entry in entries):
        columns.append(("judge", [_cell(entry.judge, "judge", entry.matches) for entry in entries]))
    if any(not entry.lies.absent for entry in entries):
        columns.append(("judged lies", [_cell(entry.lies, "share", entry.matches) for entry in entries]))
    for measure in board.kind.seat_measures:
        cells = [_cell(entry.measures[measure.name], measure.scale, entry.matches) for entry in entries]
        columns.append((measure.label, cells))
    return [(board.by, [_name(entry.who) for entry in entries]), *columns]


def _name(who: str) -> Cell:
    text = visible(who)
    return [text[at : at + NAME] for at in range(0, len(text), NAME)]


def _seats(entry: Entry) -> str:
    return f"{entry.seats} seats" if entry.seats != entry.matches else ""


def _rating(entry: Entry) -> Cell:
    if entry.rating is None or entry.rating.points.value is None:
        return [NOTHING]
    points = entry.rating.points
    if entry.rating.held:
        return [f"{points.value:+.0f} held"]
    bounds = NO_INTERVAL if points.low is None or points.high is None else f"[{_far(points.low)} {_far(points.high)}]"
    return [f"{points.value:+.0f}", bounds]


def _far(points: float) -> str:
    return f"{points:+.0f}".replace("inf", "∞")


def _cell(estimate: Estimate, scale: str, matches: int) -> Cell:
    """The value, its interval, and n where that is not all matches."""
    if estimate.value is None:
        return [NOTHING]
    value = _number(estimate.value, scale)
    n = [f"n={estimate.n}"] if estimate.n != matches else []
    if estimate.low is None or estimate.high is None:
        return [value, NO_INTERVAL, *n]
    return [value, f"[{_number(estimate.low, scale)} {_number(estimate.high, scale)}]", *n]


def _number(value: float, scale: str) -> str:
    return f"{value:.1f}" if scale == "judge" else short(value)


def _blocks(columns: list[tuple[str, list[Cell]]], width: int) -> Iterator[list[str]]:
    """The columns side by side, as many as fit, each block with the first column."""
    first, *rest = columns
    while rest:
        block = [first]
        while rest and (len(block) == 1 or sum(map(_wide, [*block, rest[0]])) + len(GAP) * len(block) <= width):
            block.append(rest.pop(0))
        yield list(_grid(block))


def _wide(column: tuple[str, list[Cell]]) -> int:
    heading, cells = column
    return max(len(heading), *(len(line) for cell in cells for line in cell))


def _grid(block: list[tuple[str, list[Cell]]]) -> Iterator[str]:
    widths = [_wide(column) for column in block]
    yield _row([heading for heading, _ in block], widths)
    for cells in zip(*(cells for _, cells in block), strict=True):
        for line in range(max(map(len, cells))):
            texts = [cell[line] if line < len(cell) else "" for cell in cells]
            if any(texts):
                yield _row(texts, widths)


def _row(texts: Sequence[str], widths: Sequence[int]) -> str:
    return GAP.join(text.ljust(width) for text, width in zip(texts, widths, strict=True)).rstrip()


def _talk_lines(board: Leaderboard) -> Iterator[str]:
    """The article's headline, measured."""
    for against, name in ((SCORE, "the score"), (JUDGE, "the judge's score")):
        if against not in board.talk:
            continue
        found = board.talk[against]
        if found.matches == 0:
            why = "no verdicts on record" if against == JUDGE else "nobody said a word"
            yield f"talk share against {name}: absent, {why}"
            continue
        yield f"talk share against {name}: {found.seats} seats in {found.matches} matches"
        yield from _correlation_lines(found, board.by)


def _correlation_lines(found: Correlation, by: str) -> Iterator[str]:
    ways = (
        ("pooled", "over all seats", found.pooled_spearman, found.pooled_pearson),
        ("within", f"within {by}s", found.within_spearman, found.within_pearson),
    )
    for way, label, spearman, pearson in ways:
        if way in found.constant:
            yield f"  {label:<16}absent: one of the two does not vary"
        else:
            yield f"  {label:<16}Spearman {_signed(spearman):<18} Pearson {_signed(pearson)}"


def _signed(estimate: Estimate) -> str:
    return " ".join(_cell(estimate, "share", estimate.n))


def _legend(board: Leaderboard) -> Iterator[str]:
    """Who is who, and what the numbers are."""
    if board.by != "agent":
        players = sorted({pair for run in board.runs for pair in run.agents})
        yield from (f"{visible(who)}: {visible(agent)}" for who, agent in players)
    yield (
        "means with 95 % intervals that take matches whole: ratios by Wilson (shares, judges' scores, and ratios of "
        "several seats a match: with the effective number of matches), counts by a cluster-robust t, ratings and "
        f"correlations by a bootstrap of matches; {NO_INTERVAL}: too little spread to tell one from"
    )
    yield from _rating_legend(board)
    if any("pooled" not in found.constant for found in board.talk.values()):
        yield f"over all seats: also by who plays at all; within {board.by}s: each one's own mean is taken out first"
    yield from _judge_legend(board)
    yield from _run_lines(board)


def _rating_legend(board: Leaderboard) -> Iterator[str]:
    rated = [entry for entry in board.entries if entry.rating]
    if not rated:
        yield f"no ratings: no two {board.by}s met"
        return
    line = (
        "rating: Bradley-Terry, 400 points to ten times the odds, mean 0; a match weighs one, equal pay is half a win"
    )
    yield line + ("; roles are not allowed for" if len(board.kind.roles) > 1 else "")
    if any("∞" in text for entry in rated for text in _rating(entry)):
        yield "∞: when matches are drawn again, it often wins or loses everything"
    if any(entry.rating and entry.rating.held for entry in rated):
        yield "held: it won or lost everything, so that only one drawn match added to the others keeps it finite"
    if len(board.groups) > 1:
        groups = " | ".join(", ".join(map(visible, group)) for group in board.groups)
        yield f"ratings compare only among those who met, directly or through others: {groups}"


def _judge_legend(board: Leaderboard) -> Iterator[str]:
    stale = sum(run.bench.stale for run in board.runs)
    if stale:
        yield f"{stale} verdicts on what is not on record so any more, or in other words: passed over"
    liars = sorted({judge for entry in board.entries for judge in entry.lies_by})
    if liars:
        yield (
            f"judged lies: by {', '.join(map(visible, liars))}, of answers whose truth only a judge can say and that "
            "it called true or false; lies that are known without one stand apart"
        )
    judges = sorted({judge for entry in board.entries for judge in entry.judges})
    if not judges:
        return
    failed, asked = (
        sum(counts) for counts in zip(*((run.bench.failed, run.bench.asked) for run in board.runs), strict=True)
    )
    forced = sorted({judge for run in board.runs for judge in run.bench.forced})
    yield f"judge: 0 to 10, the mean over {', '.join(map(visible, judges))} and over the orders in which each was asked"
    if failed:
        yield f"{failed} of {asked} verdicts failed and have no score"
    if forced:
        yield f"forced to judge players of its own model: {', '.join(map(visible, forced))}"


def _run_lines(board: Leaderboard) -> Iterator[str]:
    if board.differ:
        yield f"counted together, though played by different rules: {'; '.join(map(visible, board.differ))}"
    voids: Counter[str] = Counter()
    for run in board.runs:
        voids.update(run.voids)
        if run.torn:
            yield f"{visible(str(run.path))}: the last line is torn ({run.torn} bytes) and was passed over"
    causes = ", ".join(f"{count} {cause.replace('_', ' ')}" for cause, count in voids.most_common())
    yield f"void, left out: {voids.total()} ({causes})" if voids else "void: 0"


def ranking_lines(ranking: Ranking, title: str) -> Iterator[str]:
    """One match's leaderboard in words."""
    how = {
        "judge": "by the judge's score, 0 to 10"
        + (
            f" ({', '.join(map(visible, ranking.judges))})"
            if len(ranking.judges) == 1
            else ": the mean, and each judge's"
        ),
        "cracks": "by cracks: no judge's verdict is on record",
        "returns": "by what the match paid: no judge's verdict is on record",
    }
    yield f"{title} · {how[ranking.by]}"
    if len(ranking.judges) > 1:
        yield from (f"judge {number}: {visible(judge)}" for number, judge in enumerate(ranking.judges, 1))
    wide = max(len(visible(name)) for name, _ in ranking.leaderboard)
    for name, score in ranking.leaderboard:
        number = f"{score:4.1f}" if ranking.by == "judge" else f"{score:4g}"
        yield f"  {visible(name):<{wide}}  {number}{_apart(ranking, name)}  {visible(ranking.agents[name])}"
    if ranking.survivors is not None:
        yield f"survivors: {', '.join(map(visible, ranking.survivors)) or 'nobody'}"
    if ranking.best_moment:
        who, quote = ranking.best_moment
        yield f"best moment: {visible(who)}, “{visible(quote)}”"
    if ranking.verdict:
        yield f"verdict: {visible(ranking.verdict)}"


def _apart(ranking: Ranking, name: str) -> str:
    """What each judge gave, where there are several."""
    if len(ranking.judges) < 2:
        return ""
    return "  (" + " ".join(f"{scores[name]:.1f}" for scores in ranking.judges.values()) + ")"
