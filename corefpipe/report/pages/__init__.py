"""Pages to look at in a browser: one self-contained HTML file each, without network.

`shell` is what all pages share: frame, colours, style, escaping. `reading` makes the page of texts with their chains.
"""
