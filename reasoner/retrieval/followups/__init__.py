"""A question that needs the conversation before it is made to stand alone, in English and Chinese."""
