"""The cast of a document: which names are names of one person, seen over the whole document."""
