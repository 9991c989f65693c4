"""One HTTP request with safe retries: growing pauses, or as long as the service asks for."""

from __future__ import annotations

import http.client
import json
import random
import secrets
import socket
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any

from .errors import ClientError

_LONGEST_RETRY_AFTER = 30.0


@dataclass(frozen=True)
class Connection:
    """Where the service is, and how often it is asked."""

    base_url: str
    key: str | None = None
    #: Seconds that each attempt may take.
    timeout: float = 10.0
    retries: int = 4


def create_id() -> str:
    """With an id of its own a request can be sent again after a lost answer."""
    return f"c-{secrets.token_hex(16)}"


def send(
    connection: Connection,
    method: str,
    path: str,
    body: Any = None,
    *,
    headers: dict[str, str] | None = None,
    is_once: bool = False,
    within: float | None = None,
) -> Any:
    """The body of the answer. Requests carry ids, so all but those with ``is_once`` are retried."""
    end = None if within is None else time.monotonic() + within
    retries = 0 if is_once else connection.retries
    attempt = 0
    while True:
        try:
            return _attempt(connection, method, path, body, headers or {}, end, within)
        except ClientError as error:
            if not error.is_temporary or attempt >= retries:
                raise
            backoff = min(5.0, 0.1 * 2**attempt) * (0.5 + random.random() / 2)
            wait = backoff if error.retry_after is None else error.retry_after
            wait = min(_LONGEST_RETRY_AFTER, wait)
            if end is not None and time.monotonic() + wait >= end:
                raise
            time.sleep(wait)
            attempt += 1


def _attempt(
    connection: Connection,
    method: str,
    path: str,
    body: Any,
    headers: dict[str, str],
    end: float | None,
    within: float | None,
) -> Any:
    left = connection.timeout if end is None else min(connection.timeout, end - time.monotonic())
    limit = connection.timeout if within is None else min(connection.timeout, within)
    data = None if body is None else json.dumps(body, allow_nan=False).encode()
    request = urllib.request.Request(connection.base_url + path, data=data, method=method)
    request.add_header("accept", "application/json")
    if data is not None:
        request.add_header("content-type", "application/json")
    if connection.key is not None:
        request.add_header("authorization", f"Bearer {connection.key}")
    for name, value in headers.items():
        request.add_header(name, value)
    try:
        with urllib.request.urlopen(request, timeout=max(0.001, left)) as response:
            text = response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            raise _refusal(error) from None
    except (TimeoutError, socket.timeout):
        raise _no_answer(limit) from None
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        if isinstance(reason, TimeoutError):
            raise _no_answer(limit) from None
        raise _unreachable(connection, reason) from None
    if text == "":
        return None
    try:
        return json.loads(text)
    except ValueError:
        raise _unreachable(connection, "the answer is not JSON") from None


def _refusal(error: urllib.error.HTTPError) -> ClientError:
    try:
        problem = json.loads(error.read().decode())
    except (ValueError, OSError, http.client.HTTPException):
        problem = None
    if not isinstance(problem, dict):
        problem = None
    detail = f"the service answered with status {error.code} and no reason"
    try:
        retry_after: float | None = float(error.headers.get("retry-after", ""))
    except ValueError:
        retry_after = None
    return ClientError(
        (problem or {}).get("code", "unknown"),
        error.code,
        (problem or {}).get("detail", detail),
        problem,
        retry_after,
    )


def _no_answer(limit: float) -> ClientError:
    return ClientError("no_answer", 0, f"the service did not answer within {limit:g} s")


def _unreachable(connection: Connection, reason: object) -> ClientError:
    return ClientError(
        "unreachable", 0, f"the service cannot be reached at {connection.base_url}: {reason}"
    )
