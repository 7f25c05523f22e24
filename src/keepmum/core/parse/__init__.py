"""Parsing makes an action of a player's text only where the text commits to exactly one."""

from keepmum.core.parse.lines import parse_line, parse_lines
from keepmum.core.parse.reader import read
from keepmum.core.parse.thought import split_thought

__all__ = ["parse_line", "parse_lines", "read", "split_thought"]
