"""What is measured. Each function returns rows: (what, the measured value, the goal or what to compare it with)."""

import fcntl
import os
import pty
import select
import socket
import statistics
import struct
import subprocess
import tempfile
import termios
import time
from pathlib import Path

from lib import senders
from lib.daemon import PATIENCE, PROGRAMS, ROOT, Daemon

# Seconds until the daemon has folded its log into the database, which it does once, 2 to 4 s after the last write.
SETTLE = 6
HUNDRED_THOUSAND = 100_000


def per(events, before, after, name):
    return (after[name] - before[name]) / events


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def throughput(each):
    """4 senders with 64 events in flight each."""
    daemon = Daemon()
    try:
        senders.run(daemon, 4, 1000, 1000)
        before, used = daemon.numbers(), daemon.processor_seconds()
        seconds = senders.run(daemon, 4, each, 1000, first=1000)
        after, used = daemon.numbers(), daemon.processor_seconds() - used
        events = 4 * each
        if after["events"] - before["events"] != events:
            raise RuntimeError(f"{events} events were sent, {after['events'] - before['events']} stored")
        syncs = per(events, before, after, "syncs")
        return [
            ("syncs per event, 4 senders × 64 in flight", f"1/{1 / syncs:.0f}", "≤ 1/16"),
            ("commits per event, the same", f"1/{1 / per(events, before, after, 'commits'):.0f}", ""),
            ("events a second, the same", f"{events / seconds:,.0f}", ""),
            ("processor time of the daemon per event", f"{used / events * 1e6:.1f} µs", ""),
        ]
    finally:
        daemon.remove()


def latency(count):
    """One event at a time, next to an append with fdatasync in the same directory."""
    daemon = Daemon()
    try:
        connection = daemon.senders()
        lines = [senders.event(0, number, 1000) for number in range(count)]

        def ask(line):
            connection.socket.sendall(line)
            connection.line()

        sends = timed(ask, lines)
        descriptor = os.open(daemon.place / "floor", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

        def append(line):
            os.write(descriptor, line)
            os.fdatasync(descriptor)

        floor = timed(append, lines)
        os.close(descriptor)
        return [
            (f"one event at a time: p50, p99 of {count:,}", microseconds(sends), "the floor below"),
            ("append and fdatasync of the same lines: p50, p99", microseconds(floor), ""),
        ]
    finally:
        daemon.remove()


def timed(action, values):
    times = []
    for value in values:
        begun = time.perf_counter()
        action(value)
        times.append(time.perf_counter() - begun)
    return times


def microseconds(times):
    return f"{percentile(times, 0.5) * 1e6:.0f} µs, {percentile(times, 0.99) * 1e6:.0f} µs"


class Navigator:
    """A terminal client without a terminal: it shows what it is offered."""

    def __init__(self, daemon):
        self.connection = daemon.clients()
        self.connection.call("hello", protocol=[1], client="bench 1", role="navigator")
        state = {"scene": "main", "outer": [], "tab": "jobs", "stacks": {}, "modal": False, "text_field": False}
        self.connection.call("navigation.report", state=state, idle_ms=0, opens=[])

    def open(self, cell):
        """Asks to go there and goes; returns when the daemon has the answer."""
        connection = self.connection
        connection.last += 1
        connection.send({"jsonrpc": "2.0", "id": connection.last, "method": "open", "params": {"cell": cell}})
        answered = shown = False
        while not (answered and shown):
            message = connection.line()
            if message.get("method") == "route.open":
                result = {"shown": {"tab": "jobs", "depth": 2}}
                connection.send({"jsonrpc": "2.0", "id": message["id"], "result": result})
                shown = True
            elif message.get("id") == connection.last and "method" not in message:
                answered = True
                if "error" in message:
                    raise RuntimeError(message["error"]["message"])
        connection.call("ping")


def opens(count):
    """Opens that a client asks for itself, from the key to the stored outcome."""
    daemon = Daemon()
    try:
        senders.run(daemon, 1, 200, 200)
        navigator = Navigator(daemon)
        cells = [cell["id"] for cell in navigator.connection.call("cells.list", limit=200)["cells"]]
        asked = (cells * (count // len(cells) + 1))[:count]
        times = timed(navigator.open, asked)
        commits, syncs = [], []
        for cell in asked:
            before = daemon.numbers()
            navigator.open(cell)
            after = daemon.numbers()
            commits.append(after["commits"] - before["commits"])
            syncs.append(after["syncs"] - before["syncs"])
        if after["opens_pending"]:
            raise RuntimeError("an open was not settled")
        return [
            (f"commits per open, of {count}: median, most", f"{statistics.median(commits)}, {max(commits)}", "≤ 2"),
            ("syncs per open: median", f"{statistics.median(syncs)}", "≤ 1"),
            ("syncs per open with the checkpoints, one each 4 MiB of log", f"{statistics.mean(syncs):.2f}", ""),
            ("open, offer, answer, stored: p50, p99", microseconds(times), ""),
        ]
    finally:
        daemon.remove()


def idle(seconds):
    """Context switches of a daemon with a navigator and a sender attached, without and with a watchdog of 10 s."""
    rows = []
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    place = tempfile.mkdtemp(prefix="dl-bench-")
    manager.bind(f"{place}/manager")
    for name, environment in [
        ("watchdog off", {}),
        ("watchdog of 10 s", {"NOTIFY_SOCKET": f"{place}/manager", "WATCHDOG_USEC": "10000000"}),
    ]:
        daemon = Daemon(environment)
        try:
            navigator, sender = Navigator(daemon), daemon.senders()
            sender.send({"kind": "last"})
            sender.line()
            time.sleep(SETTLE)
            before = daemon.switches()
            time.sleep(seconds)
            count = daemon.switches() - before
            goal = "0" if not environment else "the watchdog's"
            rows.append((f"wake-ups in {seconds} s of idling, {name}", str(count), goal))
            del navigator
        finally:
            daemon.remove()
    manager.close()
    os.unlink(f"{place}/manager")
    os.rmdir(place)
    return rows


def large():
    """Memory and start with nothing and with 100 000 cells; the client's first frame."""
    daemon = Daemon()
    try:
        rows = [("memory, empty: PSS, RSS", kibibytes(daemon), "")]
        rows.append(("start to first answer, empty", restarts(daemon), ""))
        senders.run(daemon, 4, HUNDRED_THOUSAND // 4, HUNDRED_THOUSAND)
        time.sleep(SETTLE)
        rows.append(("memory after 100 000 events in 100 000 cells", kibibytes(daemon), "does not grow"))
        rows.append(("start to first answer, 100 000 cells", restarts(daemon), "does not grow"))
        rows.append(("memory after that start", kibibytes(daemon), "does not grow"))
        Navigator(daemon).connection.call("cells.list", limit=500)
        rows.append(("memory after a client came and listed 500", kibibytes(daemon), "does not grow"))
        rows += first_frames(daemon)
        size = (daemon.place / "state" / "inbox.db").stat().st_size
        rows.append(("database, 100 000 events of about 300 bytes", f"{size / (1 << 20):.1f} MiB", ""))
        return rows
    finally:
        daemon.remove()


def kibibytes(daemon):
    pss, rss = daemon.memory()
    return f"{pss / 1024:.1f} MiB, {rss / 1024:.1f} MiB"


def milliseconds(times):
    return f"{statistics.median(times) * 1e3:.1f} ms (median of {len(times)})"


def restarts(daemon, count=15):
    times = []
    for _ in range(count):
        daemon.stop()
        times.append(daemon.start())
    return milliseconds(times)


def first_frames(daemon):
    program = PROGRAMS / "deeplink"
    if not program.exists():
        return []
    rows = []
    link = "deeplink://notifications"
    printed = timed(
        lambda _: subprocess.run([program, *daemon.options, "--print", link], check=True, stdout=subprocess.DEVNULL),
        range(10))
    rows.append(("deeplink --print of the newest, 100 000 cells", milliseconds(printed), ""))
    frames = [first_frame([program, *daemon.options], b"failed on main") for _ in range(10)]
    rows.append(("deeplink: start to the rows of its first tab, 80×24", milliseconds(frames), ""))
    return rows


def first_frame(command, text):
    """Starts a program on a terminal of its own and returns the seconds until it showed the text."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    begun = time.monotonic()
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color"})
    os.close(theirs)
    try:
        seen = b""
        while text not in seen:
            if not select.select([ours], [], [], PATIENCE)[0]:
                raise RuntimeError(f"no such frame: {seen[-500:]!r}")
            seen += os.read(ours, 1 << 16)
        return time.monotonic() - begun
    finally:
        # The end of its terminal ends it; one that stays is killed, by its id.
        os.close(ours)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def lookups():
    """A ready path to its screen: the 203 routes of a real API, then the same below more and more services."""
    data = ROOT.parent / "shared" / "data" / "http-router-bench-routes.json"
    if not data.exists():
        return [("look-ups", "skipped", f"{data} is not here")]
    subprocess.run(["swift", "build", "-c", "release", "--product", "route-lookup"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    printed = subprocess.run([PROGRAMS / "route-lookup", data], capture_output=True, text=True, check=True).stdout
    goals = {("screen", "203"): "goal: 50 ns, twice matchit's 25"}
    rows = []
    for line in printed.splitlines():
        what, count, value = line.split("\t")
        rows.append((f"{what} of {count} routes", f"{value} ns", goals.get((what, count), "")))
    return rows


def machine():
    """What it was measured on."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    model = next((line.split(":", 1)[1].strip() for line in lines if "model name" in line), "unknown processor")
    place = tempfile.gettempdir()
    kind = subprocess.run(["stat", "-f", "-c", "%T", place], capture_output=True, text=True).stdout.strip()
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    return [
        f"{model}, {os.cpu_count()} processors, Linux {os.uname().release}",
        f"state under {place} ({kind}); load when it began: {load}",
    ]
