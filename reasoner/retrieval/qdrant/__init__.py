"""Collections in Qdrant: imported when one is opened, for its client is an extra."""
