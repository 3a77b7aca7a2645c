"""`corefpipe errors` as a user runs it."""

from __future__ import annotations

import json

KEY = """#begin document (farm); part 000
farm 0 0 Mary NNP (1)
farm 0 1 has VBZ -
farm 0 2 a DT (2
farm 0 3 lamb NN 2)
farm 0 4 . . -

farm 0 0 She PRP (1)
farm 0 1 feeds VBZ -
farm 0 2 it PRP (2)
farm 0 3 . . -

#end document
"""


def test_errors(run, tmp_path):
    key, response = tmp_path / "key.conll", tmp_path / "response.conll"
    key.write_text(KEY, encoding="utf8")
    response.write_text(KEY.replace("it PRP (2)", "it PRP (1)"), encoding="utf8")
    code, out, err = run("errors", key, response, "--by", "kinds,distance", "--examples", 2)
    assert (code, err) == (0, "")
    assert out.startswith(f"key: {key}\nresponse: {response}\nCoNLL ")
    assert f"  {'conflated: parts to split off':34}        1 " in out
    assert "  pronoun to pronoun" in out
    assert "[it] ." in out
    found = json.loads(run("errors", key, response, "--json")[1])
    assert found["counts"]["recall"] == found["counts"]["precision"] == 1
    code, _, err = run("errors", key, response, "--by", "colour")
    assert code == 2
    assert "unknown by 'colour'. Valid are kinds, form, distance, head, found" in err
