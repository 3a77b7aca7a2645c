"""Attributes of mentions and features of pairs that several feature sets share."""
