"""Draw README's picture: a table and a told match as a terminal shows them, from real runs.

    python scripts/picture.py RUN RUN MATCH OUT.svg

The SVG names no outside font or file.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI

from keepmum import registry
from keepmum.cli.reporting import find_record, print_story
from keepmum.play.folder import read_manifest
from keepmum.report.table import build_table, print_table

FRAME = """<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
font-size: {char_height}px; line-height: {line_height}px; white-space: pre; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>{lines}</defs>
<rect fill="#1f2430" width="100%" height="100%" rx="10" />
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def main() -> None:
    first, second, match, out = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])
    console = Console(record=True, width=138, file=io.StringIO(), force_terminal=True)
    kind = registry.game(read_manifest(first).game)
    console.print(f"$ keepmum table {first} {second}", style="bold green", highlight=False)
    print_table(build_table(kind, [first, second]), console)
    console.print(f"\n$ keepmum show {first} --match {match}", style="bold green", highlight=False)
    print_story(find_record(first, match), kind, None, console)
    out.write_text(
        console.export_svg(title="", code_format=FRAME, theme=MONOKAI, unique_id="keepmum"), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
