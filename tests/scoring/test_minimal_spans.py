"""Minimal spans; the tests cite the numbered rules of `corefpipe.scoring.minimal_spans`."""

from __future__ import annotations

import re

import pytest

from corefpipe.document import Document, Mention, Origin
from corefpipe.exceptions import AnnotationError, FormatError
from corefpipe.formats import read
from corefpipe.scoring.heads import members
from corefpipe.scoring.minimal_spans import minimal_spans

_TOKEN = re.compile(r"\((\S+)|(\))|([^\s()/]+)(?:/([^\s()]+))?")

MAN = "(NP (NP the/DT old man) (PP with/IN (NP the/DT big dog)))"
SENTENCE = f"(TOP (S (ADVP Today) , {MAN} (VP will/MD (VP sleep (ADVP very well)))))"


def parsed(*trees: str) -> Document:
    """A document of trees such as `(NP the/DT man)`, one per sentence; words without a tag get an unknown one."""
    words: list[str] = []
    tags: list[str] = []
    bits: list[str] = []
    starts = []
    for tree in trees:
        starts.append(len(words))
        opened = ""
        for match in _TOKEN.finditer(tree):
            label, closing, word, tag = match.groups()
            if label:
                opened += f"({label}"
            elif closing:
                bits[-1] += ")"
            else:
                words.append(word)
                tags.append(tag or "")
                bits.append(f"{opened}*")
                opened = ""
    return Document("d", words=words, sentence_starts=starts, tags=tags, other={"parse": bits})


def find(document: Document, phrase: str) -> tuple[int, int]:
    """The first span with these words."""
    wanted = phrase.split()
    starts = range(len(document) - len(wanted) + 1)
    start = next(i for i in starts if document.words[i : i + len(wanted)] == wanted)
    return start, start + len(wanted)


def minimal(document: Document, mention: Mention) -> str:
    (found,) = minimal_spans([mention], document, document)
    assert list(found) == sorted(set(found))
    return " ".join(document.words[word] for word in found)


def of_tree(tree: str) -> str:
    """The minimal span of a mention that covers the whole tree."""
    document = parsed("(S (NP we) (VP saw))", f"(TOP (S (ADVP then) {tree} (VP slept)))")
    return minimal(document, Mention(3, len(document) - 1))


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        # Rule 4: words in the root.
        ("(NP the/DT old man)", "old man"),
        ("(NP she/PRP)", "she"),
        ("(NP this/DT)", "this"),
        ("(NP the/DT (NX car) and/CC (NX bus) drivers)", "drivers"),
        ("(NP (NP the/DT man 's/POS) (ADJP very old) dog)", "dog"),
        ("(VP left (NP the/DT house))", "left"),
        ("(VP will/MD (VP leave))", "will"),
        ("(NP (QP about/IN 20) %)", "%"),
        # Rule 5: phrases of the same kind in the root.
        (MAN, "old man"),
        ("(NP (NP (NP the/DT man) (PP in/IN (NP Rome))) , (SBAR who/WP (VP slept)))", "man"),
        ("(NP (NP the/DT man) and/CC (NP the/DT woman))", "man woman"),
        ("(NP (NP the/DT man) , (NP (NP the/DT wife) (PP of/IN (NP Bob))) and/CC (NP Al))", "man wife Al"),
        ("(NP (NP Mr. Smith) , (NP the/DT mayor))", "Mr. Smith mayor"),
        ("(NP (NML (NML the/DT man)))", "man"),
        ("(NP (QP 5 or/CC 6) (PP of/IN (NP us)))", "5 6"),
        ("(VP (VP ate (NP bread)) and/CC (VP drank))", "ate drank"),
        ("(VP (NP bread) (VP eaten))", "eaten"),
        ("(NP-SBJ (NP-1 a/DT man) (VP-2 seen))", "man"),
        ("(S (NP he) (VP left))", "he"),
        ("(S (VP leave) (ADVP now))", "leave"),
        ("(PP under/IN (NP the/DT tree))", "tree"),
        ("(PP of/IN (QP two three))", "two three"),
        # Rule 6: neither.
        ("(SBAR that/IN (S (ADVP now) (NP he) (VP left)))", "he"),
        ("(SBAR that/IN (S (ADVP now) (VP leave (NP home)) (NP he)))", "leave"),
        ("(TOP (S (PP in/IN (ADVP there)) (NP (NP Bob))))", "Bob"),
        ("(SBAR (S (VP (NP home) (VP went))))", "went"),
        ("(FRAG (ADJP (ADVP very) sad))", "very sad"),
        # Rule 7: all words.
        ("(NP (NP all/DT) (PP of/IN (NP them)))", "all of them"),
        ("(NP (ADJP so much) (SBAR to (VP see)))", "so much to see"),
        ("(VP (ADVP home))", "home"),
        ("(NP -LRB-/-LRB- , ...)", "-LRB- , ..."),
    ],
)
def test_trees(tree, expected):
    assert of_tree(tree) == expected


def test_valid_words():
    assert of_tree("(NP 50 % -LRB-/-LRB- -LCB- '' 's - é ½ $ x/CC the/DT in/IN the)") == "50 % 's é ½ the"


def test_the_root_is_the_highest_constituent():
    assert of_tree("(NP (NP (NP the/DT man)) )") == "man"
    # An S is replaced by its children, a VP is not.
    assert of_tree("(S (VP (NP the/DT man) (ADVP here)))") == "the man here"
    assert of_tree("(S (NP (VP going (ADVP home))))") == "going home"
    assert of_tree("(NP (S (VP go)))") == "go"


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("old man", "old man"),
        ("man", "man"),
        ("the", "the"),
        # Boundaries that are off by some words change little.
        ("old man with the big dog", "old man"),
        ("the old man with the", "old man"),
        ("the old man with the big", "old man"),
        ("the old man with the big dog will", "old man"),
        ("the old man with the big dog will sleep very well", "old man"),
        (", the old man with the big dog", "old man"),
        ("man with the big dog", "man"),
        ("big dog will sleep", "big dog"),
        ("with the big", "big"),
        ("will sleep", "will"),
        ("sleep very", "sleep"),
        ("Today , the", "Today , the"),
    ],
)
def test_mentions_that_are_no_constituents(phrase, expected):
    document = parsed(SENTENCE)
    assert minimal(document, Mention(*find(document, phrase))) == expected


def test_a_mention_does_not_depend_on_what_it_begins():
    """Rule 1: larger constituents that begin with the mention are ignored."""
    man = "(NP (NP the/DT man) , (NP (NP a/DT friend) (PP of/IN (NP Bob))))"
    within = parsed(f"(TOP (S (NP {man} (SBAR who (S (VP slept)))) (VP left)))")
    assert minimal(parsed(man), Mention(0, 7)) == minimal(within, Mention(0, 7)) == "man friend"


def test_sentences():
    document = parsed("(NP the/DT man)", "(S (NP a/DT dog) (VP barked))")
    assert minimal(document, Mention(0, 4)) == "man"
    assert minimal(document, Mention(1, 5)) == "man"
    assert minimal(document, Mention(0, 5)) == "man"


def test_a_sentence_without_a_tree():
    document = parsed("(NP the/DT man)", "the/DT old woman")
    assert minimal(document, Mention(2, 5)) == "old woman"
    assert minimal(document, Mention(0, 5)) == "old woman"
    assert minimal(document, Mention(0, 2)) == "man"


def test_tags_may_be_unknown():
    document = parsed(MAN)
    document.tags = None
    assert minimal(document, Mention(0, 7)) == "the old man"


def test_discontinuous_mentions():
    document = parsed(SENTENCE)
    assert minimal(document, Mention(2, 9, fragments=((2, 5), (6, 9)))) == "old man big dog"
    assert minimal(document, Mention(2, 9, fragments=((2, 3), (4, 5)))) == "man"
    assert minimal(document, Mention(0, 13, fragments=((0, 1), (9, 13)))) == "will"
    assert minimal(document, Mention(1, 3, fragments=((1, 2), (2, 3)))) == ", the"


@pytest.mark.parametrize(
    ("value", "expected"),
    [("3", "man"), ("2,3", "old man"), ("7, 3,3", "man dog"), ("3,99,0", "man"), ("99", "old man"), ("", "old man")],
)
def test_annotated_minimal_spans(value, expected):
    document = parsed(MAN)
    assert minimal(document, Mention(0, 7, other={"minspan": value})) == expected


def test_annotated_minimal_spans_of_discontinuous_mentions():
    document = parsed(MAN)
    assert minimal(document, Mention(0, 7, fragments=((0, 2), (5, 7)), other={"minspan": "2,4"})) == "old dog"


@pytest.mark.parametrize("value", ["x", "1-2", "1,", "-1", "1.5", "²", "9" * 5000])
def test_annotated_minimal_spans_that_are_none(value):
    document = parsed(MAN)
    document.origin = Origin.of_lines("f", 1, range(2, 9))
    with pytest.raises(
        AnnotationError, match=r"f:3 \(document d\): the minimal span of the mention in words 2 to 3 is"
    ):
        minimal_spans([Mention(1, 3, other={"minspan": value})], document, document)


def test_the_parse_of_the_key_serves_the_response():
    key = parsed(MAN)
    response = Document("d", words=key.words, mentions=[Mention(0, 3), Mention(1, 7)])
    assert minimal_spans(response.mentions, response, key) == [(1, 2), (1, 2)]
    assert minimal_spans([], response, response) == []


def test_no_parse():
    document = Document("d", words=["the", "man"], origin=Origin("f", 1))
    annotated, plain = Mention(0, 2, other={"minspan": "2"}), Mention(0, 2)
    assert minimal_spans([annotated], document, document) == [(1,)]
    message = r"f \(document d\): minimal spans need a constituency parse, and the document has none\. Give a key with"
    with pytest.raises(AnnotationError, match=message):
        minimal_spans([annotated, plain], document, document)


def test_a_parse_of_other_words():
    document = Document("d", words=["the", "man", "left"])
    with pytest.raises(AnnotationError, match="document d: the document has 3 words, its constituency parse 2"):
        minimal_spans([Mention(0, 2)], document, parsed("(NP the man)"))


def test_a_broken_parse():
    document = parsed("(NP the man)")
    document.other["parse"][1] = "*"
    with pytest.raises(FormatError, match="document d: the constituent"):
        minimal_spans([Mention(0, 2)], document, document)


def test_a_corpus(corpora):
    folder = corpora / "ontogum" / "dev"
    if not folder.is_dir():
        pytest.skip("OntoGUM is not here")
    shorter = total = 0
    for document in read(folder, "conll", repeats="keep"):
        found = minimal_spans(document.mentions, document, document)
        for mention, words in zip(document.mentions, found, strict=True):
            assert words
            assert set(words) <= set(members(mention))
            shorter += len(words) < mention.end - mention.start
        total += len(found)
    assert 0.2 * total < shorter < 0.4 * total
