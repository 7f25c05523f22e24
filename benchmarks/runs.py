"""Whole runs of bots, records written: `keepmum run chameleon --seat all=bot:trivial`, timed from inside.

    python benchmarks/runs.py [matches]

Wanted: 1,000 matches a second.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path


def main() -> None:
    matches = sys.argv[1] if len(sys.argv) > 1 else "5000"
    with tempfile.TemporaryDirectory() as folder:
        for bot in ("trivial", "revealing", "words", "schedule"):
            out = Path(folder, bot)
            command = [sys.executable, "-m", "keepmum", "run", "chameleon", "--seat", f"all=bot:{bot}"]
            started = time.perf_counter()
            subprocess.run([*command, "--matches", matches, "--out", str(out)], check=True, stdout=subprocess.DEVNULL)
            seconds = time.perf_counter() - started
            size = (out / "matches.jsonl").stat().st_size / int(matches)
            print(f"bot:{bot}: {int(matches) / seconds:,.0f} matches a second with start-up, {size:,.0f} bytes each")


if __name__ == "__main__":
    main()
