"""The layout of letters and e-mail threads: messages, their senders and recipients, quoted parts, signatures."""
