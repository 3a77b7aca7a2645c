"""The page of settings: each setting of learners and decoders stands on it, with its default and a meaning."""

from __future__ import annotations

import re
import runpy

import pytest
from helpers import ROOT

from corefpipe.clustering.registry import DECODERS, LEARNERS
from corefpipe.resolver.settings import own_settings

pytest.importorskip("mkdocs")


@pytest.fixture(scope="module")
def page() -> str:
    return "\n".join(runpy.run_path(str(ROOT / "docs" / "hooks" / "settings.py"))["page"]())


@pytest.mark.parametrize(("title", "registry"), [("Learners", LEARNERS), ("Decoders", DECODERS)])
def test_each_setting_has_its_default_and_a_meaning(title, registry, page):
    part = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    sections = dict(re.findall(r"^### (\S+)\n(.*?)(?=^### |\Z)", part, re.M | re.S))
    for name, entry in registry.items():
        for setting, default in own_settings(entry).items():
            assert re.search(rf"^\| `{setting}` \| `{re.escape(repr(default))}` \| \S", sections[name], re.M), setting


def test_arguments_that_share_an_entry_or_refer_to_a_base_class_have_its_meaning(page):
    learner = page.partition("### sum-link\n")[2].partition("###")[0]
    assert "| `passes` | `5` | number of passes over all item sets. |" in learner
    assert "see `" not in learner
