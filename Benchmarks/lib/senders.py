"""Senders in processes of their own, each with a window of events in flight."""

import multiprocessing
import time

from lib.daemon import Lines

IN_FLIGHT = 64
BODY = "x" * 120


def event(sender, number, keys):
    """About 300 bytes, as senders send them: an id, a key, a title, params."""
    return (
        f'{{"kind":"job","state":"failed","id":"{sender}-{number}","key":"{sender}-{number % keys}","source":"bench",'
        f'"title":"build {number} failed on main","body":"{BODY}","params":{{"owner":"o","repo":"r","run":{number}}}}}\n'
    ).encode()


def flood(path, sender, first, count, keys, ready, go):
    """Sends `count` events with `IN_FLIGHT` unanswered ones at most; lines are made beforehand, answers only counted."""
    lines = [event(sender, number, keys) for number in range(first, first + count)]
    connection = Lines(path).socket
    ready.release()
    go.wait()
    sent = answered = 0
    while answered < count:
        if sent < count and sent - answered < IN_FLIGHT:
            room = IN_FLIGHT - (sent - answered)
            connection.sendall(b"".join(lines[sent:sent + room]))
            sent = min(count, sent + room)
        answers = connection.recv(1 << 16)
        if not answers or b'"error"' in answers:
            raise RuntimeError(f"refused: {answers[:300]!r}")
        answered += answers.count(b"\n")


def run(daemon, senders, each, keys, first=0):
    """Runs them side by side; returns the seconds from the common start to the last answer."""
    ready, go = multiprocessing.Semaphore(0), multiprocessing.Event()
    processes = [
        multiprocessing.Process(target=flood, args=(daemon.notify, number, first, each, keys, ready, go))
        for number in range(senders)
    ]
    for process in processes:
        process.start()
    for _ in processes:
        ready.acquire()
    begun = time.monotonic()
    go.set()
    for process in processes:
        process.join()
    seconds = time.monotonic() - begun
    if any(process.exitcode for process in processes):
        raise RuntimeError("a sender failed")
    return seconds
