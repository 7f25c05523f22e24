"""The games: each a value and pure functions, in one folder or file."""
