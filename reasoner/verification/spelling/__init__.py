"""What a text says about the letters of words: found where it is certain what is meant, and recomputed."""
