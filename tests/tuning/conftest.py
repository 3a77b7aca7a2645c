"""Fixtures with prepared documents for the tests of tuning."""

from __future__ import annotations

import pytest
from spacy.tokens import Doc

from corefpipe.document import Document
from corefpipe.features import FeatureSet
from corefpipe.tuning import Prepared, prepare


@pytest.fixture(scope="session")
def prepared(annotated: list[tuple[Doc, Document]]) -> Prepared:
    """One sample to train on and one to score on, with gold mentions."""
    return prepare(annotated[:1], annotated[1:], FeatureSet("default"), "gold")
