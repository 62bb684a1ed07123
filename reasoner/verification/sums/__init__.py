"""Sums as people write them in running prose: found, read, and recomputed."""
