"""Mention detection on hand-made parses, each in Universal Dependencies and in spaCy's English (ClearNLP) labels."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc
from helpers.random_docs import parsed_docs
from hypothesis import given
from spacy.tokens import Doc

from corefpipe.mentions import detect
from corefpipe.parsing.parse import Parse

# name: (UD parse, the head and relation of each word in ClearNLP labels, phrases to find, phrases not to find)
CASES = {
    "pronouns": (
        """
        She she PRON PRP 2 nsubj PronType=Prs
        sees see VERB VBZ 0 root
        him he PRON PRP 2 obj PronType=Prs
        . . PUNCT . 2 punct
        """,
        "2 nsubj, 0 ROOT, 2 dobj, 2 punct",
        ["She", "him"],
        ["sees", "."],
    ),
    "names": (
        """
        Nora Nora PROPN NNP 3 nsubj
        Bell Bell PROPN NNP 1 flat
        met meet VERB VBD 0 root
        Tom Tom PROPN NNP 3 obj
        in in ADP IN 6 case
        Boston Boston PROPN NNP 3 obl
        """,
        "2 compound, 3 nsubj, 0 ROOT, 3 dobj, 3 prep, 5 pobj",
        ["Nora Bell", "Tom", "Boston"],
        ["in Boston", "met"],
    ),
    "nested": (
        """
        The the DET DT 2 det
        roof roof NOUN NN 7 nsubj
        of of ADP IN 6 case
        the the DET DT 6 det
        old old ADJ JJ 6 amod
        house house NOUN NN 2 nmod
        fell fall VERB VBD 0 root
        . . PUNCT . 7 punct
        """,
        "2 det, 7 nsubj, 2 prep, 6 det, 6 amod, 3 pobj, 0 ROOT, 7 punct",
        ["The roof of the old house", "the old house"],
        ["of the old house", "The", "fell"],
    ),
    "coordination": (
        """
        Tom Tom PROPN NNP 5 nsubj
        and and CCONJ CC 4 cc
        his he PRON PRP$ 4 nmod:poss PronType=Prs
        sister sister NOUN NN 1 conj
        sang sing VERB VBD 0 root
        """,
        "5 nsubj, 1 cc, 4 poss, 1 conj, 0 ROOT",
        ["Tom and his sister", "Tom", "his sister", "his"],
        ["and his sister", "and"],
    ),
    "three conjuncts": (
        """
        Tom Tom PROPN NNP 7 nsubj
        , , PUNCT , 3 punct
        Ann Ann PROPN NNP 1 conj
        and and CCONJ CC 6 cc
        the the DET DT 6 det
        cat cat NOUN NN 1 conj
        sang sing VERB VBD 0 root
        """,
        "7 nsubj, 1 punct, 1 conj, 3 cc, 6 det, 3 conj, 0 ROOT",
        ["Tom , Ann and the cat", "Tom", "Ann", "the cat"],
        ["Tom ,", "and the cat"],
    ),
    "possessive": (
        """
        Nora Nora PROPN NNP 3 nmod:poss
        's 's PART POS 1 case
        dog dog NOUN NN 4 nsubj
        barked bark VERB VBD 0 root
        """,
        "3 poss, 1 case, 4 nsubj, 0 ROOT",
        ["Nora 's dog", "Nora 's"],
        ["dog", "'s dog"],
    ),
    "relative clause": (
        """
        The the DET DT 2 det
        man man NOUN NN 6 nsubj
        who who PRON WP 4 nsubj PronType=Rel
        lost lose VERB VBD 2 acl:relcl
        it it PRON PRP 4 obj PronType=Prs
        left leave VERB VBD 0 root
        """,
        "2 det, 6 nsubj, 4 nsubj, 2 relcl, 4 dobj, 0 ROOT",
        ["The man who lost it", "it"],
        ["who", "who lost it"],
    ),
    "apposition": (
        """
        Tom Tom PROPN NNP 6 nsubj
        , , PUNCT , 4 punct
        my my PRON PRP$ 4 nmod:poss PronType=Prs
        uncle uncle NOUN NN 1 appos
        , , PUNCT , 4 punct
        left leave VERB VBD 0 root
        """,
        "6 nsubj, 1 punct, 4 poss, 1 appos, 1 punct, 0 ROOT",
        ["Tom , my uncle", "my"],
        ["Tom , my uncle ,", ", my uncle", "my uncle"],
    ),
    "there": (
        """
        There there PRON EX 2 expl
        is be VERB VBZ 0 root
        a a DET DT 4 det
        ferry ferry NOUN NN 2 nsubj
        """,
        "2 expl, 0 ROOT, 4 det, 2 attr",
        ["a ferry"],
        ["There", "is"],
    ),
    "copula": (
        """
        He he PRON PRP 4 nsubj PronType=Prs
        is be AUX VBZ 4 cop
        your you PRON PRP$ 4 nmod:poss PronType=Prs
        uncle uncle NOUN NN 0 root
        . . PUNCT . 4 punct
        """,
        "2 nsubj, 0 ROOT, 4 poss, 2 attr, 2 punct",
        ["He", "your uncle", "your"],
        ["He is your uncle", "is"],
    ),
    "question": (
        """
        Who who PRON WP 2 nsubj PronType=Int
        called call VERB VBD 0 root
        her she PRON PRP 2 obj PronType=Prs
        ? ? PUNCT . 2 punct
        """,
        "2 nsubj, 0 ROOT, 2 dobj, 2 punct",
        ["her"],
        ["Who"],
    ),
}


def in_clear_labels(table: str, columns: str) -> str:
    rows = [line.split() for line in table.strip().splitlines()]
    for row, pair in zip(rows, columns.split(","), strict=True):
        row[4:6] = pair.split()
    return "\n".join(map(" ".join, rows))


def phrases(table: str) -> list[str]:
    doc = make_doc(table)
    spans = detect(Parse.from_doc(doc))
    heads = spans.head.tolist()
    assert all(start <= head < end for start, end, head in zip(spans.start, spans.end, heads, strict=True))
    return [doc[start:end].text for start, end in zip(spans.start.tolist(), spans.end.tolist(), strict=True)]


@pytest.mark.parametrize("labels", ["UD", "ClearNLP"])
@pytest.mark.parametrize("case", CASES)
def test_finds_the_phrases(case, labels):
    table, clear, wanted, unwanted = CASES[case]
    found = phrases(table if labels == "UD" else in_clear_labels(table, clear))
    assert set(wanted) <= set(found)
    assert not set(unwanted) & set(found)


@pytest.mark.parametrize("case", sorted(CASES.keys() - {"names", "three conjuncts"}))
def test_both_schemes_give_the_same(case):
    # Excluded cases have different trees: ClearNLP has no `flat` in names, and attaches each conjunct to the previous.
    table, clear, *_ = CASES[case]
    assert phrases(table) == phrases(in_clear_labels(table, clear))


@pytest.mark.parametrize("case", CASES)
def test_text_order_without_repeats(case):
    spans = detect(Parse.from_doc(make_doc(CASES[case][0])))
    pairs = list(zip(spans.start.tolist(), (-spans.end).tolist(), strict=True))
    assert pairs == sorted(set(pairs))


def test_real_text(base, annotated):
    for doc, document in annotated:
        parse = Parse.from_doc(doc)
        spans = detect(parse)
        found = set(zip(spans.start.tolist(), spans.end.tolist(), strict=True))
        gold = {mention.span for mention in document.mentions}
        assert len(gold & found) >= 0.8 * len(gold)
        assert len(found) <= 3 * len(gold)
        for start, end in found:
            assert not {parse.pos[start], parse.pos[end - 1]} & {"PUNCT"}


def test_a_hyphen_joins_one_name(base):
    """Taggers call "Royce" a name of its own."""
    doc = base("Rolls-Royce fell. Rolls-Royce makes engines.")
    spans = detect(Parse.from_doc(doc))
    texts = [doc[start:end].text for start, end in zip(spans.start.tolist(), spans.end.tolist(), strict=True)]
    assert texts.count("Rolls-Royce") == 2
    assert not {"Rolls", "Royce"} & set(texts)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Tom Hill, a plumber, mended it.", False),
        ("Ann Bell, his former lawyer, left.", False),
        ("A plumber mended it.", True),
        ("Tom Hill met a plumber, and they left.", True),
    ],
)
def test_a_noun_between_commas_is_a_part(base, text, found):
    """Of the mention that it says something of."""
    texts = {span.text.lower() for span in (base(text)[s:e] for s, e, _ in detect(Parse.from_doc(base(text))))}
    assert bool(texts & {"a plumber", "his former lawyer"}) == found


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("John Stanley Harper (1931-2020) was a painter.", "John Stanley Harper"),
        ("They threw Miss Jessie or Miss Flora.", "Miss Jessie"),
        ("Believe me, my dear Miss Elizabeth, that you please me.", "Miss Elizabeth"),
    ],
)
def test_a_name_is_whole(base, text, name):
    doc = base(text)
    texts = {doc[start:end].text for start, end, _ in detect(Parse.from_doc(doc))}
    assert name in texts
    assert not any(words in name and words != name for words in texts)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Mary\nHill lost the keys\nof her house.", {"Mary Hill", "the keys of her house", "her house"}),
        ("Present:\nMary Hill\nTom Bell\n\nShe left.", {"Mary Hill", "Tom Bell"}),
        ("Bleak House\n\nMr. Hill came.", {"Bleak House", "Mr. Hill"}),
    ],
)
def test_lines(base, text, names):
    doc = base(text)
    parse = Parse.from_doc(doc)
    texts = {" ".join(doc[start:end].text.split()) for start, end, _ in detect(parse).in_docs(parse)}
    assert names <= texts
    assert not any({"Hill", "Tom"} <= set(words.split()) or "House Mr." in words for words in texts)


@given(parsed_docs())
def test_law_no_mention_crosses_the_end_of_a_sentence(doc):
    parse = Parse.from_doc(doc)
    assert all(parse.sentences[start] == parse.sentences[end - 1] for start, end, _ in detect(parse))


def test_names_of_two_sentences_without_lines(base):
    """As in files with annotation, which have no lines."""
    doc = Doc(base.vocab, words="Coron Coron is a town .".split(), sent_starts=[1, 1, 0, 0, 0, 0])
    for _, pipe in base.pipeline:
        doc = pipe(doc)
    texts = [doc[start:end].text for start, end, _ in detect(Parse.from_doc(doc))]
    assert "Coron" in texts
    assert "Coron Coron" not in texts


def test_an_adjective_after_a_name_is_not_its_part(base):
    """Parsers take it for a part of the name."""
    doc = base("What he did made Robert famous.")
    assert "Robert" in {doc[start:end].text for start, end, _ in detect(Parse.from_doc(doc))}


@pytest.mark.parametrize(
    ("text", "found"),
    [("Hundreds of farmers came.", False), ("Hundreds of these farmers came.", True), ("Sons of farmers came.", True)],
)
def test_what_is_counted_is_no_mention(base, text, found):
    doc = base(text)
    texts = {doc[start:end].text for start, end, _ in detect(Parse.from_doc(doc))}
    assert any(text in ("farmers", "these farmers") for text in texts) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("What colour is the car?", False),
        ("I know which colour you want.", False),
        ("The colour of the car is red.", True),
        ("The house whose colour is red fell.", True),
    ],
)
def test_what_a_question_asks_for_is_no_mention(base, text, found):
    doc = base(text)
    texts = {doc[start:end].text for start, end, _ in detect(Parse.from_doc(doc))}
    assert any("colour" in text.split()[:2] for text in texts) == found


def test_a_name_in_a_cleft_has_no_clause(base):
    doc = base("It was Peter who broke the window.")
    texts = [doc[start:end].text for start, end, _ in detect(Parse.from_doc(doc))]
    assert "Peter" in texts
    assert not [text for text in texts if text.startswith("Peter who")]


def test_a_name_that_is_said_of_a_noun_is_part_of_it(base):
    doc = base("We have a dog named Rex. Rex is old.")
    texts = [doc[start:end].text for start, end, _ in detect(Parse.from_doc(doc))]
    assert "a dog named Rex" in texts
    assert texts.count("Rex") == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("She told me all about it.", ["me"]),
        ("She told us all.", ["us all", "us"]),
        ("They left him on the beach.", ["him"]),
        ("We need him who left.", ["him who left", "him"]),
    ],
)
def test_pronouns_have_few_modifiers(base, text, found):
    doc = base(text)
    texts = [doc[start:end].text for start, end, _ in detect(Parse.from_doc(doc))]
    assert [text for text in texts if text.split()[0] == found[0].split()[0]] == found


def test_reciprocals_have_no_modifiers(base):
    doc = base("They talked to each other about their children.")
    texts = [doc[start:end].text for start, end, _ in detect(Parse.from_doc(doc))]
    assert [text for text in texts if text.startswith("each")] == ["each other"]


@pytest.mark.parametrize("text", ["", " ", "\n\n", "!", ". . ."])
def test_nothing_to_find(base, text):
    assert len(detect(Parse.from_doc(base(text)))) == 0


def test_no_mention_goes_beyond_its_cell_of_a_table(nlp):
    text = "Name\tCity\nMary Hill\tParis\nTom Bell\tRome\n\n| Ann Cox | Oslo |\n|---|---|\n\nMary Hill lives in Paris."
    doc = nlp(text)
    found = [doc[start:end].text for start, end, _ in detect(Parse.from_doc(doc)).in_docs(Parse.from_doc(doc))]
    assert {"Mary Hill", "Paris", "Tom Bell", "Rome", "Ann Cox", "Oslo"} <= set(found)
    assert not [mention for mention in found if set(mention) & set("\t\n|")]
