"""Dialogue in raw text: find the turns of chats, interviews and plays, and the speaker of each token."""
