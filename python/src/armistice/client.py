"""The service as typed calls: decisions, rewards and results over HTTP.

Requests that fail on the way are retried. Decisions and rewards carry ids, so that a repetition
gives the same arm and a reward counts once.
"""

from __future__ import annotations

import atexit
import weakref
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode

from .errors import ClientError
from .queue import OnRefused, QueueStorage, RewardQueue
from .request import Connection, create_id, send

#: A reward, or its value and metrics: {"value": 1, "metrics": {"pages": 3}}.
Reward = float | Mapping[str, Any]

#: An experiment that is archived or gone must not break the program that still asks for it.
_ENDED_CODES = frozenset({"experiment_archived", "unknown_experiment"})


class Client:
    """A client of the service.

    >>> client = Client("http://127.0.0.1:4600")  # doctest: +SKIP
    >>> experiment = client.experiment("exp_1a2b3c")  # doctest: +SKIP
    >>> decision = experiment.decide(subject="user 17")  # doctest: +SKIP
    >>> experiment.reward(decision["decisionId"], 1)  # doctest: +SKIP
    """

    def __init__(
        self,
        base_url: str,
        *,
        key: str | None = None,
        timeout: float = 10.0,
        retries: int = 4,
        queue: QueueStorage | None = None,
        on_refused: OnRefused | None = None,
    ) -> None:
        """``timeout`` is in seconds for each attempt; ``queue`` keeps unsent rewards, in memory if left out."""
        self._connection = Connection(base_url.rstrip("/"), key, timeout, retries)
        #: Rewards waiting to be sent.
        self.queue = RewardQueue(
            lambda experiment, rewards: self.experiment(experiment).rewards(rewards),
            lambda experiment, subject, values: self.experiment(experiment).reward_subject(subject, values),
            queue,
            on_refused,
        )
        atexit.register(_flush_at_exit, weakref.ref(self))

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.queue.flush()

    def create_experiment(self, experiment: Mapping[str, Any]) -> dict[str, Any]:
        """Creates an experiment; the fields are those of the API, such as name, arms and horizon."""
        return self.send(
            "POST", "/v1/experiments", dict(experiment), headers={"idempotency-key": create_id()}
        )

    def list_experiments(self, **options: Any) -> dict[str, Any]:
        """Lists experiments, by pages."""
        return self.send("GET", "/v1/experiments" + _query(options))

    def experiment(self, id: str) -> Experiment:
        """The calls for one experiment; nothing is sent before one of them is made."""
        return Experiment(self, id)

    def me(self) -> dict[str, Any]:
        """The key in use, and what it may do."""
        return self.send("GET", "/v1/me")

    def send(self, method: str, path: str, body: Any = None, **call: Any) -> Any:
        """Any call of the API, with the client's retries."""
        return send(self._connection, method, path, body, **call)

    @property
    def timeout(self) -> float:
        """Seconds that each attempt may take."""
        return self._connection.timeout


class Experiment:
    """One experiment of a service."""

    def __init__(self, client: Client, id: str) -> None:
        self._client = client
        #: The id of the experiment.
        self.id = id
        self._base = f"/v1/experiments/{quote(id, safe='')}"

    def read(self) -> dict[str, Any]:
        """The experiment and its progress."""
        return self._client.send("GET", self._base)

    def decide(
        self,
        *,
        subject: str | None = None,
        decision_id: str | None = None,
        context: Mapping[str, str | float] | None = None,
        fallback: str | None = None,
        timeout: float | None = None,
        **fields: Any,
    ) -> dict[str, Any]:
        """The arm for this subject, with their ``context`` where the experiment declares one.

        With a ``fallback`` that arm is returned, with ``isFallback`` true, if the service cannot
        be reached within ``timeout`` seconds or the experiment no longer decides.
        """
        body = _decision(
            {**fields, "subject": subject, "decisionId": decision_id, "context": context}
        )
        within = timeout if timeout is not None or fallback is None else self._client.timeout
        try:
            answer = self._client.send("POST", f"{self._base}/decisions", body, within=within)
        except ClientError as error:
            if fallback is None or not _allows_fallback(error):
                raise
            return {"decisionId": None, "arm": fallback, "isFallback": True, "reason": error.code}
        return {**answer, "isFallback": False}

    def decide_many(self, decisions: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Many decisions in one request; each has its own result."""
        body = {"decisions": [_decision(one) for one in decisions]}
        return self._client.send("POST", f"{self._base}/decisions:batch", body)

    def read_decision(self, decision_id: str) -> dict[str, Any]:
        """A decision and whether it has been rewarded."""
        return self._client.send("GET", f"{self._base}/decisions/{quote(decision_id, safe='')}")

    def reward(self, decision_id: str, reward: Reward) -> None:
        """Returns once the reward is durable."""
        self._client.send("POST", f"{self._base}/rewards", {"decisionId": decision_id, **_values(reward)})

    def reward_subject(self, subject: str, reward: Reward) -> None:
        """The same for a subject of a sticky experiment."""
        self._client.send("POST", f"{self._base}/rewards", {"subject": subject, **_values(reward)})

    def rewards(self, rewards: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Many rewards in one request; each has its own result."""
        return self._client.send("POST", f"{self._base}/rewards:batch", {"rewards": list(rewards)})

    def reward_later(self, decision_id: str, reward: Reward) -> None:
        """Queues the reward and sends it in the background, again and again until it is answered."""
        self._queue({"decisionId": decision_id, **_values(reward)})

    def reward_subject_later(self, subject: str, reward: Reward) -> None:
        """The same for a subject of a sticky experiment."""
        self._queue({"subject": subject, **_values(reward)})

    def results(self) -> dict[str, Any]:
        """The verdict in each segment, from releases alone."""
        return self._client.send("GET", f"{self._base}/results")

    def estimates(self) -> dict[str, Any]:
        """Estimates of the arms with intervals."""
        return self._client.send("GET", f"{self._base}/estimates")

    def privacy(self) -> dict[str, Any]:
        """The guarantee and what is spent."""
        return self._client.send("GET", f"{self._base}/privacy")

    def ledger(self, after: int = 0) -> dict[str, Any]:
        """The public record of releases, by pages."""
        return self._client.send("GET", f"{self._base}/ledger" + _query({"after": after}))

    def change(self, action: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """pause, resume, finish, extend or archive; ``body`` has the fields of the API."""
        return self._client.send("POST", f"{self._base}/{action}", None if body is None else dict(body))

    def _queue(self, reward: dict[str, Any]) -> None:
        self._client.queue.add({"experiment": self.id, **reward})
        self._client.queue.send_soon()


def _decision(fields: Mapping[str, Any]) -> dict[str, Any]:
    """With an id of its own a decision can be sent again, and gives the same arm."""
    given = {name: value for name, value in fields.items() if value is not None}
    return {**given, "decisionId": given.get("decisionId") or create_id()}


def _values(reward: Reward) -> dict[str, Any]:
    return dict(reward) if isinstance(reward, Mapping) else {"value": float(reward)}


def _allows_fallback(error: ClientError) -> bool:
    return (
        error.is_temporary
        or error.code in _ENDED_CODES
        or (error.status != 0 and not error.is_from_service)
    )


def _query(options: Mapping[str, Any]) -> str:
    return "?" + urlencode(options) if options else ""


def _flush_at_exit(reference: weakref.ref[Client]) -> None:
    client = reference()
    if client is not None and len(client.queue) > 0:
        client.queue.flush()
