"""JSON lines of e2e-coref: fields, errors with line numbers, and round trips."""

import io
import json

import pytest
from helpers.documents import documents, parse, parse_with_report, spans
from helpers.quotations import quotations
from hypothesis import given

from corefpipe.document import Document, Mention, Quotation
from corefpipe.exceptions import FormatError
from corefpipe.formats import FORMATS, read


def written(document: Document) -> str:
    stream = io.StringIO()
    FORMATS["jsonl"].write_document(document, stream)
    return stream.getvalue()


def test_fields():
    record = {
        "doc_key": "nw/wsj_0001",
        "sentences": [["I", "see"], [], ["me", " "]],
        "speakers": [["Ann", "Ann"], [], ["-", ""]],
        "clusters": [[[0, 0], [2, 2]], [[0, 2]]],
    }
    (document,) = parse("jsonl", json.dumps(record) + "\n\n")
    assert (document.key, document.genre) == (("nw/wsj_0001", 0), "nw")
    assert (document.words, document.sentence_starts) == (["I", "see", "me", "_"], [0, 2])
    assert document.speakers == ["Ann", "Ann", "", ""]
    assert spans(document) == [(0, 3, "1"), (0, 1, "0"), (2, 3, "0")]


def test_written():
    document = Document("d", 2, ["ä", "b"], [0, 1], [Mention(0, 2, "x"), Mention(1, 2, "y")])
    assert written(document) == (
        '{"doc_key": "d_2", "part": 2, "sentences": [["ä"], ["b"]], "clusters": [[[0, 1]], [[1, 1]]]}\n'
    )
    assert parse("jsonl", written(document))[0].key == ("d", 2)


def linked(document: Document) -> Document:
    """The document, where each mention has the last mention of its entity before it as its antecedent."""
    last: dict[str, Mention] = {}
    for mention in document.mentions:
        if mention.entity in last:
            mention.antecedent = last[mention.entity].span
        last[mention.entity] = mention
    return document


@given(documents().map(linked) | documents())
def test_reads_back_what_it_writes(document):
    (back,) = parse("jsonl", written(document))
    assert [m.antecedent for m in back.mentions] == [m.antecedent for m in document.mentions]
    for attribute in ("key", "words", "sentence_starts", "speakers", "genre"):
        assert getattr(back, attribute) == getattr(document, attribute)
    chains = [{m.span for m in chain} for chain in document.chains().values()]
    assert [{m.span for m in chain} for chain in back.chains().values()] == chains


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "the line is not valid JSON"),
        ("[" * 100000, "the line is not valid JSON"),
        ("[]", "the line is not an object with a `doc_key`"),
        ('{"sentences": []}', "the line is not an object with a `doc_key`"),
        ('{"doc_key": "d"}', "`sentences` is not a list of lists of strings"),
        ('{"doc_key": "d", "sentences": [[1]]}', "`sentences` is not a list"),
        ('{"doc_key": "d", "sentences": [["\\ud800"]]}', "`sentences` contains half of a surrogate pair, \\ud800"),
        ('{"doc_key": "d", "sentences": [["a"]], "part": true}', "`part` is True"),
        (f'{{"doc_key": "d", "sentences": [["a"]], "part": {2**63}}}', f"`part` is {2**63}"),
        ('{"doc_key": "d", "sentences": [["a"]], "speakers": [["x", "y"]]}', "differ in number"),
        ('{"doc_key": "d", "sentences": [["a"]], "clusters": [1]}', "`clusters` is not a list of lists"),
        (
            '{"doc_key": "d", "sentences": [["a"]], "clusters": [[[0, 1]]]}',
            "[0, 1] is not a pair of the 1 words",
        ),
        ('{"doc_key": "d", "sentences": [["a"]], "clusters": [[[true, 0]]]}', "the mention [true, 0]"),
        ('{"doc_key": "d", "sentences": [["a"]], "clusters": [[[0, 0]], [[0, 0]]]}', "in chain 0 and in chain 1"),
    ],
)
def test_errors(line, message):
    content = '{"doc_key": "ok", "sentences": []}\n' + line + "\n"
    with pytest.raises(FormatError) as caught:
        parse("jsonl", content)
    assert (caught.value.file, caught.value.line) == ("f", 2)
    assert message in caught.value.message
    found, report = parse_with_report("jsonl", content, on_error="skip")
    assert ([document.name for document in found], len(report.skipped)) == (["ok"], 1)


def test_tokens_and_flat_speakers():
    """As in the training data of fastcoref."""
    record = {"doc_key": "d", "tokens": ["I", "see", "me"], "speakers": ["A", "-", "A"], "clusters": [[[0, 0], [2, 2]]]}
    (document,) = parse("jsonl", json.dumps(record))
    assert (document.words, document.sentence_starts) == (["I", "see", "me"], [])
    assert document.speakers == ["A", "", "A"]
    assert spans(document) == [(0, 1, "0"), (2, 3, "0")]
    nested = {**record, "speakers": [["A"], ["-", "A"]], "text": "I see me"}
    assert parse("jsonl", json.dumps(nested)) == [document]


def test_text():
    """As in the output of fastcoref: no names, character offsets with exclusive ends."""
    lines = [
        {
            "text": "Ann lost her keys.\n\nShe looked.",
            "clusters": [[[0, 3], [9, 12], [20, 23]]],
            "clusters_strings": [],
        },
        {"text": "", "clusters": []},
    ]
    first, second = parse("jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    assert (first.name, second.name, second.words) == ("f_1", "f_2", [])
    assert [first.surface(m) for m in first.mentions] == ["Ann", "her", "She"]
    assert (first.sentence_starts, first.paragraph_starts, first.offsets[5]) == ([0, 5], [0, 5], 20)
    assert first.text == lines[0]["text"]


def test_text_that_is_cut_within_words():
    ((document,), report) = parse_with_report(
        "jsonl", json.dumps({"doc_key": "d", "text": "Annie saw", "clusters": [[[0, 3], [5, 6]]]})
    )
    assert spans(document) == [(0, 1, "0")]
    assert len(report.misfits) == 2


def test_preco():
    record = {
        "id": "p",
        "sentences": [["Ann", "left"], [" "], ["She", "ran"], ["Yes"]],
        "mention_clusters": [[[0, 0, 1], [2, 0, 1]], [[2, 0, 2]]],
    }
    (document,) = parse("jsonl", json.dumps(record))
    assert (document.name, document.words) == ("p", ["Ann", "left", "She", "ran", "Yes"])
    assert (document.sentence_starts, document.paragraph_starts) == ([0, 2, 4], [0, 2])
    assert spans(document) == [(0, 1, "0"), (2, 4, "1"), (2, 3, "0")]


def test_sentence_map_and_fields_of_others():
    """Segments of word pieces, as in the data of SpanBERT's coreference model."""
    record = {
        "doc_key": "d",
        "sentences": [["[CLS]", "a", "##b"], ["c", "[SEP]"]],
        "sentence_map": [0, 0, 1, 1, 1],
        "subtoken_map": [0, 0, 0, 1, 1],
        "constituents": [[0, 1, "NP"]],
        "ner": [],
        "pronouns": [[1, 1]],
        "clusters": [[[1, 2]]],
    }
    (document,) = parse("jsonl", json.dumps(record))
    assert document.words == ["[CLS]", "a", "##b", "c", "[SEP]"]
    assert document.sentence_starts == [0, 2]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"tokens": ["a"]}, "the line is not an object with a `doc_key`"),
        ({"doc_key": "d", "tokens": [["a"]]}, "`tokens` is not a list of strings"),
        ({"doc_key": "d", "tokens": "ab"}, "`tokens` is not a list of strings"),
        ({"doc_key": "d", "tokens": ["a"], "speakers": ["x", "y"]}, "differ in number"),
        ({"doc_key": "d", "tokens": ["a"], "speakers": "x"}, "`speakers` is not a list"),
        ({"doc_key": "d", "tokens": ["a"], "sentence_map": [0, 1]}, "`sentence_map` is not a list of 1 numbers"),
        ({"text": ["a", "b"]}, "`text` is not a string"),
        ({"text": "a\ud800"}, "`text` contains half of a surrogate pair"),
        ({"text": "a", "clusters": [[[0, 0]]]}, "the mention [0, 0] is not a pair of the 1 characters"),
        ({"text": "a", "clusters": [[[0, 2]]]}, "the mention [0, 2] is not a pair of the 1 characters"),
        ({"text": "a", "clusters": [[[0, 10**30]]]}, "is not a pair of the 1 characters"),
        ({"id": "d", "sentences": [["a"]], "mention_clusters": [[[0, 0]]]}, "is not a sentence and words in it"),
        ({"id": "d", "sentences": [["a"]], "mention_clusters": [[[1, 0, 1]]]}, "is not a sentence and words in it"),
        ({"id": "d", "sentences": [["a"], ["b"]], "mention_clusters": [[[0, 0, 2]]]}, "is not a sentence and words"),
        ({"id": "d", "sentences": [["a"]], "mention_clusters": 1}, "`mention_clusters` is not a list of lists"),
    ],
)
def test_errors_of_the_variants(record, message):
    with pytest.raises(FormatError) as caught:
        parse("jsonl", json.dumps(record))
    assert message in caught.value.message


CHAINS = {
    "doc_key": "d",
    "sentences": [["Ann", "said", "she", "and", "Bob", "lost", "their", "dog", "."]],
    "clusters": [[[2, 4], [6, 6]], [[0, 0], [2, 2]]],
}


def test_antecedents():
    (document,) = parse("jsonl", json.dumps({**CHAINS, "antecedents": [[None, [2, 4]], [None, [0, 0]]]}))
    assert [(m.span, m.antecedent) for m in document.mentions] == [
        ((0, 1), None),
        ((2, 5), None),
        ((2, 3), (0, 1)),
        ((6, 7), (2, 5)),
    ]
    assert (
        '"clusters": [[[0, 0], [2, 2]], [[2, 4], [6, 6]]], "antecedents": [[null, [0, 0]], [null, [2, 4]]]}'
        in written(document)
    )
    document.mentions = [m for m in document.mentions if m.span != (0, 1)]  # the antecedent is not there any more
    assert '"antecedents": [[null, [2, 4]], [null]]' in written(document)
    document.mentions = [m for m in document.mentions if m.span != (2, 5)]
    assert "antecedents" not in written(document)


def test_antecedents_of_texts_and_sentences():
    """They are written as the mentions are: in characters of a text, or in words of a sentence (PreCo)."""
    text = {"text": "Ann said she left.", "clusters": [[[0, 3], [9, 12]]], "antecedents": [[None, [0, 3]]]}
    (document,) = parse("jsonl", json.dumps(text))
    assert [m.antecedent for m in document.mentions] == [None, (0, 1)]
    record = {
        "id": "p",
        "sentences": [["Ann", "left"], [" "], ["She", "ran"]],
        "mention_clusters": [[[0, 0, 1], [2, 0, 1]]],
    }
    (document,) = parse("jsonl", json.dumps({**record, "antecedents": [[None, [0, 0, 1]]]}))
    assert [m.antecedent for m in document.mentions] == [None, (0, 1)]


def test_the_antecedent_of_a_mention_that_is_left_out():
    record = {
        "doc_key": "d",
        "sentences": [["I", "see", "me", "now"]],
        "clusters": [[[0, 0], [2, 2]], [[0, 0], [3, 3]]],
        "antecedents": [[None, [0, 0]], [None, [0, 0]]],
    }
    (document,) = parse("jsonl", json.dumps(record), repeats="first")
    assert [(m.span, m.antecedent) for m in document.mentions] == [((0, 1), None), ((2, 3), (0, 1)), ((3, 4), None)]
    (document,) = parse("jsonl", json.dumps(record), repeats="keep")
    assert [m.antecedent for m in document.mentions] == [None, None, (0, 1), (0, 1)]


@pytest.mark.parametrize(
    ("antecedents", "message", "cure"),
    [
        (
            1,
            "`antecedents` is not a list of 2 lists as long as the clusters",
            "null, or an earlier mention of its cluster",
        ),
        ([[None, None]], "`antecedents` is not a list of 2 lists as long as", "null, or an earlier mention"),
        ([[None], [None, None]], "`antecedents` is not a list of 2 lists as long as", "null, or an earlier mention"),
        ([[None, 2], [None, None]], "the antecedent 2 of the mention [6, 6] is in no cluster", "null, or an earlier"),
        (
            [[None, [[]]], [None, None]],
            "the antecedent [[]] of the mention [6, 6] is in no cluster",
            "null, or an earlier",
        ),
        ([[None, [5, 5]], [None, None]], "the antecedent [5, 5] of the mention [6, 6] is in no cluster", "null, or an"),
        (
            [[None, [0, 0]], [None, None]],
            "the antecedent [0, 0] of the mention [6, 6] is in another cluster",
            "null, or",
        ),
        ([[None, [6, 6]], [None, None]], "the mention [6, 6] is its own antecedent", "null, or an earlier mention"),
        ([[[6, 6], None], [None, None]], "the antecedent [6, 6] of the mention [2, 4] comes after it", "null, or an"),
    ],
)
def test_wrong_antecedents(antecedents, message, cure):
    content = '{"doc_key": "ok", "sentences": []}\n' + json.dumps({**CHAINS, "antecedents": antecedents}) + "\n"
    with pytest.raises(FormatError) as caught:
        parse("jsonl", content)
    assert (caught.value.file, caught.value.line, caught.value.document) == ("f", 2, "d")
    assert message in caught.value.message
    assert cure in caught.value.cure


def test_a_name_twice_in_a_record(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"doc_key": "a", "sentences": [["b"]], "sentences": [["c"]], "clusters": []}\n')
    with pytest.raises(FormatError, match=r"the line is not valid JSON \(the name 'sentences' occurs twice"):
        list(read(path))


@given(quotations(4, ["0", "1"]))
def test_law_quotations_are_read_as_they_are_written(said):
    mentions = [Mention(0, 1, "0"), Mention(1, 3, "1")]
    document = Document("d", words=list("abcd"), sentence_starts=[0], mentions=mentions, quotations=said)
    assert parse("jsonl", written(document))[0].quotations == said


def test_quotations():
    line = {
        "doc_key": "d",
        "sentences": [list("abcd")],
        "clusters": [[[0, 0]], [[1, 2], [3, 3]]],
        "quotations": [
            {
                "words": [1, 2],
                "turn": 0,
                "speaker": 1,
                "mention": [3, 3],
                "probability": 1,
                "cue": [0, 1],
                "addressee": 0,
                "addressee_mention": [2, 3],
                "addressee_probability": 0.5,
            },
            {"words": [3, 3]},
        ],
    }
    (document,) = parse("jsonl", json.dumps(line))
    assert document.quotations == [
        Quotation(1, 3, "1", (3, 4), 1, 0, (0, 2), "0", (2, 4), 0.5),
        Quotation(3, 4, turn=1),
    ]
    assert json.loads(written(document))["quotations"][0] == line["quotations"][0]
    assert "quotations" not in written(Document("d", words=["a"]))


def test_the_speaker_is_the_cluster_that_is_written():
    mentions = [Mention(0, 1, "x"), Mention(1, 2, "y")]
    found = [Quotation(0, 1, "y"), Quotation(1, 2, "z", addressee="x")]
    document = Document("d", words=["a", "b"], mentions=mentions, quotations=found)
    told = json.loads(written(document))["quotations"]
    assert [(one["speaker"], one["addressee"]) for one in told] == [(1, None), (None, 0)]


@pytest.mark.parametrize(
    ("quotations", "message"),
    [
        ({}, "`quotations` is not a list"),
        ([3], "the quotation 3 is not an object"),
        ([{}], r"has `words` that are not a pair of the 2 words in the document"),
        ([{"words": [1, 0]}], "has `words` that are not a pair"),
        ([{"words": [0, 2]}], "has `words` that are not a pair"),
        ([{"words": [0, 1], "mention": [0]}], "has a value of `mention` that is not a pair"),
        ([{"words": [0, 1], "mention": [0, 9]}], "has a value of `mention` that is not a pair"),
        ([{"words": [0, 1], "speaker": 1}], "has a value of `speaker` that is not the index of one of 1 clusters"),
        ([{"words": [0, 1], "speaker": "0"}], "has a value of `speaker` that is not the index"),
        ([{"words": [0, 1], "speaker": True}], "has a value of `speaker` that is not the index"),
        ([{"words": [0, 1], "probability": 1.5}], "has a value of `probability` that is not a number in"),
        ([{"words": [0, 1], "probability": True}], "has a value of `probability` that is not a number in"),
        ([{"words": [0, 1], "cue": [1, 2]}], "has a value of `cue` that is not a pair"),
        ([{"words": [0, 1], "addressee": "0"}], "has a value of `addressee` that is not the index"),
        ([{"words": [0, 1], "addressee_mention": 1}], "has a value of `addressee_mention` that is not a pair"),
        (
            [{"words": [0, 1], "addressee_probability": 2}],
            "has a value of `addressee_probability` that is not a",
        ),
        ([{"words": [0, 1], "turn": -1}], "has a `turn` that is not a whole number from 0"),
        ([{"words": [0, 1], "turn": None}], "has a `turn` that is not a whole number from 0"),
    ],
)
def test_wrong_quotations(quotations, message):
    line = {"doc_key": "d", "sentences": [["a", "b"]], "clusters": [[[0, 1]]], "quotations": quotations}
    with pytest.raises(FormatError, match=message) as caught:
        parse("jsonl", "\n" + json.dumps(line))
    assert (caught.value.line, caught.value.document) == (2, "d")
