"""What is kept: the journal of facts, and the one SQLite file it lives in."""

# "scok" in the header of the file, so that nobody else's database is taken for ours.
APPLICATION_ID = 0x73636F6B
# The number of the newest schema, see `schema.py`.
SCHEMA = 2
