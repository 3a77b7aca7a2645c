"""Dialogue in raw text: the turns of chats, interviews and plays, and the speaker of each token."""
