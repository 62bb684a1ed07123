"""What `equivalence` is made of: readings of an answer, and exact arithmetic on formulas."""
