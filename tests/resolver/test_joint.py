"""Short Docs that are resolved together get what each gets alone."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.networks import tiny_context
from helpers.packages import EN_ACCURATE, EN_RESEARCH
from spacy.tokens import Doc

from corefpipe.clustering.constraints import Constraints
from corefpipe.exceptions import AnnotationError
from corefpipe.features.engine import candidates
from corefpipe.features.engine.candidates import CandidateSettings, candidate_blocks
from corefpipe.features.engine.column import Column
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import ATTRIBUTES, CONTEXT, PAIR_FEATURES, is_joinable
from corefpipe.parsing.annotate import SHORT
from corefpipe.resolver.constraints.registry import CONSTRAINTS
from corefpipe.resolver.joint import together
from corefpipe.resolver.loading import load_resolver
from corefpipe.resolver.tables import joint_table

# Where one ends and the next begins there are names, pronouns, genitives, quotation marks and speakers.
TEXTS = [
    "Mary Bell lost her keys. She found them under the sofa.",
    "He told Olga Marin that the company would close. The directors of Siemens Inc. agreed, and it closed.",
    "'s book was on the table. It was old.",
    "Ann: Did you see my keys, Bo?\nBo: You left them on my desk.\nAnn: I am so forgetful.\n",
    "Ann: Did he come?\n\nCy: He did, Ann.\n",
    '"I saw her," said Tom to Lisa. "Did you?"',
    '"She left," he said, "',
    "Lena slept. When she woke, Lena Ortiz called the World Health Organization.",
    "The WHO answered her. Mr. Ortiz had two cars, a red car and a blue car. He sold the red one.",
    "Nobody resigned",
    "This surprised everybody, and that was it.",
    "Ortiz",
    "They rained questions on the mayor. It rained. The mayor of Lisbon thanked the city.",
    "Dear Mr. Brown,\n\nI thank you for your letter.\n\nYours,\nJane Doe\n",
    "!",
    "My brother saw the doctor. She greeted him, and he greeted Bell.",
    "Nkechi Eze thanked Zeta Holdings Inc. on Mount Etna. I slept, and we saw Ann Hill",
    "Nkechi left Zeta and Etna. She saw the dog. It bit me. Tom Hill called them",
    'Acme Corp. (the "Seller") sold it. The Seller liked itself. She paid each',
    'Other people saw the Seller. He laughed, "You saw me,"',
    'said Tom. "I saw you. The cat saw you," said Lisa. I asked her:',
    '"Did you see Holmes?" Ann thanked Holmes. The cat climbed a tree and stayed there. I know it, Carla',
    "I like IBM. The dog barked. I said it was old.",
    "International Business Machines grew. IBM hired Ann Lee. As soon as he saw her, the burglar ran.",
    "We met in 1990.",
    "They married in 1999 and moved that year.",
    "In that year, they left.",
    "LONDON (Reuters) - Shares of Rolls-Royce fell. He and Ann said that they had made it to",
    "Leave the room! She ran for president. It got dark. A new species of frog and the boy saw",
    "the amphibian and the man. Prime",
    "Minister Bell left. The prime minister had Acme Robotics, and Acme is",
    'Ann: Hello.\nBo: Hello.\nCy: "Go," said Tom, "I am here." Did you see it?\nAnn: I did.\n',
]


@pytest.fixture(scope="module")
def docs(base) -> list[Doc]:
    return list(base.pipe(TEXTS))


@pytest.fixture(scope="module", params=[1, -1])
def table(request, docs):
    found = joint_table(docs[:: request.param])
    found.use_models({CONTEXT: tiny_context()})
    return found


def equal(one, other) -> bool:
    return one.dtype == other.dtype and np.array_equal(one, other, equal_nan=one.dtype.kind == "f")


def names_of(registry) -> list[str]:
    return [name for name in registry if is_joinable(registry[name].compute)]


@pytest.mark.parametrize("name", names_of(ATTRIBUTES))
def test_attributes(table, name):
    alone = [ATTRIBUTES[name].compute(one) for one in table.documents]
    columns = [one if isinstance(one, Column) else Column.of(one) for one in alone]
    assert table[name].values() == Column.joined(columns).values()


@pytest.mark.parametrize("name", names_of(PAIR_FEATURES))
def test_pair_features(table, name):
    compute = PAIR_FEATURES[name].compute
    for block in candidate_blocks(table, CandidateSettings(window=20)):
        real = np.flatnonzero(block.antecedent >= 0)
        pairs = MentionPairs(table, block.antecedent[real].astype(np.int64), block.anaphor()[real])
        alone = [np.asarray(compute(own)) for own in pairs.by_document()]
        assert sum(map(len, alone)) == len(pairs) > 0
        assert equal(np.concatenate(alone), np.asarray(compute(pairs)))


@pytest.mark.parametrize("name", names_of(CONSTRAINTS))
def test_constraints(table, name):
    compute = CONSTRAINTS[name].compute
    found = compute(table) or Constraints()
    for pairs in (found.together, found.apart):
        assert np.array_equal(*map(table.document_of, pairs.T))
    whole = found.groups(len(table))
    for one, first, end in zip(table.documents, table.first_rows, table.first_rows[1:], strict=False):
        own, rows = (compute(one) or Constraints()).groups(len(one)), np.arange(first, end)
        same = whole.number[rows][:, None] == whole.number[rows]
        assert np.array_equal(same, own.number[:, None] == own.number)
        pairs = np.stack(np.triu_indices(len(rows), 1))
        both = Constraints(apart=whole.apart, values=whole.values).forbids(*whole.number[rows][pairs])
        assert np.array_equal(both, Constraints(apart=own.apart, values=own.values).forbids(*own.number[pairs]))


@pytest.mark.parametrize("model", ["en", EN_RESEARCH, EN_ACCURATE])
def test_features_and_constraints_of_packaged_models_are_joinable(model):
    resolver = load_resolver(model)
    spec = resolver.features.spec
    parts = {part for template in (*spec.link, *spec.start, *spec.mention) for part in template.parts}
    used = [(ATTRIBUTES if part.side else PAIR_FEATURES)[part.attribute] for part in parts]
    used += [CONSTRAINTS[name] for name in resolver.constraints]
    assert [one.name for one in used if not is_joinable(one.compute)] == []


def test_links_of_short_documents_share_blocks(table, monkeypatch):
    monkeypatch.setattr(candidates, "BLOCK", 200)
    sizes = [len(block.antecedent) for block in candidate_blocks(table, CandidateSettings(window=100))]
    assert max(sizes) < 300
    assert len(sizes) < sum(sizes) / 100


def assert_same(one, other):
    for name in ("start", "end", "head"):
        assert equal(getattr(one.spans, name), getattr(other.spans, name))
    assert one.kinds == other.kinds
    for name in ("labels", "antecedent", "probability"):
        assert equal(getattr(one.decoding, name), getattr(other.decoding, name))
    for name in ("indptr", "antecedent", "chain", "share", "start"):
        assert equal(getattr(one.ranked, name), getattr(other.ranked, name))
    for name in ("link", "start", "settled", "certain"):
        assert equal(getattr(one, name), getattr(other, name))


@pytest.mark.slow
@pytest.mark.parametrize("settings", [{}, {"gamma": 0.0}, {"min_probability": 0.6}, {"constraints": []}])
def test_resolutions_are_those_of_each_alone(docs, base, settings):
    resolver = load_resolver("en", **settings)
    several = [*docs, base(""), base("Nora saw it. " * (SHORT // 4 + 1)), base.make_doc("")]
    found = resolver.resolve_all([(doc, None) for doc in several])
    for doc, one in zip(several, found, strict=True):
        assert_same(one, resolver.resolve(doc))


def test_given_mentions_and_reasons_are_kept(docs, resolver):
    given = [(docs[0], [(0, 2), (3, 4)]), (docs[1], None), (docs[3], None)]
    for reasons in (0, 2):
        found = resolver.resolve_all(given, reasons)
        for both, one in zip(given, found, strict=True):
            assert_same(one, resolver.resolve(*both, reasons))
            assert (one.reasons is None) == (not reasons)


def test_docs_without_all_annotation_or_in_another_language_stay_alone(docs, base):
    bare = base.make_doc("Nora slept.")
    assert list(together({0: docs[0], 1: bare, 2: docs[1]})) == [[0, 2]]
    assert list(together({5: docs[0]})) == []
    with pytest.raises(AnnotationError, match="no dependency parse"):
        load_resolver("en").resolve_all([(docs[0], None), (docs[1], None), (bare, None)])


def test_the_component_gives_each_doc_its_chains(nlp):
    texts = [text for text in TEXTS if text.strip()]
    for text, doc in zip(texts, nlp.pipe(texts), strict=True):
        alone = nlp(text)
        assert [str(chain) for chain in doc._.coref.chains] == [str(chain) for chain in alone._.coref.chains]


def test_a_doc_that_fails_does_not_stop_the_others(nlp, base):
    failed = []
    component = nlp.get_pipe("corefpipe")
    before = component._handler
    component.set_error_handler(lambda name, pipe, docs, error: failed.extend(docs))
    try:
        several = [base(TEXTS[0]), base.make_doc("Nora slept."), base(TEXTS[1])]
        found = list(component.pipe(several))
    finally:
        component.set_error_handler(before)
    assert found == several
    assert failed == [several[1]]
    assert several[0]._.coref.resolved
    assert several[2]._.coref.resolved
