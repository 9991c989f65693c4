"""Differentially private adaptive experiments from Python.

The functions simulate, compare, frontier, audit, plan and privacy run the ``armistice`` command
in one background process and return tables. ``Client`` talks to a running service.
"""

from .client import Client, Experiment
from .errors import ArmisticeError, ClientError
from .laboratory import audit, compare, frontier, plan, privacy, simulate
from .process import CommandProcess, close
from .queue import FileQueue, MemoryQueue, QueueStorage
from .rows import Rows

__all__ = [
    "ArmisticeError",
    "Client",
    "ClientError",
    "CommandProcess",
    "Experiment",
    "FileQueue",
    "MemoryQueue",
    "QueueStorage",
    "Rows",
    "audit",
    "close",
    "compare",
    "frontier",
    "plan",
    "privacy",
    "simulate",
]
