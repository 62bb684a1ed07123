"""Known answers, and how what was said compares with them."""
