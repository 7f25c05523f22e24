"""The leak meter: listeners turn what was said into a posterior over what is hidden; leaks are counted in bits."""
