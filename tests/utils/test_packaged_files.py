import pickle
from pathlib import Path

import pytest

from corefpipe.parsing.pipelines import PACKAGED
from corefpipe.utils.packaged_files import PackagedFiles, kept_files

ENCODER = PACKAGED / "en" / "base" / "encoder"


def contents_of(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_files_of_the_package_are_read_again():
    contents = contents_of(ENCODER)
    kept = kept_files(ENCODER, contents)
    assert isinstance(kept, PackagedFiles)
    assert dict(kept) == contents
    with pytest.raises(KeyError):
        kept["../../resolver/resolver.toml"]


def test_files_of_other_folders_are_kept(tmp_path):
    (tmp_path / "file").write_bytes(b"contents")
    contents = contents_of(tmp_path)
    assert kept_files(tmp_path, contents) is contents


def test_pickles_have_the_contents():
    contents = contents_of(ENCODER)
    assert pickle.loads(pickle.dumps(kept_files(ENCODER, contents))) == contents
