"""`keepmum parse`: what is made of replies, line by line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

FAILED = 1


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Read JSON lines from standard input and print a reading for each."""
    parser.description = (
        'Reads lines {"ask": ASK, "reply": TEXT} and prints, line by line,\n'
        '{"status": …, "action": …}. ASK is one of\n'
        '  {"choice": ["yes", "no"]}   {"word": {}}\n'
        '  {"seats": {"k": 3, "n": 6}} {"speech": {"max_words": 60}}\n'
        "Seats are numbered from 1."
    )
    parser.add_argument("--jsonl", action="store_true", help="JSON lines in and out (the only form; may be left out)")
    parser.parse_args(words)
    import json

    from keepmum.core.parse import parse_line

    failed = False
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        reading = parse_line(line.decode("utf-8", errors="replace"))
        failed |= reading["status"] == "error"
        print(json.dumps(reading, ensure_ascii=False))
    return FAILED if failed else 0
