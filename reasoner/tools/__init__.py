"""What a model may call: arguments in, a text out; it knows nothing of State."""
