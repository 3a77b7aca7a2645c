"""Parses of short texts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from spacy.language import Language

from corefpipe.parsing.parse import Parse


@pytest.fixture(scope="session")
def parsed(base: Language) -> Callable[[str], Parse]:
    """Function that parses a text with the packaged base pipeline."""
    return lambda text: Parse.from_doc(base(text))
