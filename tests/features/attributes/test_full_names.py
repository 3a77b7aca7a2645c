"""Which names are short for which full names."""

from __future__ import annotations

import numpy as np
import pytest

from corefpipe.features import MentionPairs
from corefpipe.features.attributes.full_names import full_name
from corefpipe.resolver.tables import given_table, joint_table

VALUES = ("", "same", "short", "one of several", "shares words", "other")


@pytest.mark.parametrize(
    ("text", "names", "value"),
    [
        ("Nkechi Eze came. Nkechi sang.", ("Nkechi Eze", "Nkechi"), "short"),
        ("Nkechi Eze came. Ms. Eze sang.", ("Nkechi Eze", "Ms. Eze"), "short"),
        ("Nkechi came. Then Nkechi Eze sang.", ("Nkechi", "Nkechi Eze"), "short"),
        ("Nkechi Eze and Ada Eze came. Eze sang.", ("Nkechi Eze", "Eze", "Ada Eze"), "one of several"),
        ("Nkechi Eze and Ada Eze came.", ("Nkechi Eze", "Ada Eze"), "shares words"),
        ("Robert Kline came. Bob sang.", ("Robert Kline", "Bob"), "short"),
        ("Mr. Kline came. Kline sang.", ("Mr. Kline", "Kline"), "same"),
        ("Ada came. Nkechi sang.", ("Ada", "Nkechi"), "other"),
        ("Ada came. She sang.", ("Ada", "She"), ""),
    ],
)
def test_two_names(base, text, names, value):
    doc = base(text)
    spans = [doc.char_span(text.rindex(name), text.rindex(name) + len(name)) for name in names]
    order = sorted((span.start, span.end) for span in spans)
    table = given_table(doc, order)
    rows = sorted(order.index((span.start, span.end)) for span in spans[:2])
    found = full_name(MentionPairs(table, np.array(rows[:1]), np.array(rows[1:])))
    assert VALUES[int(found[0])] == value


def test_names_of_other_documents_do_not_count(base):
    docs = [base("Nkechi Eze came. Eze sang."), base("Ada Eze came. Eze left.")]
    whole = joint_table(docs)
    names = np.flatnonzero(whole["kind"].is_("name"))
    one, other = np.meshgrid(names, names)
    pairs = MentionPairs(whole, one[one < other], other[one < other])
    inside = whole.document_of(pairs.ante) == whole.document_of(pairs.ana)
    assert {VALUES[code] for code in full_name(pairs)[inside].tolist()} == {"short"}
