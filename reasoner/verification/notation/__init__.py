"""From the letters of an answer or a question to terms, numbers, units and moments."""
