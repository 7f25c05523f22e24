"""Asking again: what other agents would answer at a moment of a finished match, and what a seat believes there."""
