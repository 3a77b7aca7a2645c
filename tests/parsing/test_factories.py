"""The factories that spaCy finds by entry points."""

from __future__ import annotations

import inspect
from importlib.metadata import EntryPoint, distribution

import pytest

FACTORIES = [entry for entry in distribution("corefpipe").entry_points if entry.group == "spacy_factories"]


def test_there_are_some():
    assert {"corefpipe", "corefpipe_encoder", "corefpipe_lemmatizer"} <= {entry.name for entry in FACTORIES}


@pytest.mark.parametrize("entry", FACTORIES, ids=lambda entry: entry.name)
def test_annotations_are_no_strings(entry: EntryPoint):
    """Of strings spaCy 3.7 cannot make the model that checks settings, and no pipeline with the component loads."""
    parameters = inspect.signature(entry.load()).parameters.values()
    assert [one.name for one in parameters if isinstance(one.annotation, str)] == []
