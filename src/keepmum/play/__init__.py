"""Play: matches, whole runs of them, and the records they leave."""
