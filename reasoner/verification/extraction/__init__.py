"""What `answers` is made of: the pieces of a text that state an answer."""
