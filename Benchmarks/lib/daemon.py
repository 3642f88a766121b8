"""A built deeplinkd in a directory of its own, and the two ways to speak to it."""

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Another build can be measured: PROGRAMS=/usr/local/bin Benchmarks/run
PROGRAMS = Path(os.environ.get("PROGRAMS") or ROOT / ".build" / "release")
PATIENCE = 30


class Lines:
    """A connection that speaks lines."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        self.buffer = b""
        self.last = 0

    def send(self, message):
        self.socket.sendall(json.dumps(message).encode() + b"\n")

    def line(self):
        while b"\n" not in self.buffer:
            piece = self.socket.recv(1 << 16)
            if not piece:
                raise EOFError("the daemon has gone")
            self.buffer += piece
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def call(self, method, **params):
        """Makes a call and returns its result; what comes unasked meanwhile is passed over."""
        self.last += 1
        self.send({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        while True:
            answer = self.line()
            if answer.get("id") == self.last and "method" not in answer:
                if "error" in answer:
                    raise RuntimeError(answer["error"]["message"])
                return answer["result"]

    def numbers(self):
        return self.call("status")["numbers"]


class Daemon:
    """Started with its own sockets; ended by its id."""

    def __init__(self, environment=None, place=None):
        self.place = Path(place or tempfile.mkdtemp(prefix="dl-bench-"))
        self.notify = str(self.place / "notify.sock")
        self.client = str(self.place / "client.sock")
        self.environment = environment or {}
        if not (self.place / "config").exists():
            shutil.copytree(ROOT / "config", self.place / "config")
            for path in [self.place / "config", *(self.place / "config").rglob("*")]:
                path.chmod(path.stat().st_mode & ~0o022)
        self.options = [
            "--notify", self.notify, "--client", self.client,
            "--state", str(self.place / "state"), "--config", str(self.place / "config"),
        ]
        self.start()

    def start(self):
        """Starts it and returns the seconds until it answered its first call."""
        for path in (self.notify, self.client):
            if os.path.exists(path):
                os.unlink(path)
        variables = {k: v for k, v in os.environ.items() if k not in ("NOTIFY_SOCKET", "WATCHDOG_USEC", "LISTEN_FDS")}
        begun = time.monotonic()
        with open(self.place / "log", "ab") as log:
            self.process = subprocess.Popen(
                # It keeps more events than any measure sends: what retention takes would be missed in a count.
                [PROGRAMS / "deeplinkd", "--standalone", "--keep-events", "1000000", *self.options],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={**variables, **self.environment},
            )
        while True:
            try:
                self.clients().call("ping")
                return time.monotonic() - begun
            except (FileNotFoundError, ConnectionRefusedError):
                if self.process.poll() is not None or time.monotonic() - begun > PATIENCE:
                    raise RuntimeError(f"deeplinkd does not start: see {self.place}/log")
                time.sleep(0.0002)

    def senders(self):
        return Lines(self.notify)

    def clients(self):
        return Lines(self.client)

    def numbers(self):
        return self.clients().numbers()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def remove(self):
        self.stop()
        shutil.rmtree(self.place, ignore_errors=True)

    # What the kernel says of it.

    def proc(self, name):
        return Path(f"/proc/{self.process.pid}/{name}").read_text()

    def memory(self):
        """Pss and Rss in KiB."""
        fields = dict(line.split(":", 1) for line in self.proc("smaps_rollup").splitlines()[1:])
        return int(fields["Pss"].split()[0]), int(fields["Rss"].split()[0])

    def switches(self):
        fields = dict(line.split(":", 1) for line in self.proc("status").splitlines())
        return int(fields["voluntary_ctxt_switches"]) + int(fields["nonvoluntary_ctxt_switches"])

    def processor_seconds(self):
        words = self.proc("stat").rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
