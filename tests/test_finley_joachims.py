"""The texts, features and tables of `eval/finley_joachims`, on small texts of our own."""

from __future__ import annotations

import sys
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from helpers import ROOT
from helpers.links import separable
from helpers.partitions import same_partition
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from corefpipe.document import Document, Mention
from corefpipe.exceptions import CorefpipeError

SCRIPTS = ROOT / "eval" / "finley_joachims"

# Examples of Porter 1980, a few per step; at the end words that pass several steps.
STEMS = """
caresses caress ponies poni ties ti cats cat feed feed agreed agre plastered plaster bled bled motoring motor sing sing
conflated conflat troubled troubl sized size hopping hop falling fall hissing hiss fizzed fizz failing fail filing file
happy happi sky sky relational relat conditional condit rational ration valenci valenc digitizer digit
conformabli conform radicalli radic vileli vile vietnamization vietnam operator oper feudalism feudal
decisiveness decis hopefulness hope callousness callous formaliti formal sensitiviti sensit sensibiliti sensibl
triplicate triplic formative form formalize formal electrical electr hopeful hope goodness good revival reviv
allowance allow inference infer airliner airlin adjustable adjust defensible defens irritant irrit
replacement replac adjustment adjust dependent depend adoption adopt homologou homolog communism commun
activate activ effective effect bowdlerize bowdler probate probat rate rate cease ceas controll control roll roll
generalizations gener oscillators oscil a a is is café café
""".split()


@pytest.fixture(scope="module")
def scripts():
    """The modules of eval/finley_joachims."""
    pytest.importorskip("clarabel")
    sys.path.insert(0, str(SCRIPTS))
    try:
        import cosines
        import hinge
        import kernels
        import models
        import nouns
        import novels
        import porter
        import show

        return SimpleNamespace(
            cosines=cosines,
            hinge=hinge,
            kernels=kernels,
            models=models,
            nouns=nouns,
            novels=novels,
            porter=porter,
            show=show,
        )
    finally:
        sys.path.remove(str(SCRIPTS))


@pytest.mark.parametrize(("word", "stem"), list(zip(STEMS[::2], STEMS[1::2], strict=True)))
def test_stems_are_those_of_the_paper(scripts, word, stem):
    assert scripts.porter.stem(word) == stem


TEXTS = ["Emma walks home.", "She was walking home", "A dog barks", "walks home Emma"]


def test_cosines_by_hand(scripts):
    one = scripts.cosines.TextSet([{"text": text} for text in TEXTS], np.zeros(4, dtype=int))
    two = scripts.cosines.TextSet([{"text": TEXTS[0]}, {"text": ""}], np.zeros(2, dtype=int))
    made = scripts.cosines.Cosines(["text"]).fit([one])
    links = made.links([one, two]).check()
    column = {name: links.features[:, number].toarray()[:, 0] for number, name in enumerate(made.names)}
    item, antecedent = links.item(), links.antecedent
    of_one = np.arange(links.n_links) < links.indptr[4]

    def pair(name, i, j, first=True):
        return column[name][np.flatnonzero((item == i) & (antecedent == j) & (of_one == first))[0]]

    assert column["constant"].tolist() == (antecedent >= 0).astype(float).tolist()
    assert pair("text, 1-grams of words", 3, 0) == pytest.approx(1)  # the same words in another order
    assert 0 < pair("text, 2-grams of words", 3, 0) < 1
    assert pair("text, 3-grams of words", 3, 0) == 0
    assert pair("text, 2-grams of words", 1, 0) == 0
    assert pair("text, 2-grams of stems", 1, 0) > 0  # "walk home"
    assert pair("text, 1-grams of words", 2, 0) == 0
    # idf = 1 + ln(5 / (1 + df)): home 3, walks 2, walking, she, was, emma 1 or 2 of 4 texts
    idf = {word: 1 + np.log(5 / (1 + df)) for word, df in {"home": 3, "walks": 2, "emma": 2, "she": 1}.items()}
    left = np.array([idf["emma"], idf["walks"], idf["home"]])
    right = np.array([idf["she"], idf["she"], idf["she"], idf["home"]])  # she, was, walking
    by_hand = idf["home"] ** 2 / np.linalg.norm(left) / np.linalg.norm(right)
    assert pair("text, 1-grams of words", 1, 0) == pytest.approx(by_hand, rel=1e-5)
    assert pair("text, 1-grams of words", 1, 0, first=False) == 0  # an empty text


def test_products_are_in_the_order_of_links(scripts):
    rows = np.random.default_rng(0).normal(size=(5, 3))
    found = scripts.cosines.products(sparse.csr_matrix(rows), [3, 0, 2])
    expected = [rows[1] @ rows[0], rows[2] @ rows[0], rows[2] @ rows[1], rows[4] @ rows[3]]
    assert found == pytest.approx(expected)


def test_the_inner_product_is_the_kernel(scripts):
    links, _ = separable(1)
    x = links.features.toarray().astype(float)
    found = scripts.kernels.quadratic(links).features.toarray().astype(float)
    assert found @ found.T == pytest.approx((x @ x.T) ** 2, rel=1e-5)


def test_passages_and_what_is_quoted(scripts, monkeypatch):
    monkeypatch.setattr(scripts.novels, "LENGTH", 3)
    assert scripts.novels.passages("a b\nc  d e f g") == ["a b c", "d e f"]
    assert scripts.novels.quoted('“Come, Darcy,” said he, “I must.” He said "no" to it\'s') == "Come, Darcy, I must. no"


def test_sets_of_novels_share_no_passage(scripts, tmp_path):
    for book in range(40):
        words = " ".join(f"w{book}x{number}" for number in range(400 * 90))
        (tmp_path / f"{book:02}.txt").write_text(words, encoding="utf8")
    train, test = scripts.novels.parts(tmp_path, 6, 4)
    assert [len(train), len(test)] == [6, 4]
    first_words = [text["text"].split()[0] for one in (*train, *test) for text in one.texts]
    assert len(first_words) == len(set(first_words))
    books = [
        {word.split("x")[0] for one in part for text in one.texts for word in text["text"].split()}
        for part in (train, test)
    ]
    assert not books[0] & books[1]
    for one in train:
        sizes = np.unique(one.labels, return_counts=True)[1]
        assert 3 <= len(sizes) <= 6
        assert sizes.max() <= 4
        same = [text["text"].split("x")[0] for text in one.texts]
        assert same_partition(np.unique(same, return_inverse=True)[1], one.labels)
    again = scripts.novels.parts(tmp_path, 6, 4)[0]
    assert [one.texts for one in train] == [one.texts for one in again]


def test_folders_without_texts(scripts, tmp_path):
    with pytest.raises(CorefpipeError, match="no novels") as told:
        scripts.novels.parts(tmp_path, 1, 1)
    assert "--corpora" in str(told.value)


def test_the_first_mentions_in_text_order(scripts):
    document = Document("d", list("abcd"), mentions=[Mention(3, 4, "x"), Mention(0, 2, "y"), Mention(0, 1, "x")])
    (short,) = scripts.nouns.shortened([document], 2)
    assert [mention.span for mention in short.mentions] == [(0, 1), (0, 2)]
    assert short.words == document.words
    assert len(document.mentions) == 3


def test_a_linear_svm_by_hand(scripts):
    x, y = sparse.csr_matrix([[2.0], [2.0], [-1.0]]), np.array([True, True, False])
    # Below w = ½ all three hinges fall: w = 5 C; from there to 1 only that of the last, w = C; then none.
    for C, w in ((0.01, 0.05), (0.1, 0.5), (0.3, 0.5), (0.7, 0.7), (100.0, 1.0)):
        found = scripts.hinge.HingeSVM(C).fit(x, y)
        assert found.coef_ == pytest.approx(np.array([[w]]), abs=1e-5)
        assert abs(found.gap_) < 1e-8
        assert found.decision_function(x) == pytest.approx([2 * w, 2 * w, -w], abs=1e-5)


def test_a_linear_svm_reaches_its_optimum_where_liblinear_does_not(scripts):
    random = np.random.default_rng(0)
    x = sparse.csr_matrix(np.hstack([random.uniform(size=(200, 4)), np.ones((200, 1))]))
    y = x.toarray()[:, 0] + random.normal(scale=0.3, size=200) > 0.5

    def objective(w, C):
        return w @ w / 2 + C * np.maximum(1 - np.where(y, 1, -1) * (x @ w), 0).sum()

    for C in (0.1, 1e4):
        found = scripts.hinge.HingeSVM(C).fit(x, y)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            other = LinearSVC(C=C, loss="hinge", fit_intercept=False, max_iter=1000, random_state=0).fit(x, y)
        assert 0 <= found.gap_ + 1e-9 < 1e-6
        ratio = objective(other.coef_[0], C) / objective(found.coef_[0], C)
        assert 1 - 1e-6 < ratio < 1.001 if C == 0.1 else ratio > 1.01


def test_a_linear_svm_that_stops_early_says_so(scripts, monkeypatch):
    monkeypatch.setattr(scripts.hinge, "solved", lambda rows, costs: (np.zeros(rows.shape[1]), np.zeros(len(rows))))
    with pytest.warns(ConvergenceWarning, match=r"1\.0e\+00 of itself above its optimum"):
        scripts.hinge.HingeSVM().fit(sparse.csr_matrix([[1.0], [-1.0]]), np.array([True, False]))


def test_models_choose_their_cost_and_are_scored(scripts):
    models, data = scripts.models, separable(1)
    makes = {
        "SVM": models.Model(["Δ_P", "Δ_M"], (1e-6, 1e4)),
        "PCC": models.Model(["Δ_P"], (1.0,), settings=None),
    }
    for name, model in makes.items():
        for loss, row in models.measured(model, data, separable(2), 2, ["C_G", "C*_R"]):
            # With one cost given, lower ones are tried too, as it is at the edge.
            assert row["C"] in ((0.01, 0.1, 1.0) if name == "PCC" else (1e4,))
            assert row["cross-validation"][f"{row['C']:g}"] == min(row["cross-validation"].values())
            assert row["test"]["C_G"][loss] == row["test"]["C*_R"][loss] == [0.0] * len(separable(2)[1])


def test_a_rare_feature_is_no_training_that_did_not_converge(scripts):
    links, labels = separable(1)
    tiny = links.with_features(sparse.hstack([links.features, 1e-6 * links.features[:, :1]], format="csr"))
    with pytest.warns(ConvergenceWarning, match="no value of column"):
        scripts.models.Model(["Δ_P"], ()).learner(1.0).fit(tiny, labels)
    assert scripts.models.fitted(scripts.models.Model(["Δ_P"], ()), 1.0, (tiny, labels))[2]


def test_models_with_a_kernel(scripts):
    models = scripts.models
    for settings, grid in ((None, (10.0,)), ({}, (1e6,))):
        model = models.Model(["Δ_P"], grid, settings=settings, gamma=0.1)
        ((_, row),) = models.measured(model, separable(1), separable(2), 2, ["C_G"])
        assert np.mean(row["test"]["C_G"]["Δ_P"]) < 1
        assert not hasattr(models.fitted(model, grid[0], separable(1))[0], "coef_")


def test_the_width_of_the_kernel_is_chosen_on_training_sets(scripts):
    def row(trained, tested):
        return {
            "cross-validation": {"0.1": 9.0, "1": trained, "10": 9.0},
            "test": {"C_G": {"Δ_P": tested}},
            "seconds": 1.0,
        } | {
            "converged": True,
            "C": 1.0,
        }

    found = {"linear": row(5.0, [6.0, 8.0]), "quadratic": row(4.0, [1.0, 2.0])}
    found |= {"rbf 0.1": row(3.0, [4.0, 5.0]), "rbf 1": row(2.0, [7.0, 7.0])}
    titles = {"linear": "{}", **{name: "{} " + name for name in found if name != "linear"}}
    rows = {f"{titles[name].format(model)}, Δ_P": each for model in ("C_G", "PCC") for name, each in found.items()}
    table = scripts.show.table_of_kernels("x", {"models": rows})
    assert table[4].startswith("| C_G, test C_G, Δ_P | 7.00 | 1.50 | 7.00 | 1 |")


def test_marks_are_explained_if_there_are_any(scripts):
    show, losses = scripts.show, {"Δ_P": [1.0, 2.0], "Δ_M": [3.0, 5.0]}
    row = {"C": 1.0, "cross-validation": {"0.1": 2.0, "1": 1.0, "10": 3.0}, "converged": True, "seconds": 1.0}
    row["test"] = dict.fromkeys(("C_G", "C*_R"), losses)
    names = [f"{model}, {loss}" for model in ("C_G", "C_G without", "PCC") for loss in losses]
    found = {"gum": {"default": losses, "models": {name: dict(row) for name in names}}}
    assert show.shown(found).startswith("**Table 1, GUM")
    found["gum"]["models"]["PCC, Δ_M"]["C"] = 10.0
    assert show.shown(found).startswith("† the final training")
    assert "4.00‡" in show.shown(found)


def test_default_clusterings(scripts):
    found = scripts.models.default([np.array([0, 0, 1]), np.array([2, 3])])
    assert found["Δ_P"] == pytest.approx([100 / 3, 0], abs=1e-3)  # each item alone
    assert found["Δ_M"] == pytest.approx([100 / 3, 100], abs=1e-3)  # all together: F = 2/3, and no true link at all


def test_p_values(scripts):
    values = np.array([1.0, 2.0, 4.0])
    assert scripts.show.p_value(values, values) == "equal"
    assert scripts.show.p_value(values, values + np.array([1, 1.1, 0.9])) == "**0.003**"
    # The differences have the mean 0.5 and the deviation 1.5: t = 1/√3 with 2 degrees of freedom.
    assert scripts.show.p_value(values, values + np.array([-1, 2, 0.5])) == "0.622"


def test_posts_with_their_threads(scripts, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(SCRIPTS))
    import chat

    monkeypatch.setattr(chat, "LENGTH", 3)
    posts = ["[01:00] <ann> anyone here?", "=== bob has joined #x", "[01:01] <bob> ann, yes", "[01:02] <cy> gcc fails"]
    lines = [*["[00:00] <old> before"] * 1000, *posts, "[01:03] <ann> fine"]
    for name in ("one", "two"):
        (tmp_path / f"{name}.ascii.txt").write_text("\n".join(lines) + "\n", encoding="utf8")
        (tmp_path / f"{name}.annotation.txt").write_text("1000 1002 -\n1003 1003 -\n1002 1004 -\n", encoding="utf8")
    train, test = chat.parts(tmp_path, 1, 1)
    (one,) = train
    assert [len(train), len(test)] == [1, 1]
    assert one.texts[1] == {"text": "ann, yes", "line": "bob ann, yes"}
    assert same_partition(one.labels, np.array([0, 0, 1]))
    with pytest.raises(CorefpipeError, match="3 are needed"):
        chat.parts(tmp_path, 2, 1)
