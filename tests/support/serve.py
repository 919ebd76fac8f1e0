"""A server to test, started and stopped by the test, and clients that need not be polite.

    with Server("--messages", "5") as server:
        status, headers, body = server.http("GET", "/api/games")
        socket = server.websocket("/api/matches/…/socket")
"""
import base64
import contextlib
import hashlib
import json
import os
import pathlib
import signal
import socket
import ssl
import struct
import subprocess
import tempfile
import threading
import time
import urllib.parse

AGON = os.environ.get("AGON", "build/agon")
METRICS_TOKEN = "operators-token-for-the-tests"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Closed(Exception):
    """The peer closed: code is None if it did so without a close frame."""

    def __init__(self, code=None, reason=""):
        super().__init__(f"closed with {code} {reason}")
        self.code = code
        self.reason = reason


class Server:
    """`agon serve` on a free port of this machine, with a database of its own unless told otherwise."""

    def __init__(self, *options, database=None, env=None, command=None, tls=False, log=None):
        self.options = list(options)
        self.folder = tempfile.TemporaryDirectory(prefix="agon-serve-")
        self.database = database or str(pathlib.Path(self.folder.name) / "agon.db")
        self.env = {key: value for key, value in os.environ.items() if not key.startswith("AGON_SERVE_")}
        self.env.update(env or {})
        token = pathlib.Path(self.folder.name) / "metrics-token"
        token.write_text(METRICS_TOKEN + "\n")
        self.command = command or [AGON, "serve", "--port", "0", "--database", self.database,
                                   "--metrics-token-file", str(token)]
        self.log_path = pathlib.Path(self.folder.name) / "log"
        self.log_file = log  # where stderr goes instead
        self.tls = tls
        self.process = None
        self.receive_buffer = None  # bytes, for the connections opened next

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *unused):
        if self.process:
            self.kill()
        self.folder.cleanup()

    def start(self):
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(self.command + self.options, stdout=subprocess.PIPE,
                                            stderr=self.log_file or log,
                                            stdin=subprocess.DEVNULL, env=self.env, text=True)
        line = self.process.stdout.readline()
        assert line.startswith("serving "), (line, self.log())
        self.url = line.split()[1].rstrip("/")
        parts = urllib.parse.urlsplit(self.url)
        self.host, self.port = parts.hostname, parts.port

    def kill(self):
        self.process.kill()
        self.end()

    def ask_to_stop(self):
        self.process.send_signal(signal.SIGTERM)

    def stop(self):
        """Asks it to end, and gives its exit code."""
        self.ask_to_stop()
        return self.end()

    def end(self):
        code = self.process.wait(timeout=30)
        self.process.stdout.close()
        self.process = None
        return code

    def restart(self):
        """After kill -9, on the same port and database."""
        self.kill()
        self.command = [*self.command[:2], "--port", str(self.port), *self.command[4:]]
        self.start()

    def log(self):
        return self.log_path.read_text(errors="replace")

    def memory(self):
        """Resident kB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

    def connect(self, timeout=20):
        raw = socket.socket(socket.AF_INET6 if ":" in self.host else socket.AF_INET)
        raw.settimeout(timeout)
        if self.receive_buffer:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.receive_buffer)
        raw.connect((self.host, self.port))
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.tls:
            context = ssl.create_default_context()
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            raw = context.wrap_socket(raw, server_hostname="localhost")
        return raw

    def http(self, method, path, body=None, headers=None, token=None):
        """One request on a connection of its own: status, headers (small letters), body."""
        token = METRICS_TOKEN if path == "/metrics" and not token else token
        with contextlib.closing(self.connect()) as raw:
            raw.sendall(request(method, path, body, headers, token, self.host, self.port))
            return response(raw.makefile("rb"), method)

    def json(self, method, path, body=None, token=None):
        status, _, content = self.http(method, path, None if body is None else json.dumps(body), None, token)
        return status, json.loads(content) if content else None

    def websocket(self, path, headers=None, origin=None):
        return WebSocket(self, path, headers, origin)


def request(method, path, body=None, headers=None, token=None, host="127.0.0.1", port=80):
    content = body.encode() if isinstance(body, str) else body
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}:{port}"]
    if content is not None or method in ("POST", "PUT", "DELETE"):
        lines.append(f"Content-Length: {len(content or b'')}")
    if token:
        lines.append(f"Authorization: Bearer {token}")
    lines += [f"{key}: {value}" for key, value in (headers or {}).items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + (content or b"")


def response(stream, method="GET"):
    """Reads one response from a file."""
    line = stream.readline()
    if not line:
        raise Closed()
    status = int(line.split()[1])
    headers = {}
    while (line := stream.readline().strip()):
        key, _, value = line.decode("latin-1").partition(":")
        headers[key.strip().lower()] = value.strip()
    length = int(headers.get("content-length", 0))
    body = stream.read(length) if method != "HEAD" and status not in (101, 204, 304) else b""
    return status, headers, body


def frame(opcode, payload=b"", final=True, masked=True, reserved=0):
    """One frame as a client sends it, or as it must not."""
    head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
    size = len(payload)
    bit = 0x80 if masked else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 65536:
        head += bytes([bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", size)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    repeated = mask * (size // 4 + 1)
    number = int.from_bytes(payload, "big") ^ int.from_bytes(repeated[:size], "big")
    return head + mask + number.to_bytes(size, "big")


class WebSocket:
    """A client without any library, so that it can break every rule."""

    def __init__(self, server, path, headers=None, origin=None):
        self.raw = server.connect()
        key = base64.b64encode(os.urandom(16)).decode()
        fields = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": key,
                  "Sec-WebSocket-Version": "13", **(headers or {})}
        if origin:
            fields["Origin"] = origin
        self.raw.sendall(request("GET", path, None, fields, None, server.host, server.port))
        self.stream = self.raw.makefile("rb")
        self.status, got, self.body = response(self.stream)
        if self.status == 101:
            wanted = base64.b64encode(hashlib.sha1(key.encode() + GUID).digest()).decode()
            assert got["sec-websocket-accept"] == wanted, got
        else:
            self.close()
            raise Closed(self.status, self.body.decode(errors="replace"))

    def send(self, message):
        self.raw.sendall(frame(TEXT, json.dumps(message).encode()))

    def send_bytes(self, content):
        self.raw.sendall(content)

    def read_frame(self):
        head = self.stream.read(2)
        if len(head) < 2:
            raise Closed()
        assert head[1] & 0x80 == 0, "a server must not mask"
        size = head[1] & 0x7F
        if size == 126:
            size = struct.unpack(">H", self.stream.read(2))[0]
        elif size == 127:
            size = struct.unpack(">Q", self.stream.read(8))[0]
        payload = self.stream.read(size)
        if len(payload) < size:
            raise Closed()
        return head[0] & 0x0F, payload

    def receive(self):
        """The next message, as JSON. Pings are answered."""
        while True:
            opcode, payload = self.read_frame()
            if opcode == TEXT:
                return json.loads(payload)
            if opcode == PING:
                self.raw.sendall(frame(PONG, payload))
            if opcode == CLOSE:
                code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005
                raise Closed(code, payload[2:].decode())

    def wait_close(self):
        """Reads on until the end, and gives the code of the close."""
        try:
            while True:
                self.receive()
        except Closed as closed:
            return closed.code
        except (ConnectionError, ssl.SSLError):
            return None

    def close(self):
        with contextlib.suppress(OSError):
            self.stream.close()
        self.raw.close()


class Watch:
    """Asks the server something harmless all the time, and remembers how long the answers took."""

    def __init__(self, server, path="/api/games"):
        self.server = server
        self.path = path
        self.times = []
        self.failures = []
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *unused):
        self.stopping.set()
        self.thread.join()

    def run(self):
        while not self.stopping.is_set():
            start = time.monotonic()
            try:
                status, _, _ = self.server.http("GET", self.path)
                if status != 200:
                    self.failures.append(status)
            except (OSError, Closed) as failure:
                self.failures.append(repr(failure))
            self.times.append(time.monotonic() - start)
            time.sleep(0.05)
