"""CoNLL-U with CorefUD's `Entity=`, and GUM."""
