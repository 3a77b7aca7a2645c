"""What the packaged model tells apart, and what it takes for one, in short texts."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("text", "one", "other", "together"),
    [
        ("The pond was deep. It had frozen.", "The pond", "It", True),
        ("It was freezing outside. The pond was deep.", "It", "The pond", False),
        ("It blew hard all night. The house shook.", "It", "The house", False),
        ("A train derailed outside Leeds. Ann told the company's board.", "Leeds", "the company's", False),
        ("Leeds beat Hull on Saturday. The club has won six games.", "Leeds", "The club", True),
        (
            "The panther and the leopard chased themselves.",
            "The panther and the leopard",
            "themselves",
            True,
        ),
        (
            "Elizabeth walked home. Her feelings were mixed. Darcy rode away. His feelings were bitter.",
            "Her feelings",
            "His feelings",
            False,
        ),
        ("Tom raised his voice. Then he lowered his voice.", "his voice", "his voice", True),
        (
            "Jane stayed at Netherfield House. Anne lived at Pemberley House.",
            "Netherfield House",
            "Pemberley House",
            False,
        ),
        ("Mary sang. Mary King was tall.", "Mary", "Mary King", True),
        ("Aunt March frowned. Mrs. March sighed.", "Aunt March", "Mrs. March", True),
        (
            "We walked through the village of Almere. The next village was empty.",
            "the village of Almere",
            "The next village",
            False,
        ),
        ("We walked through the village of Almere. The next village was empty.", "Almere", "The next village", False),
    ],
)
def test_two_mentions(packaged, text, one, other, together):
    chains = [[mention.text for mention in chain] for chain in packaged(text)._.coref.chains]
    wanted = {one, other}
    found = any(wanted <= set(chain) and (one != other or chain.count(one) > 1) for chain in chains)
    assert found == together
