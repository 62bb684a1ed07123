"""Outbound faces: our pipelines, models and collections as parts of other frameworks."""
