"""Keepmum finds out whether a language model can keep a secret, and whether it can get one."""

__version__ = "0.1.0"
