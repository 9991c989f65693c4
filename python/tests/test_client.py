"""The client against a real service that is killed and started again while rewards are sent."""

from __future__ import annotations

import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path
from urllib.parse import urlsplit

from armistice import Client, ClientError, FileQueue
from armistice.process import find_command
from armistice.queue import RewardQueue

DEMO = {"name": "demo", "arms": ["a", "b"], "horizon": 1000, "answers": "all", "privacy": {"eta": 1}}


class Service:
    """``armistice serve`` in a folder, on one port."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.port = "0"
        self.address = ""
        self.start()

    def start(self) -> None:
        command = [*find_command(), "serve", "--port", self.port, "--store", "a.db"]
        self.process = subprocess.Popen(
            command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        self.port = str(urlsplit(self.address).port)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.service = Service(folder.name)
        self.addCleanup(lambda: self.service.kill())
        self.folder = Path(folder.name)

    def test_an_experiment_from_creation_to_results(self) -> None:
        client = Client(self.service.address)
        experiment = client.experiment(client.create_experiment(DEMO)["id"])
        decision = experiment.decide(subject="s")
        self.assertIn(decision["arm"], DEMO["arms"])
        experiment.reward(decision["decisionId"], 1)
        self.assertTrue(experiment.read_decision(decision["decisionId"])["rewarded"])
        many = experiment.decide_many([{}, {}])["results"]
        self.assertEqual([one["status"] for one in many], [201, 201])
        self.assertEqual(experiment.read()["progress"][0]["round"], 3)
        self.assertEqual(experiment.results()["level"], 0.95)
        self.assertEqual(client.list_experiments(limit=5)["experiments"][0]["id"], experiment.id)
        self.assertEqual(experiment.change("archive")["status"], "archived")
        with self.assertRaises(ClientError) as caught:
            experiment.decide()
        self.assertEqual((caught.exception.code, caught.exception.status), ("experiment_archived", 410))
        fallback = experiment.decide(fallback="a")
        self.assertEqual((fallback["arm"], fallback["reason"]), ("a", "experiment_archived"))

    def test_a_decision_sent_twice_is_one_decision(self) -> None:
        client = Client(self.service.address)
        experiment = client.experiment(client.create_experiment(DEMO)["id"])
        first = experiment.decide(decision_id="d-1")
        self.assertEqual(experiment.decide(decision_id="d-1")["arm"], first["arm"])
        self.assertEqual(experiment.read()["progress"][0]["round"], 1)

    def test_people_with_a_context_are_decided_for_by_it(self) -> None:
        client = Client(self.service.address)
        attributes = {"device": {"levels": ["phone", "other"]}, "age": {"range": [0, 100], "bands": 2}}
        context = {"protection": "none", "attributes": attributes}
        experiment = client.experiment(client.create_experiment({**DEMO, "context": context})["id"])
        decision = experiment.decide(subject="u", context={"device": "fridge", "age": 41})
        experiment.reward(decision["decisionId"], 1)
        self.assertEqual(len(experiment.results()["groups"]), 4)
        for wrong, code in [
            (None, "context_required"),
            ({"device": "phone"}, "missing_attribute"),
            ({"device": "phone", "age": "41"}, "invalid_parameter"),
            ({"device": "phone", "age": 41, "city": "x"}, "unknown_attribute"),
        ]:
            with self.assertRaises(ClientError) as caught:
                experiment.decide(subject="v", context=wrong)
            self.assertEqual((caught.exception.status, caught.exception.code), (422, code))
        many = [{"context": {"device": "phone", "age": 3}}, {}]
        results = experiment.decide_many(many)["results"]
        self.assertEqual([one["status"] for one in results], [201, 422])

    def test_nothing_is_lost_or_doubled_while_the_service_restarts(self) -> None:
        file = self.folder / "rewards.json"
        # Short waits would give up before the service is back; ids make all of them safe.
        client = Client(self.service.address, retries=12, queue=FileQueue(file))
        experiment = client.experiment(client.create_experiment(DEMO)["id"])
        decided: list[str] = []
        done = threading.Event()

        def work() -> None:
            for number in range(200):
                decision = experiment.decide(subject=f"user {number}")
                decided.append(decision["decisionId"])
                experiment.reward_later(decision["decisionId"], number % 2)
            done.set()

        worker = threading.Thread(target=work)
        worker.start()
        while len(decided) < 60:
            time.sleep(0.01)
        self.service.kill()
        time.sleep(0.5)
        self.assertFalse(done.is_set())
        self.service.start()
        worker.join(120)
        self.assertTrue(done.is_set())
        for _ in range(20):
            if client.queue.flush():
                break
            time.sleep(0.5)
        self.assertEqual(FileQueue(file).load(), [])
        self.assertEqual(len(set(decided)), 200)
        for decision_id in decided:
            self.assertTrue(experiment.read_decision(decision_id)["rewarded"])
        self.assertEqual(experiment.read()["progress"][0]["round"], 200)
        arms = experiment.results()["segments"][0]["arms"]
        self.assertEqual(sum(arm["rewards"] for arm in arms), 200)

    def test_rewards_of_a_program_that_ended_are_sent_by_the_next_one(self) -> None:
        file = self.folder / "rewards.json"
        client = Client(self.service.address, retries=0, queue=FileQueue(file))
        experiment = client.experiment(client.create_experiment(DEMO)["id"])
        decision_id = experiment.decide()["decisionId"]
        self.service.kill()
        experiment.reward_later(decision_id, 1)
        self.assertFalse(client.queue.flush())
        self.assertEqual(len(FileQueue(file).load()), 1)
        fallback = experiment.decide(fallback="b", timeout=1)
        self.assertEqual((fallback["arm"], fallback["reason"]), ("b", "unreachable"))
        self.service.start()
        with Client(self.service.address, queue=FileQueue(file)) as later:
            self.assertEqual(len(later.queue), 1)
        self.assertTrue(experiment.read_decision(decision_id)["rewarded"])


class QueueTest(unittest.TestCase):
    def test_a_refused_reward_leaves_the_queue_and_is_named_and_the_others_are_sent(self) -> None:
        sent: list[str] = []
        refused: list[tuple[str, str]] = []

        def send(_experiment: str, rewards: object) -> dict[str, object]:
            ids = [one["decisionId"] for one in rewards]  # type: ignore[attr-defined]
            # As the service answers a body that it cannot read.
            if "bad" in ids:
                raise ClientError("invalid_request", 400, "bad", {"code": "invalid_request"})
            sent.extend(ids)
            return {"results": [{"status": 200} for _ in ids]}

        queue = RewardQueue(
            send, lambda *_: None, on_refused=lambda one, code: refused.append((one["decisionId"], code))
        )
        for name in ("a", "b", "bad", "c"):
            queue.add({"experiment": "e", "decisionId": name, "value": 1.0})
        self.assertTrue(queue.flush())
        self.assertEqual(sent, ["a", "b", "c"])
        self.assertEqual(refused, [("bad", "invalid_request")])
        with self.assertRaisesRegex(ClientError, "finite"):
            queue.add({"experiment": "e", "decisionId": "x", "value": float("nan")})

    def test_rewards_wait_where_an_operator_or_a_proxy_refuses(self) -> None:
        for error in (
            ClientError("forbidden", 403, "key", {"code": "forbidden"}),
            ClientError("unknown", 404, "a proxy's page"),
            ClientError("unreachable", 0, "down"),
        ):
            queue = RewardQueue(lambda *_: (_ for _ in ()).throw(error), lambda *_: None)
            queue.add({"experiment": "e", "decisionId": "x", "value": 1.0})
            self.assertFalse(queue.flush())
            self.assertEqual(len(queue), 1)


if __name__ == "__main__":
    unittest.main()
