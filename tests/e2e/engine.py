"""agon engine from outside: lines, ends of lines, bounds, flushing, memory, broken pipes."""
import json
import os
import random
import subprocess

AGON = os.environ["AGON"]
GAMES = b'{"jsonrpc":"2.0","id":1,"method":"games"}'
MIB = 1 << 20
SANITIZED = "-fsanitize" in subprocess.run([AGON, "version", "--json"], capture_output=True,
                                           text=True, check=True).stdout


def engine(text, code=0):
    """The answers to an input, parsed."""
    run = subprocess.run([AGON, "engine"], input=text, capture_output=True)
    assert run.returncode == code, (run.returncode, run.stderr)
    assert run.stdout == b"" or run.stdout.endswith(b"\n")
    return [json.loads(line) for line in run.stdout.splitlines()]


def codes(text):
    return [answer.get("error", {}).get("code", 0) for answer in engine(text)]


def test_lines():
    """Ends of lines: \\n, \\r\\n, none at the end of input; empty lines."""
    assert codes(b"") == []
    assert codes(GAMES) == [0]  # no end of line at the end of input
    assert codes(GAMES + b"\n") == [0]
    assert codes(GAMES + b"\r\n" + GAMES + b"\r\n") == [0, 0]
    assert codes(b"\n\r\n" + GAMES + b"\n\n") == [0]  # empty lines are nothing
    assert codes(b" \n") == [-32700]
    assert codes(GAMES[:20] + b"\r" + GAMES[20:] + b"\n") == [-32700]  # \r inside a string
    assert codes(GAMES + b"\r\r\n") == [0]  # white space at the end
    assert codes(b"\0\n" + GAMES + b"\n") == [-32700, 0]
    assert codes(b'{"jsonrpc":"2.0","method":"games"}\n' + GAMES) == [0]  # a notification


def test_length():
    line = GAMES + b" " * (MIB - len(GAMES))
    assert codes(line + b"\n" + GAMES) == [0, 0]
    assert codes(line + b"\r\n" + GAMES) == [0, 0]
    assert codes(line + b" \n" + GAMES) == [-32600, 0]
    assert codes(b"[" * (40 * MIB) + b"\n" + GAMES + b"\n" + b"x" * (2 * MIB)) == [-32600, 0, -32600]


def test_answers_come_at_once():
    with subprocess.Popen([AGON, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for _ in range(3):
            process.stdin.write(GAMES + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == 1
        process.stdin.close()
        assert process.wait() == 0


def test_broken_pipe():
    """Nobody reads: the engine stops with EX_IOERR, it is not killed and does not go on."""
    reader, writer = os.pipe()
    with subprocess.Popen([AGON, "engine"], stdin=subprocess.PIPE, stdout=writer,
                          stderr=subprocess.PIPE) as process:
        os.close(reader)
        os.close(writer)
        try:
            process.stdin.write(GAMES + b"\n")
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert b"cannot write" in process.stderr.read()
        assert process.wait() == 74


def test_unreadable_input():
    directory = os.open("/", os.O_RDONLY)
    run = subprocess.run([AGON, "engine"], stdin=directory, capture_output=True)
    os.close(directory)
    assert run.returncode == 74 and b"cannot read" in run.stderr


def malformed(rng, kind):
    """A line that must be refused, and the code it must be refused with."""
    number = rng.randrange(10 ** 6)
    return [
        (b"{" * (1 + number % 200), -32700),
        (b"\xff\xfe" + bytes([32 + number % 90]), -32700),
        (GAMES[:number % len(GAMES)] or b"{", -32700),
        (json.dumps(number).encode(), -32600),
        (json.dumps({"id": number}).encode(), -32600),
        (json.dumps({"jsonrpc": "2.0", "id": 1, "method": number}).encode(), -32600),
        (json.dumps({"jsonrpc": "2.0", "id": [number], "method": "games"}).encode(), -32600),
        (json.dumps({"jsonrpc": "2.0", "id": 1, "method": f"m{number}"}).encode(), -32601),
        (json.dumps({"jsonrpc": "2.0", "id": 1, "method": "init", "params": [number]}).encode(), -32602),
        (json.dumps({"jsonrpc": "2.0", "id": 1, "method": "status",
                     "params": {"game": "rock-paper-scissors"}}).encode(), -32602),
        (json.dumps({"jsonrpc": "2.0", "id": 1, "method": "init",
                     "params": {"game": f"g{number}"}}).encode(), 1),
        (json.dumps({"jsonrpc": "2.0", "id": 1, "method": "status", "params": {
            "game": "rock-paper-scissors", "state": {"x": "y" * (number % 3000)}}}).encode(), 1),
    ][kind]


def peak_memory(process):
    """The most memory a running process has had, in KiB."""
    with open(f"/proc/{process.pid}/status", encoding="utf8") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))


def test_ten_thousand_malformed_lines():
    """Every line gets its error, in order, and memory does not grow after the first thousand."""
    rng = random.Random(1)
    with subprocess.Popen([AGON, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for i in range(10000):
            line, code = malformed(rng, i % 12)
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["error"]["code"] == code, line
            if i == 1000:
                early = peak_memory(process)
        growth = peak_memory(process) - early
        process.stdin.close()
        assert process.wait() == 0
    assert SANITIZED or growth < 256, f"{growth} KiB more"


def test_a_whole_game():
    def call(method, **params):
        params["game"] = "rock-paper-scissors"
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return engine(json.dumps(request).encode())[0]["result"]

    state = call("init", config={"playerIds": ["x", "y"]})["state"]
    for player, choice in (("x", "paper"), ("y", "rock")):
        action = {"type": "choose", "choice": choice}
        assert call("check", state=state, player=player, action=action)["valid"]
        state = call("apply", state=state, player=player, action=action)["state"]
    assert call("status", state=state)["winners"] == ["x"]


for name in [name for name in globals() if name.startswith("test_")]:
    print(name, flush=True)
    globals()[name]()
