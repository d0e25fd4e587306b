"""The games computed a second time, from their rule texts alone."""
