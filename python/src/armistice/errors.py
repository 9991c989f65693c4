"""Errors of the package."""

from __future__ import annotations

from typing import Any


class ArmisticeError(Exception):
    """The command refused the input, was cancelled, or could not be run."""

    def __init__(self, message: str, code: int | None = None) -> None:
        super().__init__(message)
        #: The JSON-RPC code of the answer; None if there was no answer.
        self.code = code


class ClientError(Exception):
    """The service refused a request, or gave no answer."""

    def __init__(
        self,
        code: str,
        status: int,
        message: str,
        problem: dict[str, Any] | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        #: The service's own code, or "no_answer", "unreachable", "unknown".
        self.code = code
        #: The HTTP status; 0 if no answer came.
        self.status = status
        #: The body of the refusal, if it was JSON.
        self.problem = problem
        #: Seconds that the service asks to wait before the next attempt.
        self.retry_after = retry_after

    @property
    def is_temporary(self) -> bool:
        """Whether the same request may succeed later."""
        return self.status in (0, 408, 429) or self.status >= 500

    @property
    def is_from_service(self) -> bool:
        """Whether the service itself refused; otherwise a proxy in front of it did."""
        return self.problem is not None and "code" in self.problem
