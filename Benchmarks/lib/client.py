"""A built deeplink on a terminal of its own, and what it costs in an inbox of 100 000 cells."""

import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import termios
import time
from pathlib import Path

from lib import senders
from lib.daemon import PATIENCE, PROGRAMS, Daemon

HUNDRED_THOUSAND = 100_000
# Seconds until daemon and client have nothing left to do.
SETTLE = 6
# In the title of all that the senders send.
TITLE = b"failed on main"


class Client:
    """Ended with its terminal; one that stays is killed, by its id."""

    def __init__(self, daemon, rows=24, columns=80):
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.begun = time.monotonic()
        self.process = subprocess.Popen(
            [PROGRAMS / "deeplink", *daemon.options], stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color"})
        os.close(theirs)
        self.seen = b""

    def press(self, keys):
        self.seen = b""
        os.write(self.ours, keys)

    def read(self, seconds):
        """Whether something came within the time."""
        if not select.select([self.ours], [], [], seconds)[0]:
            return False
        self.seen += os.read(self.ours, 1 << 16)
        return True

    def wait(self, text):
        """Seconds until it showed the text."""
        begun = time.monotonic()
        while text not in self.seen:
            if not self.read(PATIENCE):
                raise RuntimeError(f"never shown: {text!r} in {self.seen[-500:]!r}")
        return time.monotonic() - begun

    def settle(self, seconds=0.3):
        while self.read(seconds):
            pass

    def last_frame(self, keys):
        """Seconds from a key to the last byte that came of it: only what changed on the screen is sent, so no text of a
        row can be waited for."""
        self.press(keys)
        begun = last = time.monotonic()
        while self.read(0.2):
            last = time.monotonic()
        return last - begun

    def status(self, name):
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(name + ":"):
                return int(line.split()[1])
        raise KeyError(name)

    def switches(self):
        return self.status("voluntary_ctxt_switches") + self.status("nonvoluntary_ctxt_switches")

    def peak(self):
        return f"{self.status('VmHWM') / 1024:.1f} MiB"

    def close(self):
        os.close(self.ours)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def key_times(client, key, count):
    """Seconds from a key to the first byte of the frame that answers it."""
    times = []
    for _ in range(count):
        client.press(key)
        begun = time.monotonic()
        if not client.read(PATIENCE):
            raise RuntimeError("a key without a frame")
        times.append(time.monotonic() - begun)
        client.settle(0.005)
    return times


def share(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1e3


def view(keys):
    """The notification view of 100 000 cells: frames, peak memory, wake-ups; and senders beside a search."""
    daemon = Daemon()
    try:
        senders.run(daemon, 4, HUNDRED_THOUSAND // 4, HUNDRED_THOUSAND)
        time.sleep(SETTLE)
        rows = []
        frames = []
        for _ in range(10):
            client = Client(daemon)
            frames.append(client.wait(TITLE))
            client.close()
        rows.append(("100 000 cells: start to first frame", f"{statistics.median(frames) * 1e3:.1f} ms (median of 10)", ""))
        client = Client(daemon)
        client.wait(TITLE)
        client.settle()
        client.press(b"0")
        client.settle()
        rows.append(("the view's peak memory, first frame (VmHWM)", client.peak(), ""))
        times = key_times(client, b"j", keys)
        rows.append((f"key to frame, {keys} times j: p50, p99", f"{share(times, 0.5):.2f} ms, {share(times, 0.99):.2f} ms", ""))
        rows.append(("G to the oldest rows", f"{client.last_frame(b'G') * 1e3:.1f} ms", ""))
        rows.append(("g to the newest rows", f"{client.last_frame(b'g') * 1e3:.1f} ms", ""))
        for _ in range(20):
            client.press(b" " * 50)
            client.settle(0.05)
        client.press(b"/kind:job nowhere")
        rows.append(("a filter that nothing passes, typed, to its answer", f"{client.wait(b'Nothing matches') * 1e3:.0f} ms", ""))
        client.press(b"\x1b")
        client.settle()
        rows.append(("peak memory after 1 000 pages down and that", client.peak(), "bounded"))
        # The report of where it stands, a second later, is the last of what was done.
        time.sleep(SETTLE)
        before = client.switches()
        time.sleep(5)
        rows.append(("wake-ups of the client in 5 s of idling", str(client.switches() - before), "0"))
        client.close()
        rows += beside_a_search(daemon, keys)
        return rows
    finally:
        daemon.remove()


def beside_a_search(daemon, count):
    """One event at a time while a client asks for page after page of a search that finds nothing."""
    rows = []
    for name, asks in [("alone", False), ("beside a search through texts", True)]:
        sender, searcher = daemon.senders(), daemon.clients()
        searcher.call("hello", protocol=[1], client="bench")
        times, next_page = [], None
        for number in range(count):
            if asks:
                params = {"text": "nowhere", "limit": 100, **({"before": next_page} if next_page else {})}
                searcher.last += 1
                searcher.send({"jsonrpc": "2.0", "id": searcher.last, "method": "cells.list", "params": params})
            begun = time.monotonic()
            sender.send({"kind": "one", "key": f"{number % 10}"})
            sender.line()
            times.append(time.monotonic() - begun)
            if asks:
                next_page = searcher.line()["result"].get("next")
        rows.append((f"one event, {name}: p50, p99", f"{share(times, 0.5):.2f} ms, {share(times, 0.99):.2f} ms", ""))
    return rows
