"""The table on the full screen of a terminal (`shokha tui`), with Textual, an optional extra."""
