"""One long-lived ``armistice rpc`` process, shared by all calls of a program."""

from __future__ import annotations

import atexit
import itertools
import json
import os
import queue
import shlex
import shutil
import subprocess
import threading
from collections.abc import Callable
from typing import Any

from .errors import ArmisticeError

#: Called with the share that is done, from 0 to 1, and a note.
Progress = Callable[[float, str], None]

#: How long a cancelled request may take to end, in seconds.
_CANCEL_SECONDS = 5.0


def find_command() -> list[str]:
    """The command line of ``armistice``: ARMISTICE_COMMAND, or else the one on PATH."""
    given = os.environ.get("ARMISTICE_COMMAND", "").strip()
    if given:
        return shlex.split(given, posix=os.name != "nt")
    found = shutil.which("armistice")
    if found is None:
        raise ArmisticeError(
            "the armistice command was not found: install @armistice/cli with npm, "
            "or set ARMISTICE_COMMAND to its command line"
        )
    return [found]


class CommandProcess:
    """Starts ``armistice rpc`` with the first call and sends it one request after the other."""

    def __init__(self, command: list[str] | None = None) -> None:
        self._command = command
        self._process: subprocess.Popen[str] | None = None
        self._owner = 0
        self._ids = itertools.count(1)
        self._answers: dict[int, queue.SimpleQueue[dict[str, Any]]] = {}
        self._lock = threading.Lock()

    @property
    def pid(self) -> int | None:
        """The id of the process; None before the first call and after ``close``."""
        return None if self._process is None else self._process.pid

    def call(self, method: str, params: dict[str, Any], progress: Progress | None = None) -> Any:
        """The result of one request. Ctrl-C cancels the request and keeps the process."""
        answers: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        with self._lock:
            process = self._start()
            number = next(self._ids)
            self._answers[number] = answers
            self._send(process, {"id": number, "method": method, "params": params})
        try:
            while True:
                message = answers.get()
                if message.get("method") != "progress":
                    break
                if progress is not None:
                    progress(message["params"]["share"], message["params"]["note"])
        except BaseException:
            self._cancel(process, number, answers)
            raise
        finally:
            self._answers.pop(number, None)
        return _result(message)

    def close(self) -> None:
        """Ends the process. The next call starts another one."""
        with self._lock:
            process, self._process = self._process, None
        # A forked child must not end the process of its parent.
        if process is None or self._owner != os.getpid():
            return
        process.terminate()
        _release(process)

    def _start(self) -> subprocess.Popen[str]:
        process = self._process
        if process is not None and process.poll() is None and self._owner == os.getpid():
            return process
        if process is not None and self._owner == os.getpid():
            _release(process)
        command = [*(self._command or find_command()), "rpc"]
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                bufsize=1,
                # Ctrl-C in a terminal reaches this program alone, which then cancels the request.
                start_new_session=True,
            )
        except OSError as error:
            raise ArmisticeError(f"{shlex.join(command)} could not be started: {error}") from error
        self._process, self._owner, self._answers = process, os.getpid(), {}
        reader = threading.Thread(target=self._read, args=(process, self._answers), daemon=True)
        reader.start()
        return process

    @staticmethod
    def _send(process: subprocess.Popen[str], message: dict[str, Any]) -> None:
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}, allow_nan=False) + "\n")
            process.stdin.flush()
        except (BrokenPipeError, ValueError) as error:
            if isinstance(error, ValueError) and not process.stdin.closed:
                raise ArmisticeError(f"a parameter is not a finite number: {error}") from error
            raise ArmisticeError("the armistice process has ended") from error

    @staticmethod
    def _read(
        process: subprocess.Popen[str], answers: dict[int, queue.SimpleQueue[dict[str, Any]]]
    ) -> None:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                message = json.loads(line)
                number = message.get("id", message.get("params", {}).get("id"))
                waiting = answers.get(number)
                if waiting is not None:
                    waiting.put(message)
        except ValueError:
            pass  # The stream was closed, or the last line is cut off.
        for waiting in list(answers.values()):
            waiting.put({"error": {"code": None, "message": "the armistice process has ended"}})

    def _cancel(
        self,
        process: subprocess.Popen[str],
        number: int,
        answers: queue.SimpleQueue[dict[str, Any]],
    ) -> None:
        if process.poll() is not None:
            return
        try:
            with self._lock:
                self._send(process, {"method": "cancel", "params": {"id": number}})
            while answers.get(timeout=_CANCEL_SECONDS).get("method") == "progress":
                pass
        except (ArmisticeError, queue.Empty):
            self.close()


def _release(process: subprocess.Popen[str]) -> None:
    """Waits for a process that ends, and closes its pipes."""
    process.wait()
    for stream in (process.stdin, process.stdout):
        try:
            if stream is not None:
                stream.close()
        except BrokenPipeError:
            pass  # An unsent request is lost with its process.


def _result(message: dict[str, Any]) -> Any:
    error = message.get("error")
    if error is not None:
        raise ArmisticeError(error["message"], error["code"])
    return message["result"]


#: The process behind the functions of the package.
shared = CommandProcess()
atexit.register(shared.close)


def close() -> None:
    """Ends the background process. The next call starts another one."""
    shared.close()
