"""The recorder: it watches a realm, and turns what it sees into the documents of an audit trail."""
