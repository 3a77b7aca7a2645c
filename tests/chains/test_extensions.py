"""spaCy extensions: each is registered once, and another package's extension of the same name is kept."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
import spacy

import corefpipe

PACKAGE = Path(corefpipe.__file__).parent
USERS = """
import spacy
from spacy.tokens import Doc, Span, Token
for kind, name in ((Doc, "coref"), (Token, "speaker"), (Token, "entity_type"), (Doc, "paragraph_starts")):
    kind.set_extension(name, default=3)
import corefpipe.chains
doc = spacy.blank("en")("x")
print(doc._.coref, doc[0]._.speaker, doc[0]._.entity_type, doc._.paragraph_starts)
print(type(doc[:]._.coref).__name__, type(doc[0]._.coref).__name__)
"""


def test_each_extension_is_registered_in_one_place():
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        for call in calls:
            kind, _, method = ast.unparse(call.func).rpartition(".")
            if method == "set_extension":
                found.append((path.relative_to(PACKAGE).as_posix(), kind, ast.unparse(call.args[0])))
    assert sorted(found) == [
        ("chains/extensions.py", "kind", "name"),
        ("chains/tokens.py", "Doc", "PARAGRAPHS"),
        ("chains/tokens.py", "Token", "ENTITY_TYPE"),
        ("dialogue/docs.py", "Span", "SPEAKER"),
        ("dialogue/docs.py", "Token", "SPEAKER"),
        ("dialogue/docs.py", "Token", "TURN"),
        ("parsing/word_vectors.py", "Token", "VECTORS_OF"),
        ("plain_text/docs.py", "Token", "HIDDEN"),
    ]


def test_users_own_extensions_stay(python):
    done = python("-c", USERS)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "3 3 3 3\nSpanCoref TokenCoref\n"
    assert "already registered Doc._.coref; use corefpipe.chains.Coref instead" in done.stderr
    assert done.stderr.count("already registered") == 1


def test_of_spans_and_tokens(packaged):
    doc = packaged("Mary Bell swept the steps before she opened the shop. Her brother was at the oven, and he waved.")
    assert [mention.text for mention in doc[11]._.coref.mentions] == ["Her", "Her brother"]
    assert [chain.id for chain in doc[11]._.coref.chains] == ["1", "2"]
    assert [mention.text for mention in doc[11:13]._.coref.mentions] == ["Her brother", "Her"]
    assert [chain.id for chain in doc[11:12]._.coref.chains] == ["1"]
    assert doc[2]._.coref.mentions == doc[2]._.coref.chains == doc[2:3]._.coref.chains == []
    she = doc[6:7]._.coref
    assert she.antecedents() == doc._.coref.antecedents(doc[6:7])
    assert she.probability == pytest.approx(she.antecedents()[0].probability)


def test_reprs(packaged, recwarn):
    """What a notebook or debugger shows: short, without a warning, also of a Doc that was not resolved."""
    doc = packaged("Ann lost her keys. She found them.\nIt rained.")
    assert repr(doc._.coref) == "<Coref: 2 chains, 5 mentions>"
    assert repr(doc[2]._.coref) == "<TokenCoref 'her': Ann, her keys>"
    assert repr(doc[1]._.coref) == "<TokenCoref 'lost': no mention>"
    assert repr(doc[:5]._.coref) == "<SpanCoref 'Ann lost her keys.': Ann, her keys>"
    assert repr(doc[:]._.coref) == "<SpanCoref 'Ann lost her keys. She found them. It r…': Ann, her keys>"
    raw = spacy.blank("en")("Ann lost her keys.")
    assert repr(raw._.coref) == "<Coref: not resolved>"
    assert repr(raw[0]._.coref) == "<TokenCoref 'Ann': not resolved>"
    assert repr(raw[:2]._.coref) == "<SpanCoref 'Ann lost': not resolved>"
    many = packaged(" ".join(f"{name} saw {name}'s dog." for name in "Ann Bob Carl Dora Emil Finn Gina".split()))
    assert re.search(r": ([^,]+, ){5}\d more>$", repr(many[:]._.coref))
    assert not recwarn
