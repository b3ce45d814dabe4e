"""Flexible sync: a server, and the realms that are its clients. See "Flexible sync" in the specification."""
