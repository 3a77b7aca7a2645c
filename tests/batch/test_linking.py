"""Files are linked by one process, several, or a Dask cluster, with the same result."""

from __future__ import annotations

import pytest
from helpers.collections import news

from corefpipe.batch.linking import link_files
from corefpipe.exceptions import FormatError, SettingError
from corefpipe.formats import write


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder of resolved documents, and one of plain text."""
    folder = tmp_path_factory.mktemp("news")
    for document in news():
        write([document], folder / f"{document.name}.conllu")
    (folder / "text.txt").write_text("Barack Obama went to Berlin. He met Angela Merkel.", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def alone(folder, model):
    """What one process finds."""
    return link_files([folder], model=str(model))


def test_one_process(alone):
    found, summary = alone
    assert (summary.files, summary.documents, summary.resolved, summary.notes) == (7, 7, 1, [])
    assert summary.chains == sum(len(entity.members) for entity in found)
    assert found.header.documents == 7


@pytest.mark.slow
def test_two_processes(folder, model, alone):
    found, summary = link_files([folder], model=str(model), processes=2)
    assert list(found) == list(alone[0])
    assert summary == alone[1]


@pytest.mark.slow
def test_a_dask_cluster(folder, model, alone):
    distributed = pytest.importorskip("distributed")
    settings = {"n_workers": 1, "threads_per_worker": 2, "host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
    with distributed.LocalCluster(**settings) as cluster:
        found, summary = link_files([folder], model=str(model), dask=cluster.scheduler_address)
        assert list(found) == list(alone[0])
        assert summary == alone[1]


@pytest.mark.slow
def test_wrong_files_and_settings(folder, model, tmp_path):
    with pytest.raises(FormatError, match="no file of a known format"):
        link_files([tmp_path])
    with pytest.raises(SettingError, match="both processes and a Dask cluster are given"):
        link_files([folder], processes=2, dask="tcp://127.0.0.1:1")
    (tmp_path / "bad.txt").write_bytes(b"\xff")
    with pytest.raises(FormatError, match="is not UTF-8"):
        link_files([tmp_path])
    with pytest.raises(FormatError, match="is not UTF-8"):
        link_files([tmp_path, folder / "text.txt"], model=str(model), processes=2)
