"""Answers become classes of equal answers, classes a tally, and a tally ends the sampling. Pure functions."""
