"""A newcomer's way through a guide: blocks are run in order, and what differs from the page is noted."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from helpers.scripts import importable

PAGE = """# A page

```text title="note.txt"
Ann slept.
```

```console
$ cat note.txt
Ann slept.
$ echo two
three
```

```sh
tail -f chat.log
```

```python
word = open("note.txt").read().split()[0]
print(word)
```

```text title="output"
Ann
```

```python
print(word.missing)
```
"""


@pytest.fixture(autouse=True)
def _scripts():
    with importable("guides"):
        yield


def test_blocks_run_in_order_and_differences_are_noted(tmp_path):
    from measure import visit

    page = tmp_path / "page.md"
    page.write_text(PAGE, encoding="utf-8")
    env = dict(os.environ) | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    found = visit(page, tmp_path, env)
    assert found.counts == {"text": 1, "console": 1, "python": 2}
    wrong, failed = found.differences
    assert wrong.startswith("$ echo two\nshown:\nthree")
    assert "AttributeError" in failed
