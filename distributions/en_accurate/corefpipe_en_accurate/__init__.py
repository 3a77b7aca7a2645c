"""The model en_accurate of corefpipe. Loading its files does not import this module."""

from typing import Any

__version__ = "0.1.0"


def load(**settings: Any) -> Any:
    """The pipeline with this model; see `corefpipe.load` for the settings."""
    import corefpipe

    return corefpipe.load("en_accurate", **settings)
