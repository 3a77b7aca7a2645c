"""Dialogue in Docs: speakers of tokens, sentences, labels, stored turns, and speaker attributes of mentions."""

from __future__ import annotations

import pytest
from spacy.tokens import Doc, Span

import corefpipe
from corefpipe.dialogue import docs
from corefpipe.dialogue.docs import begin_sentences, find_speakers, has_speakers, mark_turns, parse_labels, turns_of
from corefpipe.document import Document
from corefpipe.features import MentionTable
from corefpipe.mentions import Spans
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.speakers import speaker_entities, speakers
from corefpipe.resolver.loading import load_resolver

TEXT = "Ann: I lost my keys.\nBob: Where did you see them, Ann?\nAnn: In my bag.\n"


def test_speakers_of_tokens(base):
    doc = base.tokenizer(TEXT)
    speakers = find_speakers(doc)
    assert not has_speakers(doc)
    assert " ".join(t.text for t, s in zip(doc, speakers, strict=True) if s == "Ann") == "I lost my keys . In my bag ."
    assert [t.text for t, s in zip(doc, speakers, strict=True) if not s] == "Ann : \n Bob : \n Ann : \n".split(" ")
    assert find_speakers(base.tokenizer("Ann lost her keys.")) is None


def test_marked_turns_are_parsed_apart(base):
    doc = base.tokenizer(TEXT)
    assert [turn.speaker for turn in mark_turns(doc)] == ["Ann", "Bob", "Ann"]
    assert [t._.speaker for t in doc] == find_speakers(doc)
    for _, component in base.pipeline:
        doc = component(doc)
    assert [s.text.strip() for s in doc.sents] == [
        line for x in TEXT.splitlines() for line in x.replace(": ", ":|").split("|")
    ]


def test_only_turns_begin_sentences(base):
    doc = base.tokenizer(TEXT)
    begin_sentences(doc, turns_of(doc))
    assert [t.is_sent_start for t in doc[:7]] == [True, False, True, None, None, None, None]


def test_given_speakers_win(base):
    doc = base.tokenizer(TEXT)
    doc[2:4]._.speaker = "Zoe"
    assert mark_turns(doc) == []
    assert doc[2]._.speaker == doc[2:4]._.speaker == "Zoe"
    assert doc[1:4]._.speaker == ""  # not all of one speaker
    assert doc[8]._.speaker == ""
    assert Span.has_extension("speaker")


def test_labels_become_names(base):
    doc = base.tokenizer("[12:03] <tobi_k> hi, is the printer yours?\n[12:04] <jonas> I think so\n[12:05] <tobi_k> oh")
    n = len(doc)
    pos, tags, deps, heads = ["X"] * n, ["X"] * n, ["dep"] * n, [0] * n
    parse_labels(turns_of(doc), pos, tags, deps, heads)
    name = [t.text for t in doc].index("tobi_k")
    assert [pos[name - 1], pos[name], pos[name + 1]] == ["PUNCT", "PROPN", "PUNCT"]
    assert heads[: name + 2] == [name] * (name + 2)
    assert deps[name] == "root"
    # Dependents of the label's first token are roots now.
    assert (heads[name + 2], deps[name + 2], pos[name + 2]) == (name + 2, "root", "X")


def table(base, doc: Doc, *mentions: str) -> MentionTable:
    """The mention table of all spans with one of these texts."""
    for _, component in base.pipeline:
        doc = component(doc)
    parse = Parse.from_doc(doc)
    spans = {(a, b) for a in range(len(doc)) for b in range(a + 1, len(doc) + 1) if doc[a:b].text in mentions}
    return MentionTable(parse, Spans.given(spans, parse))


def facts(base, doc: Doc, *mentions: str) -> tuple[list[int], list[int]]:
    entity, apart = speaker_entities(table(base, doc, *mentions))
    return entity.tolist(), apart[:, 0].tolist()


def test_what_speakers_tell(base):
    doc = base.tokenizer(TEXT)
    mark_turns(doc)
    entity, apart = facts(base, doc, "Ann", "I", "my", "Bob", "you", "them")
    #                  Ann  I my Bob you them Ann Ann my
    assert entity == [0, 0, 0, 1, 0, -1, 0, 0, 0]
    assert apart == [-1, -1, -1, -1, 1, 1, -1, -1, -1]


def test_names_in_narration_are_no_speakers_but_by_their_labels():
    stream = corefpipe.Stream()
    stream.append("Ann lost her keys. She found them. Rob Hill laughed.")
    stream.append("I have them.", speaker="Bob")
    stream.append("My keys are here.", speaker="RobHill")
    document = stream.document()
    chains = [[document.surface(one) for one in chain] for chain in document.chains().values()]
    assert ["Ann", "her", "She"] in chains
    assert not any("I" in chain and "My" in chain for chain in chains)
    assert not any("I" in chain and "Rob Hill" in chain for chain in chains)


def test_who_is_addressed_is_nobody_of_whom_is_told(base):
    doc = base.tokenizer("<kim> hey, call bob\n<bob> yes, I will\n<ann> bob: tell him that you left his box")
    mark_turns(doc)
    entity, apart = speaker_entities(table(base, doc, "him", "you", "his"))
    assert entity.tolist() == [-1, 1, -1]
    assert apart.tolist() == [[2, 1], [2, -1], [2, 1]]


def test_no_speakers_no_facts(base):
    assert speakers(table(base, base.tokenizer("I lost my keys."), "I")) is None


def test_a_dash_is_no_speaker(base):
    doc = Doc(base.vocab, words="I came . I went .".split())
    doc[0:3]._.speaker, doc[3:6]._.speaker = "-", "Ann"
    assert facts(base, doc, "I")[0] == [-1, 0]
    doc[3:6]._.speaker = "_"
    assert speakers(table(base, doc, "I")) is None


def test_quotations_within_a_turn_tell_nothing(base):
    doc = base.tokenizer('Ann: She said: "I am tired." I left.\nBob: Did you?\n')
    mark_turns(doc)
    assert facts(base, doc, "I")[0] == [-1, 0]


def test_in_fiction_the_quotation_is_the_speakers(base):
    doc = base.tokenizer("“I am tired,” she told me. I left her. “I know,” I said.")
    for span, speaker in ((doc[0:10], "Ann"), (doc[14:22], "Narrator")):
        span._.speaker = speaker
    #                                          I me I I I: Ann, the narrator twice, one who is so labelled, the narrator
    assert facts(base, doc, "I", "me")[0] == [0, 2, 2, 1, 2]


@pytest.mark.parametrize(
    ("label", "name", "is_it"),
    [
        ("NoraBell", "Nora", True),
        ("NoraBell", "Bell", True),
        ("Nora Bell", "Mr. Bell", False),
        ("Nora Bell", "Mrs. Bell", True),
        ("Dr. Bell", "Dr. Bell", True),
        ("Mr. Bell", "Mrs. Bell", False),
        ("ChiefJusticeJohnRoberts", "John Roberts", True),
        ("NORA BELL", "Nora Bell 's", True),
        ("NoraBell", "Ben", False),
        ("NoraBell", "Norabel", False),
    ],
)
def test_names_of_speakers(base, label, name, is_it):
    words = [*name.split(), "came", "because", "I", "came", "."]
    doc = Doc(base.vocab, words=words)
    i = words.index("I")
    doc[i]._.speaker = label
    for _, component in base.pipeline:
        doc = component(doc)
    parse = Parse.from_doc(doc)
    parse.pos[: i - 2] = ["PROPN"] * (i - 2)
    entity, _ = speaker_entities(MentionTable(parse, Spans.given([(0, i - 2), (i, i + 1)], parse)))
    assert entity.tolist() == [0 if is_it else -1, 0]


def test_whom_a_turn_calls_by_name(base):
    lines = ["<ann> ben: are you there? do you hear me?", "<ben> I told you, cy.", "<cy> you did? I missed it"]
    doc = base.tokenizer("\n".join(lines))
    mark_turns(doc)
    #                 ann's you, you, me: ben, ben, ann; ben's I, you: ben, cy; cy's you is open
    assert facts(base, doc, "you", "me", "I")[0] == [1, 1, 0, 1, 2, -1, 2]


def test_one_name_of_two_speakers(base):
    doc = Doc(base.vocab, words="Bell came . I came . I came .".split())
    doc[3]._.speaker, doc[6]._.speaker = "Nora Bell", "Tom Bell"
    assert facts(base, doc, "Bell", "I")[0] == [-1, 0, 1]


def test_chains_of_a_dialogue(base):
    doc = base.tokenizer(TEXT)
    mark_turns(doc)
    for _, component in base.pipeline:
        doc = component(doc)
    resolver = load_resolver("en")
    mentions = resolver.table(doc)
    links, scores = resolver.features.score(mentions, resolver.weights)
    decoding = resolver.decoder.decode(links, scores, speakers(mentions))
    chains: dict[int, list[str]] = {}
    for label, (start, end, _) in zip(decoding.labels.tolist(), mentions.triples(), strict=True):
        chains.setdefault(label, []).append(" ".join(mentions.parse.words[start:end]))
    assert ["Ann", "I", "my", "you", "Ann", "Ann", "my"] in chains.values()
    assert ((decoding.probability > 0) & (decoding.probability <= 1)).all()


CHAT = "Ann: Did you see my keys, Bo?\nBo: You left them on my desk.\nAnn: I am so forgetful.\n"


@pytest.fixture
def searches(monkeypatch):
    """The list of texts that were searched for turns."""
    texts = []
    real = docs.find_turns
    monkeypatch.setattr(docs, "find_turns", lambda text, language="en": texts.append(text) or real(text, language))
    return texts


@pytest.mark.parametrize("text", [CHAT, "Ann lost her keys.\nShe found them.\n"])
def test_a_text_is_searched_for_turns_once(nlp, resolver, base, searches, text):
    doc = nlp(text)
    assert searches == [text]
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert turns_of(again) == turns_of(doc)
    ((parsed, _),) = annotate([Document("d", text=text)], base)
    resolver(parsed)
    assert searches == [text, text]


def test_turns_are_remembered_by_characters(base, searches):
    doc = base.tokenizer(CHAT)
    turns = mark_turns(doc)
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[2:5])
    assert [doc[turn.label[0]].text for turn in turns_of(doc)] == ["Ann", "Bo", "Ann"]
    both = Doc.from_docs([doc, base.tokenizer("\nShe sings."), doc], ensure_whitespace=False)
    assert [both[turn.label[0]].text for turn in turns_of(both)] == ["Ann", "Bo", "Ann"] * 2
    assert len(searches) == 1
    assert [turn.speaker for turn in turns] == ["Ann", "Bo", "Ann"]
