"""A text that is too long to be shown to a model whole."""

MOST_SHOWN = 4_000
"""Characters of what a tool gave that the model is shown."""


def shortened(text: str, most: int = MOST_SHOWN) -> str:
    """The text with its middle left out, if it is longer."""
    if len(text) <= most:
        return text
    half = most // 2
    return (
        f"{text[:half]}\n... {len(text) - 2 * half} characters are left out ...\n{text[len(text) - half :]}"
    )
