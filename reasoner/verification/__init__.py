"""Claims go in, verdicts come out: answers, equality, checks, and the sandbox that they run in."""
