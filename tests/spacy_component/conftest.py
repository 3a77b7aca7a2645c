"""A component of its own."""

from __future__ import annotations

import pytest
from spacy.language import Language

from corefpipe.spacy_component.component import CorefComponent


@pytest.fixture
def component(packaged: Language) -> CorefComponent:
    """A component with settings of its own and the packaged model."""
    component = CorefComponent()
    component.resolver = packaged.get_pipe("corefpipe").resolver
    return component
