"""A small transformer that tags, parses and finds names: windows of text, its network, and the spaCy component."""
