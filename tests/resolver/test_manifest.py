"""`resolver.toml`: every key is checked, and an error names file, line and what would be valid."""

from __future__ import annotations

import pytest

from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.exceptions import ModelError
from corefpipe.resolver.calibration import Calibration
from corefpipe.resolver.manifest import manifest_text, read_manifest

TEXT = """format = 3
version = "0.1.0"
base = "en"
singletons = false
window = 60

[decoder]
name = "l3m"
gamma = 1.0
threshold = 0.3

[calibration]
given = [0.6, 0.3, 0.1, 0.6, 0.1]

[meta]
mentions = "predicted"
passes = 3
"""


def test_what_is_read():
    found = read_manifest(TEXT, "resolver.toml")
    assert (found.base, found.own_base, found.singletons, found.window) == ("en", "", False, 60)
    assert found.decoder == L3MDecoder(1.0, 0.3)
    assert found.calibrations == {"given": Calibration((0.6, 0.3, 0.1), (0.6, 0.1))}
    assert found.meta == {"mentions": "predicted", "passes": 3}
    assert read_manifest(TEXT.replace('"en"', '"new:cs"'), "resolver.toml").own_base == "cs"
    assert read_manifest(TEXT.replace("1.0", "1"), "resolver.toml").decoder == L3MDecoder(1.0, 0.3)


def test_what_is_written_is_read(resolver):
    found = read_manifest(manifest_text(resolver), "resolver.toml")
    assert (found.decoder, found.meta) == (resolver.decoder, resolver.meta)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("format = 3", "format = 99", r"a model of format 99 .*reads format 3\. Train it again"),
        ("format = 3\n", "", "a model of format None"),
        ("base =", "base = [", "not TOML: "),
        ("base =", "base = " + "[" * 5000, "not TOML: nested too deeply"),
        ("base = ", "basis = ", r"unknown key 'basis'\. Did you mean base\? Valid are format, version, base"),
        ('base = "en"\n', "", r"no 'base'\. Keys of a model are format, version, base"),
        ('"en"', "7", r"base is 7\. It must be text in quotes"),
        ("= false", '= "yes"', r"singletons is 'yes'\. It must be true or false"),
        ("= false", "= 1", r"singletons is 1\. It must be true or false"),
        ("= 60", "= 60.5", r"window is 60.5\. It must be a whole number"),
        ('"l3m"', '"l4m"', "nothing is registered as the decoder 'l4m'"),
        ('"l3m"', '["l3m"]', r"the name of the decoder is \['l3m'\]\. Valid are .*l3m"),
        ("gamma =", "gama =", r"unknown setting of decoder l3m: 'gama'\. Did you mean gamma\? Valid are"),
        ("gamma = 1.0", "gamma = 7.0", "gamma is 7.0"),
        ("gamma = 1.0", "gamma = [1]", r"gamma is \[1\]\. It must be one value"),
        ("gamma = 1.0", "gamma = {}", r"gamma is {}\. It must be one value"),
        ("= 0.3", "= nan", r"threshold is nan\. It must be a finite number"),
        ("= 0.3", "= -inf", r"threshold is -inf\. It must be a finite number"),
        ("= 0.3", '= "0.3"', r"threshold cannot be '0.3'\. Valid: a number"),
        ("= 0.3", "= true", r"threshold cannot be true\. Valid: a number"),
        ("given =", "gold =", r"unknown key 'gold' in \[calibration\]\. Valid are given, predicted"),
        ("[0.6, 0.3", "[nan, 0.3", "given: a calibration is five numbers, not"),
        ("[0.6, 0.3", "[true, 0.3", "given: a calibration is five numbers, not"),
        ("[0.6, 0.3", '["0.6", 0.3', "given: a calibration is five numbers, not"),
        ("[0.6, 0.3", "[0.3", "given: a calibration is five numbers, not"),
        ("passes = 3", "passes = {}", r"passes in \[meta\] is {}"),
    ],
)
def test_wrong_values(old, new, message):
    assert old in TEXT
    with pytest.raises(ModelError, match=rf"^m/resolver\.toml(:\d+)?: {message}") as caught:
        read_manifest(TEXT.replace(old, new), "m/resolver.toml")
    assert len(str(caught.value).splitlines()) == 1


def test_the_line_is_named():
    with pytest.raises(ModelError, match=r"^m:4: singletons"):
        read_manifest(TEXT.replace("false", '"no"'), "m")
