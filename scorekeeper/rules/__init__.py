"""The game: pure functions over frozen values. No clock, file, database or terminal."""
