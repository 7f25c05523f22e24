"""Judging without a model: what a judge is shown, what its reply comes to, and what many verdicts add up to."""
