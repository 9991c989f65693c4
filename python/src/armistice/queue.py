"""Rewards that could not be sent yet.

A reward may be sent twice without harm, so none leaves the queue before the service has answered
for it.
"""

from __future__ import annotations

import json
import math
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from .errors import ClientError

#: A waiting reward: experiment, decisionId or subject, and value or metrics.
QueuedReward = dict[str, Any]

_BATCH_SIZE = 500
#: The wait before a retry doubles from the first to the longest, in seconds.
_FIRST_RETRY = 1.0
_LONGEST_RETRY = 30.0

#: The operator can replace a key (401, 403) or allow a host name (421), so rewards wait.
_OPERATOR_STATUSES = frozenset({401, 403, 421})


class QueueStorage(Protocol):
    """Where waiting rewards are kept."""

    def load(self) -> list[QueuedReward]: ...

    def save(self, rewards: Sequence[QueuedReward]) -> None: ...


class MemoryQueue:
    """Keeps rewards in memory: they end with the program."""

    def __init__(self) -> None:
        self._rewards: list[QueuedReward] = []

    def load(self) -> list[QueuedReward]:
        return list(self._rewards)

    def save(self, rewards: Sequence[QueuedReward]) -> None:
        self._rewards = list(rewards)


class FileQueue:
    """Keeps rewards in a file, so that they outlive the program. Each process needs its own."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)

    def load(self) -> list[QueuedReward]:
        try:
            return json.loads(self._path.read_text("utf-8"))
        except FileNotFoundError:
            return []

    def save(self, rewards: Sequence[QueuedReward]) -> None:
        # Renamed into place, so that a crash leaves the old or the new file.
        draft = self._path.with_name(f".{self._path.name}.part")
        with draft.open("w", encoding="utf-8") as file:
            json.dump(list(rewards), file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, self._path)


SendBatch = Callable[[str, Sequence[Mapping[str, Any]]], Mapping[str, Any]]
SendSubject = Callable[[str, str, Mapping[str, Any]], None]
OnRefused = Callable[[QueuedReward, str], None]


class RewardQueue:
    """Rewards on their way to the service, sent in batches and retried until it has answered."""

    def __init__(
        self,
        send: SendBatch,
        send_subject: SendSubject,
        storage: QueueStorage | None = None,
        on_refused: OnRefused | None = None,
    ) -> None:
        self._send = send
        self._send_subject = send_subject
        self._storage = MemoryQueue() if storage is None else storage
        self._on_refused = on_refused
        self._lock = threading.Lock()
        self._sending = threading.Lock()
        self._wake = threading.Condition()
        self._due: float | None = None
        self._failures = 0
        self._thread: threading.Thread | None = None
        # An earlier program may have left rewards.
        if len(self) > 0:
            self._schedule(_FIRST_RETRY)

    def __len__(self) -> int:
        with self._lock:
            return len(self._storage.load())

    def add(self, reward: QueuedReward) -> None:
        """Stores the reward at once; the next flush sends it."""
        for number in (reward.get("value"), *reward.get("metrics", {}).values()):
            # JSON has no NaN: the service would refuse it much later.
            if number is not None and not math.isfinite(number):
                raise ClientError("invalid_request", 0, f"a reward must be a finite number, got {number}")
        with self._lock:
            self._storage.save([*self._storage.load(), reward])

    def send_soon(self) -> None:
        """Sends what is waiting, in the background."""
        self._schedule(0.0)

    def flush(self) -> bool:
        """Sends what is waiting. True once nothing is left; the rest is retried in the background."""
        with self._sending:
            is_empty = False
            try:
                is_empty = self._flush()
                self._failures = 0 if is_empty else self._failures + 1
            finally:
                if not is_empty:
                    self._schedule(min(_LONGEST_RETRY, _FIRST_RETRY * 2 ** max(0, self._failures - 1)))
        return is_empty

    def _schedule(self, seconds: float) -> None:
        with self._wake:
            due = time.monotonic() + seconds
            self._due = due if self._due is None else min(self._due, due)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()
            self._wake.notify()

    def _work(self) -> None:
        while True:
            with self._wake:
                while self._due is None or self._due > time.monotonic():
                    self._wake.wait(None if self._due is None else self._due - time.monotonic())
                self._due = None
            self.flush()

    def _flush(self) -> bool:
        while True:
            with self._lock:
                waiting = self._storage.load()
            if not waiting:
                return True
            first = waiting[0]
            batch = [first]
            if "decisionId" in first:
                own = [
                    one
                    for one in waiting
                    if "decisionId" in one and one["experiment"] == first["experiment"]
                ]
                batch = own[:_BATCH_SIZE]
            answered = self._try_sending(batch)
            with self._lock:
                # Rewards that were added meanwhile stay.
                kept = [one for one in self._storage.load() if one not in answered]
                self._storage.save(kept)
            if not answered:
                return False

    def _try_sending(self, batch: list[QueuedReward]) -> list[QueuedReward]:
        """The rewards that the service has answered for."""
        try:
            if "subject" in batch[0]:
                reward = batch[0]
                values = {name: reward[name] for name in ("value", "metrics") if name in reward}
                self._send_subject(reward["experiment"], reward["subject"], values)
                return batch
            rewards = [{k: v for k, v in one.items() if k != "experiment"} for one in batch]
            results = self._send(batch[0]["experiment"], rewards)["results"]
        except ClientError as error:
            return self._handle_error(batch, error)
        answered: list[QueuedReward] = []
        for reward, result in zip(batch, results):
            if result["status"] == 429 or result["status"] >= 500:
                continue
            if result["status"] >= 400:
                self._refuse(reward, (result.get("problem") or {}).get("code", "unknown"))
            answered.append(reward)
        return answered

    def _handle_error(self, batch: list[QueuedReward], error: ClientError) -> list[QueuedReward]:
        if error.is_temporary or error.status in _OPERATOR_STATUSES:
            return []
        # A proxy's refusal must not cost a reward, but a batch that is too large for it is split.
        if not error.is_from_service and (error.status != 413 or len(batch) == 1):
            return []
        # One reward may be the reason why the whole batch is refused: halves find it.
        if error.status != 404 and len(batch) > 1:
            return self._try_sending(batch[: (len(batch) + 1) // 2])
        for reward in batch:
            self._refuse(reward, error.code)
        return batch

    def _refuse(self, reward: QueuedReward, code: str) -> None:
        if self._on_refused is not None:
            self._on_refused(reward, code)
