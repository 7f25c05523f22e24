"""Games that were played elsewhere, made into records: replayed through the rules, never mended."""
