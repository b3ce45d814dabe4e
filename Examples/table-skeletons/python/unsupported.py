"""What a step can end with beside a value."""


class StepFailed(Exception):
    """A step, or opening the realm, failed as the specification says; `code` is one of its error codes."""

    def __init__(self, code, message):
        super().__init__(message)
        self.outcome = {"code": code, "message": message}


class Unsupported(Exception):
    """Something that is not known here; the text says what."""
