"""Registries: names from our own modules and from entry points of other packages, and their errors."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from corefpipe.exceptions import SettingError
from corefpipe.utils.registry import Registry, UnknownNameError

KNIVES: Registry[str] = Registry("knife", "test_knives")
"""What the modules that the tests write register with."""


@pytest.fixture
def knives() -> Iterator[Registry[str]]:
    """A registry with two knives; entries that a test adds are removed afterwards."""
    KNIVES.register("bread", "long")
    KNIVES.register("butter", "blunt")
    yield KNIVES
    for name in list(KNIVES.own()):
        KNIVES.unregister(name)


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Function that installs a package with one module and entry points by name."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)

    def install_one(package: str, code: str, **points: str) -> None:
        (tmp_path / f"{package}.py").write_text(f"from {__name__} import KNIVES\n{code}")
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = [f"{name} = {value}\n" for name, value in points.items()]
        (info / "entry_points.txt").write_text("[test_knives]\n" + "".join(lines))

    yield install_one
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_is_a_mapping(knives):
    assert (list(knives), len(knives)) == (["bread", "butter"], 2)
    assert knives["bread"] == "long"
    assert dict(knives.items()) == {"bread": "long", "butter": "blunt"}
    assert "bread" in knives
    assert "cheese" not in knives
    assert knives.get("cheese", "none") == "none"


def test_sorted_by_name():
    spoons: Registry[int] = Registry("spoon", "test_spoons", sort=True)
    for number, name in enumerate(["tea", "soup", "wooden"]):
        spoons.register(name, number)
    assert list(spoons) == list(spoons.own()) == ["soup", "tea", "wooden"]


def test_unknown_names_get_a_hint(knives):
    with pytest.raises(UnknownNameError) as error:
        knives["buter"]
    assert str(error.value) == "unknown knife 'buter'. Did you mean butter? Valid are bread, butter"
    assert isinstance(error.value, SettingError)
    with pytest.raises(SettingError, match=r"^unknown knife 'xyz'. Valid are bread, butter$"):
        knives["xyz"]


def test_an_empty_registry():
    with pytest.raises(SettingError, match=r"^unknown fork 'x'. None is registered$"):
        Registry("fork", "test_forks")["x"]


def test_a_name_is_given_once(knives):
    with pytest.raises(SettingError, match=r"two entries for the knife 'bread'. Give one of them another name"):
        knives.register("bread", "short")
    assert knives["bread"] == "long"


def test_what_is_defined_again_replaces_the_first(knives):
    def define(edge: str) -> type:
        return type("Cheese", (), {"edge": edge, "__module__": "notebook"})

    knives.register("cheese", "two prongs", source=define("sharp"))
    knives.register("cheese", "one prong", source=define("blunt"))
    assert knives["cheese"] == "one prong"
    other = type("Gouda", (), {"__module__": "notebook"})
    with pytest.raises(SettingError, match="two entries for the knife 'cheese'"):
        knives.register("cheese", "wire", source=other)


def test_unregister(knives):
    knives.unregister("bread")
    assert list(knives) == ["butter"]
    with pytest.raises(UnknownNameError):
        knives.unregister("bread")


def test_modules_are_scanned_on_first_use(tmp_path, monkeypatch):
    package = tmp_path / "drawer"
    (package / "left").mkdir(parents=True)
    head = "from corefpipe.utils.registry import Registry\n"
    (package / "__init__.py").write_text(head + "IMPORTED = []\nREG = Registry('spoon', 'test_spoons', ['drawer'])\n")
    (package / "left" / "__init__.py").write_text("")
    (package / "left" / "tea.py").write_text("from drawer import *\nREG.register('tea', 1)\nIMPORTED.append('tea')\n")
    (package / "soup.py").write_text("from drawer import *\nREG.register('soup', 2)\nIMPORTED.append('soup')\n")
    monkeypatch.syspath_prepend(tmp_path)
    import drawer

    assert drawer.IMPORTED == []
    with ThreadPoolExecutor(4) as threads:  # every thread must see all entries
        assert set(threads.map(lambda _: tuple(drawer.REG), range(4))) == {("tea", "soup")}
    assert drawer.IMPORTED == ["tea", "soup"]


def test_a_module_that_cannot_be_imported_is_an_error_each_time(tmp_path, monkeypatch):
    (tmp_path / "broken_drawer.py").write_text("import nothing_like_this")
    monkeypatch.syspath_prepend(tmp_path)
    registry: Registry[int] = Registry("spoon", "test_spoons", ["broken_drawer"])
    for _ in range(2):
        with pytest.raises(ModuleNotFoundError, match="nothing_like_this"):
            list(registry)


def test_entry_points_are_loaded_on_demand(knives, install):
    install("kitchen", "KNIVES.register('cheese', 'prongs'); KNIVES.register('fish', 'thin')", cheese="kitchen")
    assert "kitchen" not in sys.modules
    assert "cheese" in knives
    assert knives["bread"] == "long"
    assert "kitchen" not in sys.modules
    assert knives["cheese"] == "prongs"
    assert list(knives) == ["bread", "butter", "cheese", "fish"]


def test_listing_loads_entry_points(knives, install):
    install("kitchen", "KNIVES.register('cheese', 'prongs')", cheese="kitchen")
    assert list(knives.own()) == ["bread", "butter"]
    assert list(knives) == ["bread", "butter", "cheese"]
    assert len(knives) == 3


def test_an_entry_point_that_registers_nothing(knives, install):
    install("kitchen", "", cheese="kitchen")
    with pytest.raises(SettingError) as error:
        knives["cheese"]
    assert str(error.value) == (
        "the entry point 'cheese' of test_knives (kitchen) registers no knife of that name. "
        "The package kitchen has to register it under that name"
    )


def test_a_broken_package_leaves_the_others_alone(knives, install):
    install("kitchen", "raise RuntimeError('no electricity')", cheese="kitchen")
    install("pantry", "KNIVES.register('fish', 'thin')", fish="pantry")
    message = (
        r"the knife 'cheese' cannot be loaded: RuntimeError: no electricity. Repair or uninstall the package kitchen"
    )
    with pytest.warns(UserWarning, match=message):
        assert list(knives) == ["bread", "butter", "fish"]
    with pytest.raises(SettingError, match=message):
        knives["cheese"]


def test_ours_come_before_entry_points_of_the_same_name(knives, install):
    install("kitchen", "raise RuntimeError", bread="kitchen")
    assert knives["bread"] == "long"
    assert list(knives) == ["bread", "butter"]


def test_two_packages_with_one_name(knives, install):
    for package in ("kitchen", "pantry"):
        install(package, f"KNIVES.register('cheese', '{package}')", cheese=package)
    with pytest.raises(
        SettingError, match=r"cheese' cannot be loaded: SettingError: two entries for the knife 'cheese'"
    ):
        knives["cheese"]
