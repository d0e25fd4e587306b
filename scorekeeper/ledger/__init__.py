"""What is kept: the journal of facts, and the one SQLite file it lives in."""
