"""Inside open-weight models: hidden states of real matches, directions in them with their controls, and steering."""
