#!/usr/bin/env python3
"""Hostile sessions on the control socket of headless-compositor, by seed.

  scripts/lib/hostile_control.py PROGRAM [--count N] [--seed N] [--requests N]

Each session connects, sends valid requests with random parameters, damaged and unfinished lines, and leaves, often before it has read
the replies. After each of them, a well-behaved session must get an answer in 5 s. In the end, the program must have as many
descriptors as at the begin, no surplus process, and it must end with status 0 without a message. Prints the figures, and the seed of a
session that fails. --requests sends further valid requests in a row, after which the memory must be as before.
"""
import argparse, collections, contextlib, json, os, pathlib, random, re, shutil, socket, subprocess, sys, tempfile, time

# A request may take as long as it asks for, and the session may leave before.
LONGEST = 1.0


class Program:
    """A running compositor with a client."""

    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="hostile-")
        self.path = os.path.join(self.folder, "control")
        environment = {**os.environ, "XDG_RUNTIME_DIR": self.folder}
        self.messages = open(os.path.join(self.folder, "messages"), "w+")
        self.process = subprocess.Popen(
            [program, "--size", "120x90", "--control", self.path, "--virtual-time", "--answer-limit", "0.2", "--lint"],
            cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=self.messages, text=True)
        environment["WAYLAND_DISPLAY"] = self.process.stdout.readline().strip().partition("=")[2]
        self.environment = environment
        self.client = None

    def start_client(self):
        """Starts a client, which the sessions use and may end."""
        if self.client is None or self.client.poll() is not None:
            self.client = subprocess.Popen(
                ["weston-clickdot"], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def descriptors(self):
        """The targets of the open descriptors, without the numbers of pipes and sockets."""
        folder = f"/proc/{self.process.pid}/fd"
        targets = collections.Counter()
        for name in os.listdir(folder):
            with contextlib.suppress(OSError):
                targets[re.sub(r"\d+", "", os.readlink(f"{folder}/{name}"))] += 1
        return targets

    def memory(self):
        """The resident memory in KiB."""
        return int(pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * 4

    def connect(self):
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(5)
        connection.connect(self.path)
        return connection

    def ask(self, method):
        """Sends a request, again while as many sessions as the program permits are not noticed to have left."""
        end = time.monotonic() + 5
        while True:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError), self.connect() as connection:
                connection.sendall(json.dumps({"id": 1, "method": method}).encode() + b"\n")
                with connection.makefile("rb") as replies:
                    reply = json.loads(replies.readline() or b"{}")
                if "result" in reply:
                    return reply
            if time.monotonic() > end or self.process.poll() is not None:
                return {}
            time.sleep(0.01)

    def end(self):
        if self.client:
            self.client.kill()
            self.client.wait()
        self.process.terminate()
        status = self.process.wait(10)
        self.messages.seek(0)
        text = self.messages.read()
        shutil.rmtree(self.folder, ignore_errors=True)
        return status, text


def value(parameter, numbers):
    """A value for a parameter: one that it permits, one at its edge, or a wrong one."""
    kind, text = parameter["value"], parameter["name"]
    if numbers.random() < 0.08:
        return numbers.choice([None, -1, 1e308, 2**63, "", "\0", "…" * 200, [], {}, True, "../x", [[[]]] * 3])
    if kind.startswith(("a number from", "an integer from")):
        low, high = (float(word) for word in kind.split("from")[1].split(" to "))
        high = min(high, LONGEST) if text == "within" else min(high, 2000) if text in ("frames", "milliseconds", "width", "height") else high
        number = numbers.choice([low, high, numbers.uniform(low, high), numbers.uniform(low, min(high, low + 200))])
        return int(number) if kind.startswith("an integer") else number
    if kind == "true or false":
        return numbers.random() < 0.5
    if kind.startswith("one of "):
        return numbers.choice(kind[7:].split(", "))
    if text == "path":
        return numbers.choice(["a.png", "b.png", "none/x.png", ".", "/dev/full", "control"])
    return numbers.choice([
        "HEADLESS-1", "seat0", "Wayland ClickDot", "wl_seat", "wl_output", "left+top", "a", "control+a", "Text ≠ é\n\t", "#00ff00",
        "0,0 10x10", "wl_surface.commit", "new", "x" * 300])


def line(methods, numbers):
    """A line of a session."""
    method = numbers.choice(methods)
    parameters = {
        parameter["name"]: value(parameter, numbers) for parameter in method["parameters"]
        if parameter["required"] or numbers.random() < 0.4}
    if numbers.random() < 0.05:
        parameters["surplus"] = 1
    if any(parameter["name"] == "within" for parameter in method["parameters"]):
        parameters.setdefault("within", numbers.uniform(0, 0.02))
    request = {"jsonrpc": "2.0", "id": numbers.choice([1, "a", None, 1.5, 2**70]), "method": method["name"], "params": parameters}
    if numbers.random() < 0.05:
        request.pop(numbers.choice(list(request)))
    data = bytearray(json.dumps(request).encode())
    if numbers.random() < 0.15:
        for _ in range(numbers.randint(1, 4)):
            if not data:
                break
            index = numbers.randrange(len(data))
            match numbers.randint(0, 2):
                case 0: data[index] = numbers.randrange(256)
                case 1: del data[index:]
                case 2: data[index:index] = bytes(numbers.randrange(256) for _ in range(numbers.randint(1, 40)))
    if numbers.random() < 0.005:
        data += b"[" * 70_000
    return bytes(data) + (b"" if numbers.random() < 0.03 else b"\n")


def session(program, methods, seed):
    numbers = random.Random(seed)
    if numbers.random() < 0.05:
        program.start_client()
    with program.connect() as connection:
        try:
            for _ in range(numbers.randint(1, 25)):
                connection.sendall(line(methods, numbers))
            if numbers.random() < 0.5:
                connection.settimeout(0.02)
                connection.recv(numbers.choice([1, 100, 65536]))
            if numbers.random() < 0.3:
                connection.shutdown(socket.SHUT_WR)
        except (BrokenPipeError, ConnectionResetError, TimeoutError):
            pass  # the program has disconnected the session, or the reply is late


def flood(program, count):
    """Sends requests in a row, reads all replies, and returns the growth of the memory in KiB between the first tenth and the end."""
    with program.connect() as connection, connection.makefile("rb") as replies:
        connection.settimeout(60)
        memory = []
        for sent in range(0, count, 1000):
            connection.sendall(b"".join(
                b'{"id": %d, "method": "pointer.move", "params": {"x": %d, "y": 5}}\n' % (number, number % 100)
                for number in range(sent, sent + 1000)))
            for _ in range(1000):
                if b"result" not in replies.readline():
                    raise ValueError("a request of a flood has failed")
            memory.append(program.memory())
    return memory[-1] - memory[len(memory) // 10]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--requests", type=int, default=0)
    options = parser.parse_args()
    program = Program(os.path.abspath(options.program))
    methods = [method for method in program.ask("methods")["result"] if method["name"] not in ("find", "expect.element")]
    session(program, methods, 0)
    time.sleep(0.2)
    before, memory, slowest, failure = program.descriptors(), [], 0.0, None
    begin = time.monotonic()
    for seed in range(options.seed, options.seed + options.count):
        try:
            session(program, methods, seed)
            asked = time.monotonic()
            if program.ask("version").get("result", {}).get("program") != "headless-compositor":
                failure = "the well-behaved session got no answer"
            slowest = max(slowest, time.monotonic() - asked)
            memory.append(program.memory())
        except (OSError, ValueError) as error:
            failure = repr(error)
        if failure:
            break
    elapsed = time.monotonic() - begin
    growth = 0
    if options.requests and not failure:
        other = Program(os.path.abspath(options.program))
        other.start_client()
        try:
            growth = flood(other, options.requests)
        except (OSError, ValueError) as error:
            failure = repr(error)
        finally:
            other.end()
        if growth > 16_384:
            failure = f"the memory has grown by {growth} KiB in {options.requests} requests"
    if not failure and program.process.poll() is None:
        # The last sessions, and a client that has ended, are noticed soon.
        for _ in range(100):
            surplus = program.descriptors() - before
            # The outputs, seats and clients that the last sessions have added.
            if surplus.total() <= 24:
                break
            time.sleep(0.05)
        else:
            failure = f"surplus descriptors: {dict(surplus)}"
    status, messages = program.end()
    if status != 0 or "ERROR: AddressSanitizer" in messages or "Fatal error" in messages:
        failure = failure or f"the program has ended with {status}: {messages[-2000:]}"
    if failure:
        print(f"control fuzz: seed {seed} failed: {failure}\n{messages[-2000:]}")
        return 1
    quarter = max(1, len(memory) // 4)
    print(f"control fuzz: {options.count} sessions in {elapsed:.0f} s, slowest answer to a well-behaved session {slowest * 1000:.0f} ms, "
          f"memory after each quarter {', '.join(str(memory[min(len(memory) - 1, quarter * n)]) for n in range(1, 5))} KiB"
          + (f"; {options.requests} further requests in a row, memory {growth:+d} KiB" if options.requests else ""))
    return 0


sys.exit(main())
