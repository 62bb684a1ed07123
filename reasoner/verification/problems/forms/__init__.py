"""Ways to ask formal questions in English and Chinese, by subject. Only text is read here."""
