"""`corefpipe errors` as a user runs it."""

from __future__ import annotations

import json
import re

from corefpipe.report.errors.groups import NAMES

KEY = """#begin document (farm); part 000
farm 0 0 Mary NNP (1)
farm 0 1 has VBZ -
farm 0 2 a DT (2
farm 0 3 lamb NN 2)
farm 0 4 . . -

farm 0 0 She PRP (1)
farm 0 1 feeds VBZ -
farm 0 2 it PRP (2)
farm 0 3 . . -

#end document
"""


def test_errors(run, tmp_path):
    key, response = tmp_path / "key.conll", tmp_path / "response.conll"
    key.write_text(KEY, encoding="utf8")
    response.write_text(KEY.replace("it PRP (2)", "it PRP (1)"), encoding="utf8")
    code, out, err = run("errors", key, response, "--by", "kinds,distance", "--examples", 2)
    assert (code, err) == (0, "")
    assert out.startswith(f"key: {key}\nresponse: {response}\nCoNLL ")
    assert f"  {'conflated: parts to split off':34}        1 " in out
    assert "  pronoun to pronoun" in out
    assert "[it] ." in out
    found = json.loads(run("errors", key, response, "--json")[1])
    assert found["counts"]["recall"] == found["counts"]["precision"] == 1
    code, _, err = run("errors", key, response, "--by", "colour")
    assert code == 2
    assert "unknown by 'colour'. Valid are kinds, form, distance, head, found" in err
    told = run("errors", "--help")[1]
    assert all(re.search(rf"\b{name}\b", told) for name in NAMES)


def test_a_response_that_tells_its_antecedents(run, tmp_path):
    key, response = tmp_path / "key.conll", tmp_path / "response.jsonl"
    key.write_text(KEY, encoding="utf8")
    assert run("convert", key, response)[0] == 0
    record = json.loads(response.read_text(encoding="utf8"))
    record |= {"clusters": [[[0, 0], [2, 3], [5, 5], [7, 7]]], "antecedents": [[None, [0, 0], [0, 0], [0, 0]]]}
    response.write_text(json.dumps(record), encoding="utf8")
    code, out, err = run("errors", key, response)
    assert (code, err) == (0, "")
    assert "\n  antecedents of the response: as it chose them\n" in out
    assert "1 of the wrong links + 1 where the chain had a right antecedent = 2" in out
    record["antecedents"][0][1] = [5, 5]
    response.write_text(json.dumps(record), encoding="utf8")
    code, _, err = run("errors", key, response)
    assert code == 2
    assert f"{response}:1 (document farm_0): the antecedent [5, 5] of the mention [2, 3] comes after it" in err
    assert "Write for each mention null, or an earlier mention of its cluster" in err


def test_pages_and_files(run, tmp_path):
    key, a, b = (tmp_path / f"{name}.conll" for name in ("key", "a", "b"))
    for path, text in (
        (key, KEY),
        (a, KEY.replace("it PRP (2)", "it PRP (1)")),
        (b, KEY.replace("it PRP (2)", "it PRP -")),
    ):
        path.write_text(text, encoding="utf8")
    page = tmp_path / "errors.html"
    code, out, err = run("errors", key, a, "-o", page)
    assert (code, out) == (0, "")
    assert err == f"Errors written to {page}\n"
    assert "Errors: a.conll" in page.read_text(encoding="utf8")
    assert run("errors", key, a, b, "-o", page)[0] == 0
    assert "b.conll" in page.read_text(encoding="utf8")
    assert run("errors", key, a, b, "-o", tmp_path / "errors.json")[0] == 0
    found = json.loads((tmp_path / "errors.json").read_text(encoding="utf8"))
    assert found["got"]["links"] == {"both": 1, "a": 0, "b": 0, "neither": 1}
    code, out, err = run("errors", key, a, b, "--examples", "2")
    assert (code, err) == (0, "")
    assert out.startswith(f"key: {key}\nA: {a}\nB: {b}\nCoNLL: A ")
    assert "missing links, both miss: 1" in out


def test_what_cannot_be_written(run, tmp_path):
    key = tmp_path / "key.conll"
    key.write_text(KEY, encoding="utf8")
    for wrong, told in (
        (["-o", tmp_path / "errors.txt"], "Name a file that ends in .html or .json"),
        (["-o", key], "Name a file that ends in .html or .json"),
        (["-o", tmp_path / "errors.html", "--json"], "Name a file that ends in .html or .json"),
        (["-o", tmp_path / "errors.html", "--by", "head"], "the page and JSON have all groups"),
    ):
        code, _, err = run("errors", key, key, *wrong)
        assert code == 2
        assert told in err
