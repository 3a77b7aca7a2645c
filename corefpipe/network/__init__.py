"""A network that reads a text once: windows of word pieces, word vectors, and scores of what corefers."""
