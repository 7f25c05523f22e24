"""Agents: whoever can play a seat. They know the core and the models, no game and no run."""
