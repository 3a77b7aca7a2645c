"""Tables of entities: names, aliases, kinds, genders."""

from __future__ import annotations

import builtins

import pytest

from corefpipe.document import Document, Mention
from corefpipe.exceptions import CorefpipeError, SettingError

TEXT = "Mr. Bennet met Lizzy . He told Elizabeth the news . Lizzy and Elizabeth are one ; it pleased her ."
TAGS = "NNP NNP VBD NNP . PRP VBD NNP DT NN . NNP CC NNP VBP CD . PRP VBD PRP ."


def novel(**columns: object) -> Document:
    mentions = [
        Mention(0, 2, "b", type="person"),
        Mention(3, 4, "e", type="person"),
        Mention(5, 6, "b", type="person"),
        Mention(7, 8, "e", type="person"),
        Mention(8, 10, "n", type="event"),
        Mention(11, 12, "e", type="animal"),
        Mention(13, 14, "e", type="person"),
        Mention(17, 18, "n", type="event"),
        Mention(19, 20, "e"),
    ]
    return Document("novel", words=TEXT.split(), mentions=mentions, sentence_starts=[0], **columns)


@pytest.mark.parametrize("tags", [TAGS.split(), None])
def test_rows(tags):
    told = [row[1:] for row in novel(tags=tags).entity_table()]
    assert told == [
        ("e", "Lizzy", {"Elizabeth": 2, "Lizzy": 2}, {}, {"her": 1}, "person", "female", 5, 3, 19),
        ("b", "Mr. Bennet", {"Mr. Bennet": 1}, {}, {"he": 1}, "person", "male", 2, 0, 5),
        ("n", "the news", {}, {"the news": 1}, {"it": 1}, "event", "neuter", 2, 8, 17),
    ]


@pytest.mark.parametrize(
    ("words", "tags", "gender"),
    [
        ("Mary", "NNP", "female"),
        ("Mrs. Smith", "NNP NNP", "female"),
        ("the queen", "DT NN", "female"),
        ("Paris", "NNP", ""),
        ("the table", "DT NN", ""),
        ("they", "PRP", ""),
        ("him", "PRP", "male"),
    ],
)
def test_genders(words, tags, gender):
    count = len(words.split())
    (row,) = Document("d", words=words.split(), tags=tags.split(), mentions=[Mention(0, count, "a")]).entity_table()
    assert row.gender == gender


def test_names_that_are_rare_are_no_main_names():
    words = ["Oh", "you", "foolish", "Alice", *["Alice"] * 11]
    spans = [(0, 4), *((place, place + 1) for place in range(4, 15))]
    mentions = [Mention(start, end, "a", end - 1) for start, end in spans]
    text = Document("d", words=words, pos=["INTJ", "PRON", "ADJ", *["PROPN"] * 12], mentions=mentions)
    (row,) = text.entity_table()
    assert (row.name, row.names) == ("Alice", {"Alice": 11, "Oh you foolish Alice": 1})


def test_without_mentions_and_with_empty_ones():
    assert Document("d", words=["a"]).entity_table() == []
    zero = Document("d", words=["a"], mentions=[Mention(0, 0, "z"), Mention(0, 1, "a", head=0)])
    assert [row.entity for row in zero.entity_table()] == ["a"]


def test_a_data_frame():
    pandas = pytest.importorskip("pandas")
    frame = novel().to_dataframe()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == [
        "document", "entity", "name", "names", "phrases", "pronouns", "kind", "gender", "mentions", "first_word",
        "last_word",
    ]  # fmt: skip
    assert frame.set_index("name").loc["Lizzy", "mentions"] == 5
    assert Document("d").to_dataframe().empty


def test_a_data_frame_without_pandas(monkeypatch):
    real = builtins.__import__

    def without_pandas(name, *rest):
        if name.partition(".")[0] == "pandas":
            raise ModuleNotFoundError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_pandas)
    with pytest.raises(CorefpipeError, match=r"needs pandas, .* pip install .corefpipe\[pandas\]"):
        novel().to_dataframe()


def test_a_data_frame_of_mentions():
    pytest.importorskip("pandas")
    document = novel()
    frame = document.to_dataframe(per="mention")
    assert len(frame) == len(document.mentions)
    assert list(frame.loc[0]) == ["novel", "b", "Mr. Bennet", "Mr. Bennet", "name", "person", 0, 0, 2, None, None]
    assert list(frame[frame["name"] == "Lizzy"]["text"]) == ["Lizzy", "Elizabeth", "Lizzy", "Elizabeth", "her"]
    text = "Ann  slept. She woke."
    short = Document("s", words="Ann slept . She woke .".split(), text=text, offsets=[0, 5, 10, 12, 16, 20])
    short.mentions, short.sentence_starts = [Mention(0, 1, "a"), Mention(3, 4, "a")], [0, 3]
    row = short.to_dataframe(per="mention").iloc[1]
    assert (text[row.start_char : row.end_char], row["kind"], row.sentence) == ("She", "other", 1)
    assert Document("d").to_dataframe(per="mention").empty
    with pytest.raises(SettingError, match=r"unknown per 'chain'.*Valid are entity, mention"):
        document.to_dataframe(per="chain")


@pytest.mark.parametrize(
    ("words", "gender"),
    [
        ("Captain Hill|Captain Hill|Captain Hill|her", "male"),  # a wrong pronoun
        ("Captain Hill|she|her", "female"),
        ("Captain Sarah Hill", "female"),
        ("Colonel Hill", "male"),
        ("Mr. Hill|Mr. Hill|her", "male"),
        ("Mrs. Hill|he|him|his", "male"),
        ("Doctor Hill", ""),
    ],
)
def test_titles_and_pronouns_tell_the_gender_together(words, gender):
    tokens, mentions = [], []
    for phrase in words.split("|"):
        start = len(tokens)
        tokens += [*phrase.split(), "."]
        mentions.append(Mention(start, len(tokens) - 1, "x", type="person"))
    (row,) = Document("d", words=tokens, mentions=mentions).entity_table()
    assert row.gender == gender
