"""What the service refuses, as its errors are."""

from typing import Any


class Refusal(Exception):
    """An answer that is an error: HTTP status, Google's word for it, and a sentence."""

    def __init__(self, status: int, word: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status, self.word, self.message, self.more = status, word, message, more

    def body(self) -> dict[str, Any]:
        return {"error": {"code": self.status, "message": self.message, "status": self.word, **self.more}}


def bad(message: str) -> Refusal:
    return Refusal(400, "INVALID_ARGUMENT", message)
