"""Records in the forms of other programs. Each form is a module here and an entry in formats.py."""
