"""Measures: pure functions of what is on record."""
