"""Asking judges over a run's records, and their verdicts kept beside the records."""
