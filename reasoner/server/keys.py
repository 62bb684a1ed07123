"""Keys of clients. Only their digests are kept."""

import hashlib
import secrets


def digest(key: str) -> str:
    """SHA-256 of the key, in hexadecimal. A key as `new_key` makes it is too long to be guessed from that."""
    return hashlib.sha256(key.encode(errors="surrogateescape")).hexdigest()


def new_key() -> str:
    """A key that nobody else has."""
    return f"rk-{secrets.token_urlsafe(32)}"
