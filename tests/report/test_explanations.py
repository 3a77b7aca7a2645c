"""Explanations of mentions that are selected by their words."""

from __future__ import annotations

import pytest

from corefpipe.document import Document
from corefpipe.exceptions import SettingError
from corefpipe.parsing.annotate import annotate
from corefpipe.report.explanations import explanations

TEXT = "Mary Bell lost her keys. Mary found them, and she kept them."


@pytest.fixture
def explain(resolver, base):
    def explain(mention=None, antecedent=None, text=TEXT):
        documents = annotate([Document("d", text=text)], base)
        return [str(found).splitlines()[0] for found in explanations(documents, resolver, mention, antecedent)]

    return explain


def test_every_occurrence_ignoring_case(explain):
    assert [line.partition(" and ")[0] for line in explain("THEM")] == ['"them"', '"them"']
    assert explain("he") == []  # part of a word


def test_the_last_antecedent_before_the_mention(explain):
    (line,) = explain("she", "mary")
    assert line.startswith('"she" and "Mary" are ')
    (line,) = explain("her", "mary bell")
    assert line.startswith('"her" and "Mary Bell" are ')
    with pytest.raises(SettingError, match="no 'keys' before 'Mary Bell'"):
        explain("Mary Bell", "keys")


def test_an_antecedent_around_the_mention(explain):
    (line,) = explain("the woman", "The woman who hired the woman", "The woman who hired the woman left.")
    assert line.startswith('"the woman" and "The woman who hired the woman" are ')


def test_all_links_of_the_model(explain):
    assert explain()
    assert all(line.endswith("are in one chain") for line in explain())
    assert explain(text="It rains.") == []


def test_words_that_do_not_occur(explain):
    assert explain("Bo") == []
    with pytest.raises(SettingError, match="no 'Bo' in the text"):
        explain("she", "Bo")
