"""The corpus of today's English: written texts, twins, the layer over the treebank, and the scripts that make it."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter

import pytest
from helpers import ROOT
from helpers.documents import CORPORA
from helpers.scripts import importable

from corefpipe import read
from corefpipe.document import Document, Mention

TODAY = ROOT / "corpora" / "today"
TWINS = ROOT / "corpora" / "twins"
LAYERS = ROOT / "corpora" / "layers" / "ewt"
SCRIPTS = ROOT / "eval" / "today"
READERS_OF_TEXTS = {"eval/today/models.py", "eval/today/variety.py", "eval/today/compare.py", "eval/resolver/today.py"}
"""Scripts that read the written texts; each is tested below."""


@pytest.fixture(scope="module", autouse=True)
def scripts():
    with importable("today", "resolver"):
        yield


@pytest.fixture(scope="module")
def texts():
    return list(read(TODAY))


def test_texts_have_headers_and_kinds(texts):
    words = Counter()
    for text in texts:
        assert set(text.metadata) == {"title", "split", "licence"}, text.name
        assert text.metadata["licence"] == "CC BY 4.0"
        assert text.name.startswith(text.genre)
        words[text.genre] += len(text)
    assert len(texts) >= 250
    assert words.total() >= 100_000
    assert len(words) >= 25
    assert max(words.values()) < 0.08 * words.total()


def test_splits_are_by_text_within_kind(texts):
    for kind in {text.genre for text in texts}:
        splits = Counter(text.metadata["split"] for text in texts if text.genre == kind)
        assert splits["dev"] == splits["test"] == 1, kind
        assert splits["train"] >= 5, kind


def test_texts_have_no_errors_of_annotation(texts):
    from check import chains_of, findings

    for text in texts:
        assert findings(text, chains_of(text)).errors == [], text.name


def test_no_two_texts_share_eight_words_but_set_phrases(texts):
    from variety import shared_runs

    assert len(shared_runs(texts)) < 10


def test_layers_have_no_errors_of_annotation():
    from check import chains_of, findings

    if not CORPORA.exists():
        pytest.skip("needs the treebank")
    for part, words in (("dev", 25_000), ("train", 120_000)):
        seen = 0
        for layer in (LAYERS / part).glob("*.layer"):
            for document in read(CORPORA / "ewt" / part / f"{layer.stem}.conllu", layer=layer):
                assert findings(document, chains_of(document)).errors == [], document.name
                seen += len(document)
        assert seen >= words


@pytest.mark.parametrize(("kind", "anaphor", "least"), [("twin", "pronoun", 2_600), ("noun", "anaphor", 420)])
def test_twins_differ_in_few_words_and_in_the_answer(kind, anaphor, least):
    from twins import MOST_CHANGED, Twin, changed, wrong

    pairs = Counter()
    for split in ("train", "dev", "test"):
        file = TWINS / f"{'nouns-' if kind == 'noun' else ''}{split}.jsonl"
        records = [json.loads(line) for line in file.open(encoding="utf-8")]
        for first, second in zip(records[::2], records[1::2], strict=True):
            pair = []
            for record, letter in ((first, "a"), (second, "b")):
                number = int(re.fullmatch(rf"{kind}-(\d+){letter}", record["id"])[1])
                spans = tuple(tuple(span[:2]) for span in record["candidates"])
                flags = [flag for *_, flag in record["candidates"]]
                assert record.get("none", False) is not any(flags)
                right = flags.index(True) if any(flags) else -1
                pair.append(Twin(number, letter == "b", record["text"], tuple(record[anaphor]), spans, right))
            assert wrong(pair) == []
            assert changed(pair) <= MOST_CHANGED
            pairs[split] += 1
    assert pairs.total() >= least
    assert pairs["train"] > 7 * pairs["dev"]


def test_malformed_twins_are_reported(tmp_path):
    from twins import read

    file = tmp_path / "twins.txt"
    file.write_text("1 [*Ann] met [Bob]. {He} left.\n1 [Ann] met [*Bob]. He left.\n2 no marks\n2 none here\n", "utf-8")
    pairs, problems = read([file])
    assert {number: len(pair) for number, pair in pairs.items()} == {1: 1}
    assert len(problems) == 3
    assert "one with a star, and one anaphor in braces" in problems[0]
    nouns = "1 [*Ann] met [Bob]. {The man} left.\n1 [Ann] met [Bob]. {The man} left.\n"
    file.write_text(nouns, "utf-8")
    pairs, problems = read([file], nouns=True)
    assert problems == []
    assert [twin.record(nouns=True).get("none") for twin in pairs[1]] == [None, True]
    assert [twin.id_blind[-1] for twin in pairs[1]] in (["x", "y"], ["y", "x"])


EVERYDAY = "# format: corefpipe inline\n# name: {}\n# kind: {}\n# split: {}\n# licence: CC BY 4.0\n\n{}\n"
CHAIN = "[Mary|1:person] lost [[her|1] keys|2:thing] and [she|1] found [them|2]. "


def test_everyday_texts_are_checked_against_their_plans(tmp_path):
    from everyday import TYPES, plans, read

    planned = plans()
    assert len(planned) == 2500
    (plan,) = (one for one in planned.values() if one.number == 44)
    assert (plan.kind, plan.split) == ("mail-work", "train")
    assert planned["mail-work-2"] is plan

    right = EVERYDAY.format("mail-work-2", plan.kind, plan.split, CHAIN * (plan.fewest // 9))
    file = tmp_path / "mail.coref.txt"
    file.write_text(
        right + EVERYDAY.format("mail-work-3", "mail", "train", "[Ann|1] saw [Bo|2:man]. [He|1:person] ran.")
    )
    checked, refused = read([file])
    assert refused == []
    assert [one.document.name for one in checked] == ["mail-work-2", "mail-work-3"]
    assert checked[0].errors == checked[0].loose == []
    assert checked[1].lines()[0] == (
        f"mail.coref.txt:{right.count(chr(10)) + 1} mail-work-3: ERROR kind is 'mail', in the plan 'mail-work'"
    )
    found = planned["mail-work-3"]
    assert checked[1].errors[1:] == [
        f"5 words, in the plan {found.fewest} to {found.most}",
        "chain 1 ('Ann') has no type at its first mention: write `|1:TYPE]`",
        f"chain 2 ('Bo') has the type man; types are {', '.join(TYPES)}",
        "chain 2 has one mention: ['Bo']",
    ]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("[A|1:person] saw [it|1:thing].", "chain 1 ('A') has several types: person, thing"),
        ("[He|1:person] saw [her|1].", "? chain 1 has he and she: ['he', 'her']"),
        ("He ran.", "without chain: 1:He ran ."),
        ("#name: x", "the text has a line of a header: '#name: x'; a document begins `# format: …`"),
        ("[A|1:person", "document mail-work-2): after '[A' stands"),
        ("[Ann|1:person]ette and [her|1] dog.", "is not whole words"),
    ],
)
def test_errors_of_everyday_texts(tmp_path, text, error):
    from everyday import read

    file = tmp_path / "mail.coref.txt"
    good = EVERYDAY.format("mail-work-4", "mail-work", "train", "")
    file.write_text(EVERYDAY.format("mail-work-2", "mail-work", "train", text) + good)
    checked, refused = read([file])
    assert checked[-1].document.name == "mail-work-4"
    (found,) = [line for line in [*refused, *checked[0].lines()] if error in line]
    assert "mail.coref.txt:1 mail-work-2: " in found or "mail.coref.txt:7:" in found


def test_everyday_texts_of_no_plan_or_of_one_name(tmp_path):
    from everyday import read

    files = [tmp_path / f"{name}.coref.txt" for name in "ab"]
    for file in files:
        file.write_text(EVERYDAY.format("mail-work-0", "mail-work", "train", CHAIN).replace(" BY", ""))
    assert [list(one.errors) for one in read(files)[0]] == [
        ["licence is 'CC 4.0', write `# licence: CC BY 4.0`", "there is no plan mail-work-0; see `draw.py everyday`"],
        [
            "licence is 'CC 4.0', write `# licence: CC BY 4.0`",
            "there is no plan mail-work-0; see `draw.py everyday`",
            "a.coref.txt:1 has the same name",
        ],
    ]


@pytest.mark.parametrize(("text", "code"), [(CHAIN, 0), ("[Ann|1:person] ran.", 1)])
def test_everyday_check_exits_with_an_error(tmp_path, capsys, monkeypatch, text, code):
    import everyday

    file = tmp_path / "x.coref.txt"
    plan = everyday.plans()["mail-work-2"]
    file.write_text(EVERYDAY.format("mail-work-2", "mail-work", "train", text * (plan.fewest // 9)))
    monkeypatch.setattr(sys, "argv", ["everyday.py", "check", str(file)])
    with pytest.raises(SystemExit) as caught:
        everyday.main()
    assert caught.value.code == code
    out = capsys.readouterr().out
    assert ("1 documents" in out, " 0 errors" in out) == (True, not code)


@pytest.mark.slow
def test_no_recipe_reads_the_test_split(texts, monkeypatch):
    import compare
    import models
    import today

    found = set()
    for script in [*(ROOT / "eval").rglob("*.py"), *(ROOT / "corefpipe").rglob("*.py")]:
        source = script.read_text(encoding="utf-8")
        if re.search(r'"today"|corpora/today/|twins.{0,20}jsonl', source):
            found.add(str(script.relative_to(ROOT)))
    # These only write texts and twins, read results, or hand on the module that is tested below.
    others = {"eval/today/build.py", "eval/today/twins.py", "eval/context/corpora.py"}
    others |= {f"eval/figure_tables/{name}.py" for name in ("models", "peers")}
    assert found - others <= READERS_OF_TEXTS

    test = {text.name for text in texts if text.metadata["split"] == "test"}
    for split in ("train", "dev"):
        assert not test & {text.name for text in today.written(split)}
    with pytest.raises(ValueError, match="never"):
        today.written("test")
    with pytest.raises(ValueError, match="never"):
        today.twins("test")
    if CORPORA.exists():
        assert not test & {text.name for text in models.keys(CORPORA)["written dev"]}
    read_texts = []
    monkeypatch.setattr(compare, "statistics", lambda documents: read_texts.extend(documents))
    compare.sources(CORPORA)["written"]()
    assert not test & {text.name for text in compare.sources(CORPORA)["written"]()}


def test_plans_do_not_depend_on_how_many_are_drawn(capsys, monkeypatch):
    import draw

    monkeypatch.setattr(sys, "argv", ["draw.py", "twins", "7-9"])
    draw.main()
    three = capsys.readouterr().out.splitlines()
    monkeypatch.setattr(sys, "argv", ["draw.py", "twins", "9"])
    draw.main()
    assert capsys.readouterr().out.splitlines() == three[2:]


def test_checks_find_what_breaks_the_guidelines():
    from check import findings

    words = "Ann 's dog saw Bob , her friend . She fed him .".split()
    tags = "NNP POS NN VBD NNP , PRP$ NN . PRP VBD PRP .".split()
    document = Document("d", words=words, sentence_starts=[0, 9], tags=tags)
    found = findings(document, [[(1, 1), (10, 10)], [(5, 6), (12, 12)], [(3, 3)], [(2, 5), (7, 7)], [(20, 21), (8, 8)]])
    for message in (
        "(1, 1) 'Ann': the possessive 's is part of the mention",
        "chain 3 has one mention: ['dog']",
        "(2, 5) \"'s dog saw Bob\" crosses (5, 6) 'Bob ,'",
        "[20-21] is no span of 13 words",
    ):
        assert message in found.errors
    assert "(5, 6) ends in a mark: 'Bob ,'" in found.questions


def test_two_annotations_are_settled(tmp_path):
    from agree import components, final, settled

    same, first, second = frozenset({(1, 1), (4, 4)}), frozenset({(2, 2), (6, 6)}), frozenset({(2, 2), (7, 7)})
    found = components([same, first], [same, second])
    assert [settled(component) for component in found] == [True, False]
    document = Document("d", words=list("abcdefg"), sentence_starts=[0])
    decisions = tmp_path / "decisions.txt"
    decisions.write_text("## d\n1 [2] [6] [7] // b\n")
    lines, problems = final([document], [{"d": [same, first]}, {"d": [same, second]}], decisions)
    assert problems == []
    assert [line.split(" // ")[0] for line in lines] == ["## d", "[1] [4]", "[2] [6] [7]"]
    decisions.write_text("## d\n")
    assert final([document], [{"d": [same, first]}, {"d": [same, second]}], decisions)[1] == [
        "d: component 1 is not decided"
    ]


def test_training_documents_have_the_chains_of_their_raw_text():
    from today import from_raw_text

    from corefpipe.parsing.pipelines import load_base

    text = "Nils:  Ann's dog\n\nran. It barked."
    key = Document("d", words=["Nils", ":", "Ann", "'s", "dog", "ran", ".", "It", "barked", "."], text=text)
    key.offsets = [0, 4, 7, 10, 13, 18, 21, 23, 26, 32]
    key.mentions = [Mention(2, 5, "1"), Mention(7, 8, "1")]
    ((doc, document),) = from_raw_text([key], load_base("en"))
    assert [doc[m.start : m.end].text for m in document.mentions] == ["Ann's dog", "It"]
