"""Input files of a batch run, and the names of their result files."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.batches import TEXT, make
from hypothesis import given, settings
from hypothesis import strategies as st

from corefpipe.batch import Inputs
from corefpipe.exceptions import FormatError, SettingError


def targets(paths, out="out", named=None, source=None):
    inputs = Inputs(paths, Path(out), source)
    inputs.names()
    inputs.named = named or {}
    return {item.name: item.target for item in inputs}


def test_results_have_the_layout_of_the_input(tmp_path):
    make(tmp_path, dict.fromkeys(("b.txt", "a/b.txt", "a/c/b.conllu", "a/d.e.txt.gz", "a/.hid.txt", ".h/x.txt"), "x"))
    assert targets([tmp_path]) == {
        "b.txt": "b",
        "a/b.txt": "a/b",
        "a/d.e.txt.gz": "a/d.e",
        "a/c/b.conllu": "a/c/b",
    }


def test_equal_names_keep_the_extension(tmp_path):
    make(tmp_path, dict.fromkeys(("a.txt", "a.conllu", "b.txt", "a.txt.jsonl", "B.conll", "c.txt"), "x"))
    found = targets([tmp_path])
    assert found == {
        "a.txt": "a.txt",
        "a.conllu": "a.conllu",
        "a.txt.jsonl": "a.txt.jsonl",
        "b.txt": "b.txt",
        "B.conll": "B.conll",
        "c.txt": "c",
    }


@given(
    st.sets(
        st.builds(
            lambda *parts: "".join(parts),
            st.sampled_from("abA"),
            st.sampled_from(["", ".txt", ".conll"]),
            st.sampled_from([".txt", ".jsonl"]),
        ),
        min_size=1,
    ),
    st.data(),
)
@settings(max_examples=50)
def test_names_are_unique(tmp_path_factory, names, data):
    folder = make(tmp_path_factory.mktemp("names"), dict.fromkeys(names, "x"))
    whole = targets([folder])
    assert len({target.lower() for target in whole.values()}) == len(whole) == len(list(folder.iterdir()))
    # Files added later neither take nor change the result name of another file.
    named = {name: target for name, target in whole.items() if data.draw(st.booleans())}
    later = targets([folder], named=named)
    assert len({target.lower() for target in later.values()}) == len(later)
    assert named.items() <= later.items()


def test_several_paths(tmp_path, monkeypatch):
    make(tmp_path, dict.fromkeys(("a/x.txt", "a/s/y.txt", "b/x.txt", "c/x.txt"), "x"))
    monkeypatch.chdir(tmp_path)
    assert targets([Path("a"), Path("b")]) == {"a/x.txt": "a/x", "a/s/y.txt": "a/s/y", "b/x.txt": "b/x"}
    assert targets([Path("a/x.txt"), Path("c/x.txt")]) == {"a/x.txt": "a/x", "c/x.txt": "c/x"}
    assert targets([Path("a/x.txt"), Path("a"), Path("./a")]) == {"x.txt": "x", "s/y.txt": "s/y"}
    assert targets([Path("a/x.txt")]) == {"x.txt": "x"}


def test_files_that_are_skipped(tmp_path):
    make(tmp_path, {"x.ann": "", "x.txt": TEXT, "y.md": "# y", "out/z.txt": "x", "plain": "#begin document (a);"})
    (tmp_path / "loop").symlink_to(tmp_path)
    inputs = Inputs([tmp_path], tmp_path / "out")
    assert [item.name for item in inputs] == ["plain", "x.ann"]
    assert (inputs.ignored, inputs.n_ignored) == ([str(tmp_path / "y.md")], 1)
    assert inputs.formats == {"brat": 1, "": 1}


def test_wrong_paths(tmp_path):
    with pytest.raises(FormatError, match=r"none\.txt: no such file"):
        Inputs([tmp_path / "none.txt"], tmp_path)
    with pytest.raises(SettingError, match="nothing to resolve"):
        Inputs([], tmp_path)


@pytest.mark.parametrize("path", ["out", "out/../out/x.conll", "out/sub", "link", "link.conll", "linked/x.conll"])
def test_results_never_replace_the_input(tmp_path, path):
    make(tmp_path, {"out/x.conll": TEXT, "out/sub/sub/x.conll": TEXT})
    (tmp_path / "link").symlink_to("out")
    (tmp_path / "linked").symlink_to("out")
    (tmp_path / "link.conll").symlink_to("out/x.conll")
    with pytest.raises(SettingError, match="out: the folder of the results cannot contain the input"):
        Inputs([tmp_path / path], tmp_path / "out")


def test_links_into_the_folder_of_the_results(tmp_path):
    make(tmp_path, {"out/x.txt": TEXT, "in/y.txt": TEXT})
    (tmp_path / "in/x.txt").symlink_to("../out/x.txt")
    found = {item.name: item.error for item in Inputs([tmp_path / "in"], tmp_path / "out")}
    assert found == {
        "x.txt": f"{tmp_path / 'in/x.txt'}: a link into the folder of the results. Replace it by a copy",
        "y.txt": "",
    }


def test_text_for_want_of_anything_better(tmp_path):
    make(tmp_path, {"a.md": TEXT, "b.log": TEXT, "c/LICENSE": TEXT, "d.bin": b"\0\1", ".e.md": TEXT, "empty.md": ""})
    found = targets([tmp_path])
    assert found == {"a.md": "a", "b.log": "b", "c/LICENSE": "c/LICENSE"}
    make(tmp_path, {"c/x.txt": TEXT})
    assert targets([tmp_path]) == {"c/x.txt": "c/x"}
    assert targets([tmp_path / "a.md", tmp_path / "c"]) == {"a.md": "a", "c/x.txt": "c/x"}


def test_files_of_a_given_format(tmp_path):
    make(tmp_path, {"a.txt": TEXT, "b.csv": TEXT, "c.conll": TEXT})
    assert targets([tmp_path], source="text") == {"a.txt": "a"}
    assert targets([tmp_path / "b.csv"], source="text") == {"b.csv": "b"}
    (tmp_path / "a.txt").unlink()
    assert targets([tmp_path], source="text") == {"b.csv": "b"}


def test_documents_of_one_name(tmp_path):
    make(tmp_path, dict.fromkeys(("a/x.txt", "b/x.txt", "b/x.md", "y.txt"), TEXT))
    inputs = Inputs([tmp_path], tmp_path / "out")
    inputs.names()
    assert {item.name: item.document for item in inputs} == {"a/x.txt": "a/x", "b/x.txt": "b/x", "y.txt": ""}
