"""How an operation is refused: the suite compares codes, so an error carries one besides its text."""


class Refused(Exception):
    """The operation broke a rule that the specification names; nothing was changed."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code
        self.message = message


class Unsupported(Exception):
    """The case asks for something that this implementation does not have."""


class Malformed(Exception):
    """The input is not a case at all, such as a step without its arguments."""
