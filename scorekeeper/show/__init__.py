"""Values → what a person reads. Builds blocks and renders them; prints nothing."""
