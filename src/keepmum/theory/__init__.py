"""What is possible in a game of hidden information: bounds, strategies, exact values, simulations."""

from keepmum.theory.domains import DomainError

__all__ = ["DomainError"]
