"""What the sealed child does: symbolic mathematics, as functions from JSON to JSON."""
