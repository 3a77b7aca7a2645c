"""Where quotations begin and end: their marks, the style of a document, and which of them are speech."""
