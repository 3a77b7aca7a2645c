"""Bad input gives one clear error or an empty result; earlier output is never lost or partly overwritten."""

from __future__ import annotations

import io
import shutil
import sys

import pytest

from corefpipe.formats import read

TEXT = "Mary Bell lost her keys. She found them."


def assert_readable(result, *parts):
    code, out, err = result
    assert (code, out) == (2, "")
    assert err.startswith("Error: ")
    assert len(err.splitlines()) <= 2
    assert "Traceback" not in err
    for part in parts:
        assert part in err


def test_missing_file(resolve, run, tmp_path, model):
    path = tmp_path / "none.txt"
    assert_readable(resolve(path), f"{path}: no such file")
    assert_readable(run("train", path, "--dev", path, "-o", tmp_path / "m"), f"{path}: no such file")
    assert_readable(run("score", path, path), f"{path}: no such file")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", ["", "\n", " \t\r\n\n", "\ufeff"])
@pytest.mark.parametrize("target", ["text", "conll", "conllu", "jsonl"])
def test_empty_text(resolve, tmp_path, content, target):
    path = tmp_path / "void.txt"
    path.write_bytes(content.encode())
    code, out, err = resolve(path, "--format", target)
    assert (code, err) == (0, "Warning: void: the text is empty\n")
    if target == "text":
        assert out == "void: 0 chains, 0 mentions\n\n"
    else:
        (tmp_path / f"out.{target}").write_text(out, encoding="utf-8")
        assert [(d.words, d.mentions) for d in read(tmp_path / f"out.{target}")] in ([([], [])], [])


@pytest.mark.parametrize("extension", ["conll", "conllu", "jsonl"])
def test_empty_file_of_a_corpus_format(resolve, run, tmp_path, extension):
    path = tmp_path / f"void.{extension}"
    path.write_bytes(b"")
    assert_readable(resolve(path), f"{path}: the file is empty")
    assert_readable(run("train", path, "--dev", path, "-o", tmp_path / "m"), f"{path}: the file is empty")


def test_empty_folder(resolve, tmp_path):
    assert_readable(resolve(tmp_path), f"{tmp_path}: no file of a known format in the folder")


@pytest.mark.parametrize("text", ["...", "!", "Hm", "\u200b", "\U0001f600"])
def test_text_without_a_sentence_and_one_token(resolve, text):
    code, out, err = resolve("--text", text)
    assert (code, out, err) == (0, "0 chains, 0 mentions\n\n", "")


def test_one_word_with_a_chain(resolve, tmp_path):
    path = tmp_path / "one.conll"
    path.write_text("#begin document (d); part 000\nd 0 0 She (1)\n\n#end document\n", encoding="utf-8")
    assert resolve(path, "--mentions", "gold")[0] == 0


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.txt", "Caf\xe9 closed."),
        ("a.conll", "#begin document (d); part 000\nd 0 0 caf\xe9 (1)\n\n#end document\n"),
        ("a.conllu", "1\tcaf\xe9\t_\t_\t_\t_\t0\troot\t_\t_\n\n"),
        ("a.jsonl", '{"doc_key": "d", "sentences": [["caf\xe9"]], "clusters": []}\n'),
    ],
)
def test_latin_1(resolve, tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data.encode("latin-1"))
    assert_readable(resolve(path), str(path), "0xE9, is not UTF-8", "iconv -f cp1252 -t utf8")


def test_latin_1_on_standard_input(resolve, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Caf\xe9 closed."), encoding="utf-8"))
    assert_readable(resolve(), "0xE9, is not UTF-8")


def test_half_a_character_on_the_command_line(resolve):
    # This is how Python represents an argument that is not UTF-8.
    assert_readable(resolve("--text", b"Caf\xe9".decode("utf-8", "surrogateescape")), "0xE9, is not UTF-8")


def test_windows_line_breaks_and_a_bom_change_nothing(resolve, samples, tmp_path):
    for source in ("bakery.txt", "bakery.conll", "bakery.conllu", "bakery.jsonl"):
        plain = (samples / source).read_bytes()
        (tmp_path / source).write_bytes(b"\xef\xbb\xbf" + plain.replace(b"\n", b"\r\n"))
        assert resolve(tmp_path / source) == resolve(samples / source)


def test_old_macintosh_line_breaks(resolve, tmp_path):
    (tmp_path / "a.txt").write_bytes(b"Nora lost her keys.\rShe found them.\r")
    (tmp_path / "b.txt").write_bytes(b"Nora lost her keys.\nShe found them.\n")
    assert resolve(tmp_path / "a.txt")[1][1:] == resolve(tmp_path / "b.txt")[1][1:]


def test_a_folder_that_is_no_model(run, tmp_path):
    assert_readable(run("resolve", "--text", TEXT, "--model", tmp_path), "not a corefpipe model: resolver.toml")
    assert_readable(run("resolve", "--text", TEXT, "--model", tmp_path / "none"), "no such model folder")


def changed(model, folder, old, new):
    """Copy a model with a change of its settings by hand, for which its digests have to go."""
    shutil.copytree(model, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("SHA256SUMS"))
    settings = (model / "resolver.toml").read_text("utf-8")
    assert old in settings
    (folder / "resolver.toml").write_text(settings.replace(old, new), "utf-8")


def test_a_model_of_another_version(run, model, tmp_path):
    changed(model, tmp_path, "format = 3\n", "format = 4\n")
    assert_readable(
        run("resolve", "--text", TEXT, "--model", tmp_path), "a model of format 4", "reads format 3", "Train it again"
    )


def test_a_model_whose_base_is_gone(run, model, tmp_path):
    changed(model, tmp_path, 'base = "en"', 'base = "/no/such"')
    assert_readable(run("resolve", "--text", TEXT, "--model", tmp_path), "no base pipeline '/no/such'")


@pytest.mark.parametrize(("gamma", "wanted"), [("-0.1", "0"), ("1.01", "1"), ("nan", "number")])
def test_gamma_outside_its_range(resolve, run, samples, tmp_path, gamma, wanted):
    assert_readable(resolve("--text", TEXT, "--gamma", gamma), "gamma is", wanted)
    path = samples / "bakery.conllu"
    assert_readable(run("train", path, "--dev", path, "-o", tmp_path / "m", "--gamma", gamma), "gamma is", wanted)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '[[link]]\nfeatures = ["hed_match"]\n',
            ":2: unknown pair feature 'hed_match' in 'hed_match'. Did you mean head_m",
        ),
        ('[[link]]\nfeatures = ["head_match"\n', ":2: not TOML: "),
        ("[candidates]\nwindow = -1\n", ":2: window is -1"),
        ("links = 3\n", ":1: unknown key 'links'"),
        ("[[link]]\nfeatures = 3\n", ":2: features is 3"),
    ],
)
def test_a_wrong_feature_set(run, samples, tmp_path, text, message):
    features = tmp_path / "mine.toml"
    features.write_text(text, encoding="utf-8")
    path = samples / "bakery.conllu"
    for command in (
        ("train", path, "--dev", path, "-o", tmp_path / "m", "--features", features),
        ("features", "show", features),
        ("features", "extract", features, path, "-o", tmp_path / "m.npz"),
    ):
        assert_readable(run(*command), f"{features}{message}")
        assert not (tmp_path / "m").exists()


TREE = """# newdoc id = d
# sent_id = 1
1\tNora\tNora\t{pos}\tNNP\tNumber=Sing\t{head}\tnsubj\t_\tEntity=(1)
2\tleft\tleave\tVERB\tVBD\tTense=Past\t{root}\troot\t_\t_

"""


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"pos": "NOM", "head": 2, "root": 0}, "NOM"),
        ({"pos": "PROPN", "head": 2, "root": 1}, "cycle"),
        ({"pos": "PROPN", "head": 7, "root": 0}, "the head is 7"),
    ],
)
def test_invalid_trees(resolve, tmp_path, columns, message):
    path = tmp_path / "d.conllu"
    path.write_text(TREE.format(**columns), encoding="utf-8")
    assert_readable(resolve(path, "--parse", "given"), message)


def test_a_file_without_a_tree(resolve, samples):
    assert_readable(resolve(samples / "bakery.jsonl", "--parse", "given"), "(document bakery): the file gives no parse")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace("(bakery)", "(forge)"), "lacks 1 of the 1 documents of the key: bakery"),
        (
            lambda text: text.replace("\toven\t", "\tstove\t"),
            '"stove" (line 25) in the response',
        ),
        (lambda text: "", "response.conll: the file is empty"),
    ],
)
def test_key_and_response_of_different_documents_or_words(run, samples, tmp_path, change, message):
    key, response = samples / "bakery.conll", tmp_path / "response.conll"
    text = key.read_text(encoding="utf-8")
    assert change(text) != text
    response.write_text(change(text), encoding="utf-8")
    assert_readable(run("score", key, response), message)


@pytest.mark.parametrize("name", ["out.txt", "out.conll", "out.conllu", "out.jsonl"])
def test_an_error_leaves_earlier_output(resolve, samples, tmp_path, name):
    bad = tmp_path / "bad.conllu"
    bad.write_text("1\ta\t_\t_\t_\t_\t0\troot\t_\tEntity=(1\n\n", encoding="utf-8")
    out = tmp_path / "results" / name
    out.parent.mkdir()
    out.write_text("precious", encoding="utf-8")
    code, _, err = resolve(samples / "ferry.conllu", bad, "-o", out)
    assert code == 2
    assert err.startswith(f"Error: {bad}:")
    assert out.read_text(encoding="utf-8") == "precious"
    assert list(out.parent.iterdir()) == [out]


def test_a_folder_with_other_files_is_left_alone(resolve, samples, tmp_path):
    bad, out = tmp_path / "bad.conllu", tmp_path / "out"
    bad.write_text("1\ta\t_\t_\t_\t_\t0\troot\t_\tEntity=(1\n\n", encoding="utf-8")
    out.mkdir()
    (out / "bakery.jsonl").write_text("precious", encoding="utf-8")
    code, _, _ = resolve(samples / "ferry.conllu", samples / "bakery.conllu", bad, "-o", out, "--format", "jsonl")
    assert code == 2
    assert [path.name for path in out.iterdir()] == ["bakery.jsonl"]
    assert (out / "bakery.jsonl").read_text(encoding="utf-8") == "precious"
