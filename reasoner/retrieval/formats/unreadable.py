"""Why a file cannot be read."""


class Unreadable(Exception):
    """Its text is the reason; whoever asked for the file names it."""
