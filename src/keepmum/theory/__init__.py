"""What is possible in a game of hidden information: bounds, strategies, exact values, simulations."""
