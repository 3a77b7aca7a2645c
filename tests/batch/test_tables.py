"""Tables and bags of texts: pandas, Dask, and the function for Spark's mapInPandas."""

from __future__ import annotations

import re
from functools import partial

import pytest
from helpers.documents import spans

import corefpipe
from corefpipe.batch import SPARK_COLUMNS, map_partitions, resolve_frame, resolve_frames
from corefpipe.batch.tables import COLUMNS
from corefpipe.exceptions import AnnotationError, SettingError

pd = pytest.importorskip("pandas")

TEXTS = ["Mary Bell lost her keys. She found them.", None, "Bo ran. He fell."]


@pytest.fixture
def frame():
    return pd.DataFrame({"n": [1, 2, 3], "body": TEXTS}, index=["a", "b", "c"])


def chains(row) -> list[list[str]]:
    found: dict[str, list[str]] = {}
    for start, end, entity in zip(row.coref_start_chars, row.coref_end_chars, row.coref_entities, strict=True):
        found.setdefault(entity, []).append(row.body[start:end])
    return list(found.values())


def expected(text: str, model: str) -> list[list[str]]:
    document = corefpipe.resolve(text, model)
    return [[document.surface(mention) for mention in chain] for chain in document.chains().values()]


def test_a_table_of_pandas(frame, model):
    out = resolve_frame(frame, str(model), text="body")
    assert list(frame.columns) == ["n", "body"]
    assert list(out.columns) == ["n", "body", *COLUMNS]
    assert list(out.index) == ["a", "b", "c"]
    assert chains(out.loc["a"]) == expected(TEXTS[0], str(model)) != []
    assert [out.loc["b"][name] for name in COLUMNS] == [[]] * len(COLUMNS)
    assert out.loc["c"].coref_words == ["Bo", "ran", ".", "He", "fell", "."]
    unlinked = chains(resolve_frame(frame, str(model), text="body", threshold=50.0).loc["a"])
    assert {len(chain) for chain in unlinked} == {1}
    with pytest.raises(SettingError, match=r"the table has no column 'text'\. Give text=\"…\"; columns are n, body"):
        resolve_frame(frame, str(model))


@pytest.mark.parametrize(("value", "kind"), [(1, "int"), (b"Bo ran.", "bytes"), (["Bo ran."], "list"), (1.5, "float")])
def test_what_is_no_text(model, value, kind):
    frame = pd.DataFrame({"text": ["Bo ran.", value]}, index=["a", "b"], dtype=object)
    with pytest.raises(AnnotationError, match=rf"row 'b' has an? {kind} where its text should be\. Name the column"):
        resolve_frame(frame, str(model))


@pytest.mark.parametrize("value", [None, float("nan"), pd.NA, pd.NaT])
def test_missing_texts_are_empty(model, value):
    frame = pd.DataFrame({"text": [value]}, dtype=object)
    assert resolve_frame(frame, str(model)).coref_words.tolist() == [[]]


def test_no_column_of_the_user_is_replaced(frame, model):
    with pytest.raises(SettingError, match="the table has a column 'coref_starts', which would be replaced"):
        resolve_frame(frame.assign(coref_starts=0), str(model), text="body")
    once = resolve_frame(frame, str(model), text="body")
    assert resolve_frame(once, str(model), text="body").equals(once)
    with pytest.raises(SettingError, match=r"a Series is not a table\. Give a DataFrame"):
        resolve_frame(frame["body"], str(model))


def test_the_function_for_spark(frame, model):
    """As `mapInPandas` calls it: an iterator of tables gives an iterator of tables with the columns of the schema."""
    parts = [frame.iloc[:1], frame.iloc[1:1], frame.iloc[1:]]
    found = list(partial(resolve_frames, model=str(model), text="body")(iter(parts)))
    assert [len(part) for part in found] == [1, 0, 2]
    assert all(list(part.columns) == ["n", "body", *COLUMNS] for part in found)
    assert chains(found[0].iloc[0]) == expected(TEXTS[0], str(model))
    types = dict(re.findall(r"(\w+) (array<\w+>)", SPARK_COLUMNS))
    assert list(types) == list(COLUMNS)
    kinds = {"array<int>": int, "array<string>": str}
    for name, values in found[0].iloc[0][list(COLUMNS)].items():
        assert values
        assert all(type(value) is kinds[types[name]] for value in values)


def test_bags(frame, model):
    bags = pytest.importorskip("dask.bag")
    texts = [text or "" for text in TEXTS]
    bag = map_partitions(bags.from_sequence(texts, npartitions=2), str(model))
    found = bag.compute(scheduler="sync")
    assert [document.text for document in found] == texts
    assert [document.chains() for document in found] == [corefpipe.resolve(t, str(model)).chains() for t in texts]


@pytest.mark.filterwarnings("ignore:The inplace keyword")  # in Dask, by a new pandas
def test_frames_of_dask(frame, model, tmp_path):
    frames = pytest.importorskip("dask.dataframe")
    table = map_partitions(frames.from_pandas(frame, npartitions=2), str(model), text="body")
    assert list(table.columns) == ["n", "body", *COLUMNS]
    found = table.compute(scheduler="threads")
    assert chains(found.loc["a"]) == expected(TEXTS[0], str(model))
    assert (found.dtypes[list(COLUMNS)] == table.dtypes[list(COLUMNS)]).all()
    table.to_parquet(tmp_path / "out")
    (first, *_) = corefpipe.read(tmp_path / "out")
    assert first.words == corefpipe.resolve(TEXTS[0], str(model)).words
    assert spans(first) == spans(corefpipe.resolve(TEXTS[0], str(model)))
    with pytest.raises(SettingError, match="the table has no column 'text'"):
        map_partitions(frames.from_pandas(frame, npartitions=1), str(model))
    with pytest.raises(SettingError, match=r"a DataFrame has no partitions\. Give a bag or a DataFrame of Dask"):
        map_partitions(frame, str(model))
