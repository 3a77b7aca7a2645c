"""Settings of a server: values outside their ranges."""

from __future__ import annotations

import math

import pytest

from corefpipe.exceptions import SettingError
from corefpipe.serving.settings import Limits, Settings


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"max_bytes": 0}, "max_bytes is 0. Give at least 1"),
        ({"max_texts": -1}, "max_texts is -1"),
        ({"max_characters": 0}, "max_characters is 0"),
        ({"queue": 0}, "queue is 0"),
        ({"timeout": 0}, "timeout is 0. Give a number of seconds above 0"),
        ({"timeout": math.nan}, "timeout is nan"),
        ({"timeout": math.inf}, "timeout is inf"),
        ({"queue": 10, "max_texts": 11}, "a request may have 11 texts, but only 10 may wait"),
    ],
)
def test_wrong_limits(wrong, message):
    with pytest.raises(SettingError, match=message):
        Limits(**wrong)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"processes": 0}, "processes is 0. Use 1 to"),
        ({"processes": 100_000}, "processes is 100000"),
        ({"batch_size": 0}, "batch_size is 0. Give at least 1"),
        ({"batch_wait": -0.1}, "batch_wait is -0.1 seconds. Give a time from 0 to 1 second"),
        ({"batch_wait": math.nan}, "batch_wait is nan"),
    ],
)
def test_wrong_settings(wrong, message):
    with pytest.raises(SettingError, match=message):
        Settings(**wrong)
