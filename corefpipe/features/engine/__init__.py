"""The machinery behind features: mention table, pairs, templates, vocabulary, feature matrix, scores of links."""
