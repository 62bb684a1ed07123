"""What a question demands of the number that answers it."""
