"""Formal questions: how they are read, and how they are solved with a proof."""
