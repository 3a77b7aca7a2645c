"""The machinery behind features, from a definition in TOML to the scores of links.

What is computed, in the order of the definition:

- `spec` reads a feature set: groups (`groups`) of features, whose expressions (`notation`) are templates (`templates`),
  which are conjunctions of parts (`parts`): an attribute of one mention, or a feature of a pair.
- `registry` has the functions that compute attributes and pair features; `learned` the models that some of them need.

What it is computed on, in the order of the work:

- `table` has the mentions of a document with their attributes, each a column of strings as codes (`column`); `joint` is
  the table of several documents. `gold` makes tables of annotated mentions.
- `candidates` chooses the links, in blocks; `pairs` are links as rows of the table, which pair features are given.
- `cells` groups pairs with the same values of a template. `vocabulary` counts them and gives each a column.
- `matrix` builds the links with their feature matrix, for learning.
- `link_scores` adds up weights without a matrix, for resolving: `weight_tables` has them by the values of parts, which
  `link_codes` finds for each link.
- `sets` puts all this together as an estimator, `classifier` for single mentions. `extract` writes features to a file.
"""
