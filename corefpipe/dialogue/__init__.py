"""Dialogue: who says what in raw text, and what that tells of whom mentions refer to."""
