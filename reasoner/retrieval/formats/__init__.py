"""One short module for each format: `read` makes a document of the file's text, or of its bytes.

To add a format, copy a module that is like it and give it a line in `registry.FORMATS`.
"""
