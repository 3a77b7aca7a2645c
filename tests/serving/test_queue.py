"""The queue: batches, room, places that are given up, processes that die or hang. Its workers follow a script."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from corefpipe.serving.problems import ProblemError
from corefpipe.serving.queue import BATCH_CHARACTERS, Queue
from corefpipe.serving.resolving import Answer
from corefpipe.serving.settings import Limits, Settings
from corefpipe.serving.worker import WorkerDiedError


class ScriptedWorker:
    """Answers each text with its own bytes, after `seconds`; dies over texts that begin with "kill", unless revived."""

    def __init__(self, seconds: float = 0.0):
        self.seconds = seconds
        self.batches: list[list[str]] = []
        self.killed = 0
        self.is_ready = True

    async def ready(self) -> None:
        self.is_ready = True

    async def resolve(self, texts: Sequence[str]) -> list[Answer]:
        self.batches.append(list(texts))
        await asyncio.sleep(self.seconds)
        if any(text.startswith("kill") for text in texts):
            self.is_ready = False
            raise WorkerDiedError
        return [Answer(200, text.encode()) for text in texts]

    def kill(self) -> None:
        self.killed += 1


def run(scenario: Callable[[Queue], object], *workers: ScriptedWorker, **settings: object) -> None:
    """Run a coroutine with a queue."""

    async def whole() -> None:
        queue = Queue(workers, Settings(**settings))
        queue.start()
        await asyncio.wait_for(scenario(queue), 20)
        assert (queue.waiting, queue.resolving, queue._characters) == (0, 0, 0)
        await queue.stop()

    with ThreadPoolExecutor(1) as thread:  # the loop of a browser of other tests may run in this one
        thread.submit(asyncio.run, whole()).result()


async def answers_of(queue: Queue, texts: list[str]) -> list[bytes]:
    return [answer.body for answer in await asyncio.gather(*(entry.answer for entry in queue.put(texts)))]


def test_texts_are_resolved_together_and_in_order():
    worker = ScriptedWorker(0.01)
    texts = [str(number) for number in range(12)]

    async def scenario(queue):
        parts = [texts[:1], texts[1:2], texts[2:12]]
        found = await asyncio.gather(*(answers_of(queue, part) for part in parts))
        assert [body.decode() for part in found for body in part] == texts

    run(scenario, worker, batch_size=5)
    assert worker.batches == [texts[:5], texts[5:10], texts[10:]]


def test_an_idle_process_waits_for_others_to_join():
    worker = ScriptedWorker()

    async def scenario(queue):
        first = asyncio.create_task(answers_of(queue, ["a"]))
        await asyncio.sleep(0.02)
        assert worker.batches == []
        await answers_of(queue, ["b"])
        await first

    run(scenario, worker, batch_wait=0.3)
    assert worker.batches == [["a", "b"]]


def test_long_texts_make_small_batches():
    worker = ScriptedWorker()
    long = "x" * (BATCH_CHARACTERS // 2)
    run(lambda queue: answers_of(queue, [long, long, "a", long + long + long, "b"]), worker)
    assert [len(batch) for batch in worker.batches] == [2, 1, 1, 1]


def test_processes_share_the_texts():
    workers = ScriptedWorker(0.05), ScriptedWorker(0.05)
    run(lambda queue: answers_of(queue, list("abcdef")), *workers)
    assert sorted(len(worker.batches[0]) for worker in workers) == [2, 3]


def test_a_full_queue_refuses_whole_requests():
    worker = ScriptedWorker(0.05)

    async def scenario(queue):
        first = asyncio.create_task(answers_of(queue, ["a", "b", "c"]))
        await asyncio.sleep(0)
        with pytest.raises(ProblemError) as refused:
            queue.put(["d", "e"])
        assert refused.value.status == 503
        assert int(refused.value.headers["Retry-After"]) >= 1
        assert await answers_of(queue, ["f"]) == [b"f"]
        assert await first == [b"a", b"b", b"c"]

    run(scenario, worker, limits=Limits(max_texts=3, queue=4))
    assert [text for batch in worker.batches for text in batch] == ["a", "b", "c", "f"]


def test_requests_that_would_run_out_of_time_are_refused():
    worker = ScriptedWorker(0.2)

    async def scenario(queue):
        await answers_of(queue, ["x" * 800])  # so it takes 0.2 ms per character, with 200 for the text
        first = asyncio.create_task(answers_of(queue, ["y" * 19_800]))
        await asyncio.sleep(0)
        with pytest.raises(ProblemError, match="the server is busy: 1 texts wait") as refused:
            queue.put(["z"])
        assert 4 <= int(refused.value.headers["Retry-After"]) <= 12  # 4, as far as this machine has nothing else to do
        await first

    run(scenario, worker, limits=Limits(timeout=3))


def test_places_are_given_up():
    worker = ScriptedWorker(0.05)

    async def scenario(queue):
        first = asyncio.create_task(answers_of(queue, ["a"]))
        await asyncio.sleep(0.02)
        dropped = queue.put(["b", "c"])
        assert queue.waiting == 2
        queue.drop(dropped)
        assert queue.waiting == 0
        assert await answers_of(queue, ["d", "e"]) == [b"d", b"e"]
        await first

    run(scenario, worker, limits=Limits(max_texts=2, queue=2))
    assert [text for batch in worker.batches for text in batch] == ["a", "d", "e"]


def test_a_text_that_kills_processes_fails_alone():
    worker = ScriptedWorker()
    found = []

    async def scenario(queue):
        found.extend(await answers_of(queue, ["a", "kill", "b"]))

    run(scenario, worker)
    assert (found[0], found[2]) == (b"a", b"b")
    problem = json.loads(found[1])
    assert problem["status"] == 500
    assert problem["detail"] == "the processes that resolved the text died, perhaps because memory ran out"
    assert worker.batches == [["a", "kill", "b"], ["a"], ["kill"], ["b"]]


def test_a_process_that_hangs_is_killed():
    worker = ScriptedWorker(60)

    async def scenario(queue):
        entries = queue.put(["a"])
        await asyncio.sleep(0.15)
        assert worker.killed == 1
        queue.drop(entries)
        worker.seconds = 0
        assert await answers_of(queue, ["b"]) == [b"b"]

    run(scenario, worker, limits=Limits(timeout=0.1))


def test_a_batch_for_which_nobody_waits_does_not_go_on(monkeypatch):
    """It went on for all of the limit, and cost the next request its time."""
    monkeypatch.setattr("corefpipe.serving.queue._LEFT", 0.1)
    worker = ScriptedWorker(60)

    async def scenario(queue):
        entries = queue.put(["a"])
        await asyncio.sleep(0.05)
        queue.drop(entries)
        worker.seconds = 0
        assert await asyncio.wait_for(answers_of(queue, ["b"]), 5) == [b"b"]

    run(scenario, worker, limits=Limits(timeout=60))
    assert worker.killed == 1


def test_a_batch_that_is_nearly_done_when_its_client_goes_is_not_killed():
    worker = ScriptedWorker(0.1)

    async def scenario(queue):
        entries = queue.put(["a"])
        await asyncio.sleep(0.05)
        queue.drop(entries)
        assert await answers_of(queue, ["b"]) == [b"b"]

    run(scenario, worker)
    assert worker.killed == 0


def test_a_process_that_dies_while_it_is_idle_is_replaced(monkeypatch):
    monkeypatch.setattr("corefpipe.serving.queue._LOOK", 0.05)
    worker = ScriptedWorker()

    async def scenario(queue):
        await asyncio.sleep(0.02)
        worker.is_ready = False
        assert not queue.is_ready
        await asyncio.sleep(0.2)
        assert queue.is_ready
        assert await answers_of(queue, ["a"]) == [b"a"]

    run(scenario, worker)
