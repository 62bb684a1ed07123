"""What differs from one server to another."""

import ipaddress
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """How a server takes requests."""

    host: str = "127.0.0.1"
    port: int = 8000
    """0 picks one."""
    workers: int = 8
    """Pipelines that run at once."""
    queue: int = 64
    """Requests that may wait."""
    seconds: float = 120.0
    """Deadline of a request, from its arrival."""
    max_body: int = 1 << 20
    """Bytes that the body of a request may have."""
    keys: frozenset[str] = frozenset()
    """SHA-256 of each key that is taken, in hexadecimal."""
    cors: tuple[str, ...] = ()
    """Origins of other sites' pages that may ask."""
    page: bool = True
    """Whether there is a page at `/`."""

    @property
    def loopback(self) -> bool:
        """Only this machine can reach it."""
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """The name or address is one of this machine, for itself alone."""
    name = host.lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False
