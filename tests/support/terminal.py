"""A program in a pseudo terminal, and what is on its screen.

The screen knows what `agon` and libedit write: text, CR, LF, BS, and the usual CSI sequences. An
unknown sequence is an error, so that nothing is shown by luck.
"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

LIMIT = 60  # seconds for anything to happen


class Screen:
    def __init__(self, width, height):
        self.width, self.height = width, height
        self.rows = [[" "] * width for _ in range(height)]
        self.x = self.y = 0
        self.rest = ""

    def resize(self, width, height):
        rows = [row[:width] + [" "] * (width - len(row)) for row in self.rows[:height]]
        rows += [[" "] * width for _ in range(height - len(rows))]
        self.rows, self.width, self.height = rows, width, height
        self.x, self.y = min(self.x, width - 1), min(self.y, height - 1)

    def line_feed(self):
        if self.y == self.height - 1:
            self.rows = self.rows[1:] + [[" "] * self.width]
        else:
            self.y += 1

    def put(self, character):
        if self.x == self.width:
            self.x = 0
            self.line_feed()
        self.rows[self.y][self.x] = character
        self.x += 1

    def erase(self, y, begin, end):
        for x in range(begin, end):
            self.rows[y][x] = " "

    def sequence(self, numbers, final):
        n = [int(part) if part else 0 for part in numbers.split(";")] if numbers else [0]
        one = max(1, n[0])
        row = self.rows[self.y]
        if final == "m" or final in "hl":
            pass
        elif final == "H":
            self.y = min(one, self.height) - 1
            self.x = min(max(1, n[1] if len(n) > 1 else 1), self.width) - 1
        elif final == "K":
            self.erase(self.y, self.x, self.width) if n[0] == 0 else self.erase(self.y, 0, self.width)
        elif final == "J" and n[0] == 0:
            self.erase(self.y, self.x, self.width)
            for y in range(self.y + 1, self.height):
                self.erase(y, 0, self.width)
        elif final == "J":
            for y in range(self.height):
                self.erase(y, 0, self.width)
        elif final in "ABCD":
            dx, dy = {"A": (0, -one), "B": (0, one), "C": (one, 0), "D": (-one, 0)}[final]
            self.x = min(max(0, self.x + dx), self.width - 1)
            self.y = min(max(0, self.y + dy), self.height - 1)
        elif final == "P":
            self.rows[self.y] = (row[: self.x] + row[self.x + one :] + [" "] * one)[: self.width]
        elif final == "@":
            self.rows[self.y] = (row[: self.x] + [" "] * one + row[self.x :])[: self.width]
        elif final == "G":
            self.x = min(one, self.width) - 1
        else:
            raise AssertionError(f"unknown sequence CSI {numbers} {final}")

    def feed(self, text):
        text = self.rest + text
        self.rest = ""
        while text:
            if text[0] == "\x1b":
                found = re.match(r"\x1b(?:\[\??([0-9;]*)([A-Za-z@])|[=>()78cM][B0]?)", text)
                if not found:
                    if len(text) > 16:
                        raise AssertionError(f"unknown sequence {text[:16]!r}")
                    self.rest = text
                    return
                if found.group(2):
                    self.sequence(found.group(1), found.group(2))
                text = text[found.end() :]
                continue
            character, text = text[0], text[1:]
            if character == "\r":
                self.x = 0
            elif character == "\n":
                self.line_feed()
            elif character == "\b":
                self.x = max(0, self.x - 1)
            elif character == "\t":
                self.x = min(self.width - 1, (self.x // 8 + 1) * 8)
            elif character != "\a":
                assert character >= " ", f"control character {character!r}"
                self.put(character)

    def lines(self):
        return ["".join(row).rstrip() for row in self.rows]

    def text(self):
        return "\n".join(self.lines()).rstrip()


class Terminal:
    """A program in a pseudo terminal."""

    def __init__(self, command, width=80, height=24, **environment):
        self.screen = Screen(width, height)
        self.raw = b""
        self.bytes = b""  # everything it has written
        self.code = None
        settings = {**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", "HOME": "/nowhere"}
        settings.pop("NO_COLOR", None)
        settings.update(environment)
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            try:
                os.execvpe(command[0], command, settings)
            finally:
                os._exit(127)
        self.set_size(width, height)

    def set_size(self, width, height):
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def resize(self, width, height):
        self.screen.resize(width, height)
        self.set_size(width, height)

    def read(self, seconds):
        """Reads what comes within so many seconds. False: nothing came, or nothing ever will."""
        if not select.select([self.file], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.file, 65536)
        except OSError:
            data = b""
        self.bytes += data
        self.raw += data
        whole = self.raw
        for cut in range(4):  # a character may still be incomplete
            try:
                text = whole[: len(whole) - cut].decode()
                break
            except UnicodeDecodeError:
                continue
        else:
            raise AssertionError(f"not UTF-8: {whole!r}")
        self.raw = whole[len(whole) - cut :] if cut else b""
        self.screen.feed(text)
        return bool(data)

    def wait(self, condition, what):
        """Reads until the condition holds on the screen."""
        end = time.monotonic() + LIMIT
        while not condition():
            if time.monotonic() > end or (not self.read(1) and not self.alive()):
                if condition():
                    return
                raise AssertionError(f"waited for {what}; on the screen:\n{self.screen.text()}")

    def alive(self):
        if self.code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.code = os.waitstatus_to_exitcode(status)
                while self.read(0):
                    pass
        return self.code is None

    def expect(self, pattern):
        self.wait(lambda: re.search(pattern, self.screen.text()), pattern)

    def prompt(self):
        """The line of the cursor, if the program waits for input there."""
        if not self.screen.lines()[self.screen.y].rstrip().endswith((">", "]", ":")):
            return ""
        return self.screen.lines()[self.screen.y]

    def ready(self):
        """Waits until it asks for something after what was sent last."""
        self.wait(lambda: self.asks() or not self.alive(), "a prompt")

    def asks(self):
        since = self.bytes[self.sent :] if hasattr(self, "sent") else self.bytes
        return re.search(rb"(> |\] |: )$", since.split(b"\x1b[J")[-1]) is not None

    def send(self, text):
        self.sent = len(self.bytes) + (0 if text.endswith(("\r", "\n")) else 0)
        os.write(self.file, text.encode())

    def say(self, line):
        """Types a line, and waits until the program asks again or has ended."""
        self.send(line + "\r")
        before = self.sent
        self.wait(lambda: not self.alive() or (b"\n" in self.bytes[before:] and self.asks()), "an answer")

    def end(self):
        """Waits for its end; returns the exit code."""
        self.wait(lambda: not self.alive(), "the end")
        return self.code

    def kill(self, number=signal.SIGKILL):
        os.kill(self.pid, number)
        end = time.monotonic() + LIMIT
        while self.alive() and time.monotonic() < end:
            self.read(0.05)
        return self.code

    def close(self):
        if self.alive():
            self.kill()
        os.close(self.file)


def numbers(terminal):
    """The numbers of the choices on the screen: rows that begin with one, above message and prompt."""
    rows = terminal.screen.lines()[: terminal.screen.y]
    found = []
    row = re.compile(r"\s*(-?\d+)(?:  +\S.*| *)$")
    while rows and not row.match(rows[-1]):
        rows.pop()
    while rows and row.match(rows[-1]):
        found.append(row.match(rows.pop()).group(1))
    return found[::-1]


if __name__ == "__main__":
    sys.exit("a module, not a test")
