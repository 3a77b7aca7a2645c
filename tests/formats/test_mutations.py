"""Damaged files are read or raise our exception; `eval/formats/mutations.py` tries many more."""

import pytest
from helpers.mutations import READABLE, read_mutations

MUTATIONS = 200


@pytest.mark.slow
@pytest.mark.parametrize("name", READABLE)
def test_mutations(tmp_path, name):
    outcome = read_mutations(name, tmp_path, MUTATIONS)
    assert outcome.helpful
    assert outcome.failed < MUTATIONS
    assert outcome.failed > 0 or name == "text"
    assert outcome.slowest < 10
