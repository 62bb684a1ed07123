"""What a sentence claims, held against the words of a source."""
