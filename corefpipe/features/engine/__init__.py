"""The machinery behind features: mention table, pairs, templates, vocabulary, matrix, scores of links."""
