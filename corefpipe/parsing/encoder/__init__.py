"""A small transformer for tagging, parsing and NER: windows of text, its network, and the spaCy component."""
