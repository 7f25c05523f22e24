"""`keepmum --help`: wanted in at most 0.3 s.

python benchmarks/startup.py
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time


def main() -> None:
    seconds = []
    for _ in range(11):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-m", "keepmum", "--help"], check=True, stdout=subprocess.DEVNULL)
        seconds.append(time.perf_counter() - started)
    print(f"keepmum --help: {statistics.median(seconds):.3f} s (median of {len(seconds)}, worst {max(seconds):.3f})")


if __name__ == "__main__":
    main()
