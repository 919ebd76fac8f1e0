"""Where a C source can be changed, and how.

A source is read as tokens, not as a syntax tree: the house style (clang-format, braces everywhere)
makes the rest safe to guess, and a wrong guess is only a mutant that does not compile. Comments,
texts, preprocessor lines, asserts, sizeof, types and declarations are left alone.
"""
import bisect
import hashlib
import re
from collections import Counter, namedtuple

KINDS = {
    "compare": "a comparison flipped or off by one",
    "arithmetic": "an operator swapped",
    "number": "a number off by one",
    "logic": "a condition or a truth value negated, && and || swapped",
    "drop": "a statement dropped",
    "hash": "a field packed, but not hashed, or left out of a table of fields",
    "redact": "a field or an event shown to everybody",
}

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/|\#(?:[^\n\\]|\\.)*)
      | (?P<text>(?:u8|[LuU])?"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
      | (?P<name>[A-Za-z_]\w*)
      | (?P<mark>->|\+\+|--|<<=|>>=|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|<<|>>|\.\.\.|.)""",
    re.X | re.S)

COMPARISONS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"),
               "==": ("!=",), "!=": ("==",)}
# Between two operands; clang-format puts a blank behind an operator and none behind a pointer's star.
OPERATORS = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|",
             "|": "&", "^": "|"}
ASSIGNMENTS = {"+=": "-=", "-=": "+=", "*=": "+=", "/=": "*=", "%=": "/=", "|=": "&=", "&=": "|=",
               "^=": "|=", "<<=": ">>=", ">>=": "<<=", "++": "--", "--": "++"}
TRUTH = {"true": "false", "false": "true", "&&": "||", "||": "&&"}
SPARED_CALL = re.compile(r"(?i)\w*assert\w*$|sizeof$|offsetof$|_Alignof$|alignof$|va_\w+$")
TYPE_WORDS = {"struct", "union", "enum"}
STATEMENT_WORDS = {"if", "for", "while", "do", "switch", "case", "default", "return", "goto", "else",
                   "const", "static", "int", "char", "unsigned", "signed", "long", "short", "double",
                   "float", "void", "bool", "extern", "typedef", "_Static_assert", "struct", "union",
                   "enum", "volatile", "_Thread_local", "_Alignas"}
EVERYBODY = "AGON_ALL"
DESCRIPTION = re.compile(r"AGON_(NUMBER|EACH|PLAYER|GENERATOR)$")

Token = namedtuple("Token", "kind text start")
Edit = namedtuple("Edit", "start end text")
# key: names the place without line numbers and folders, so that edits elsewhere and moved files do
# not change it. choices: what may be done there, each a list of edits.
Place = namedtuple("Place", "file kind line function key choices")
Mutant = namedtuple("Mutant", "id file kind line function original changed edits")


def digest(*parts):
    return hashlib.sha256("\0".join(str(part) for part in parts).encode()).hexdigest()


def tokens_of(source):
    found = []
    for match in TOKEN.finditer(source):
        if match.lastgroup != "space":
            found.append(Token(match.lastgroup, match.group(), match.start()))
    return found


class Reader:
    """One pass over a file's tokens; `choices` maps (kind, first token) to lists of edits."""

    def __init__(self, source):
        self.source = source
        self.tokens = tokens_of(source)
        self.partner = self.match_brackets()
        self.frames = []  # open brackets: (token index, role)
        self.function = ""
        self.found = []  # (kind, function, choices)

    def match_brackets(self):
        partner, open_at = {}, []
        for i, token in enumerate(self.tokens):
            if token.kind == "mark" and token.text in "([{":
                open_at.append(i)
            elif token.kind == "mark" and token.text in ")]}" and open_at:
                partner[i] = open_at.pop()
                partner[partner[i]] = i
        return partner

    def text(self, i):
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def end(self, i):
        return self.tokens[i].start + len(self.tokens[i].text)

    # What a brace opens: a function, a block in one, a value ("init"), a type, or the file itself.
    def role_of_brace(self, i):
        before = self.text(i - 1)
        outer = self.frames[-1][1] if self.frames else "file"
        if {before, self.text(i - 2)} & TYPE_WORDS:
            return "type"
        if before == ")":
            head = self.partner.get(i - 1, 0) - 1
            is_call = head >= 0 and self.tokens[head].kind == "name" and self.text(head) != "return"
            if outer == "file":
                self.function = self.text(head)
                return "function"
            return "block" if is_call and outer in ("function", "block") else "init"
        if before in ("=", ",", "(") or outer == "init":
            return "init"
        if outer == "file" and self.tokens[i - 1].kind == "text":
            return "file"  # extern "C"
        return "block" if outer in ("function", "block") else "type"

    def role_of_paren(self, i):
        if SPARED_CALL.match(self.text(i - 1)):
            return "spared"
        return "paren" if not self.frames else "paren:" + self.frames[-1][1].split(":")[-1]

    def read(self):
        for i, token in enumerate(self.tokens):
            if token.kind == "mark" and token.text in "([":
                self.frames.append((i, self.role_of_paren(i)))
            elif token.kind == "mark" and token.text == "{":
                self.frames.append((i, self.role_of_brace(i)))
            elif token.kind == "mark" and token.text in ")]}":
                if self.frames:
                    self.frames.pop()
                if not self.frames:
                    self.function = ""
            self.look_at(i, token)
        return self.found

    def look_at(self, i, token):
        roles = [role for _, role in self.frames]
        if not roles or "spared" in roles or "type" in roles:
            return
        is_code = "function" in roles
        if not is_code and "init" not in roles:
            return
        self.number(i, token)
        self.redact(i, token)
        self.described(i, token)
        if token.text in TRUTH:
            self.swap("logic", i, (TRUTH[token.text],))
        if is_code:
            self.operator(i, token)
            self.condition(i, token)
            if roles[-1] in ("function", "block"):
                self.statement(i, token)

    def add(self, kind, choices):
        self.found.append((kind, self.function, choices))

    def swap(self, kind, i, texts):
        token = self.tokens[i]
        self.add(kind, [[Edit(token.start, self.end(i), text)] for text in texts])

    def is_operand_before(self, i):
        before = self.tokens[i - 1]
        if before.kind == "name":
            return before.text not in STATEMENT_WORDS
        return before.kind == "number" or before.text in (")", "]")

    def operator(self, i, token):
        if token.kind != "mark":
            return
        blank_behind = self.source[self.end(i):self.end(i) + 1].isspace()
        if token.text in COMPARISONS:
            self.swap("compare", i, COMPARISONS[token.text])
        elif token.text in ASSIGNMENTS:
            self.swap("arithmetic", i, (ASSIGNMENTS[token.text],))
        elif token.text in OPERATORS and blank_behind and self.is_operand_before(i):
            self.swap("arithmetic", i, (OPERATORS[token.text],))
        elif token.text == "!":
            self.swap("logic", i, ("",))

    def condition(self, i, token):
        if token.text in ("if", "while") and self.text(i + 1) == "(" and i + 1 in self.partner:
            first, last = self.end(i + 1), self.tokens[self.partner[i + 1]].start
            self.add("logic", [[Edit(first, first, "!("), Edit(last, last, ")")]])

    def number(self, i, token):
        if token.kind != "number":
            return
        is_size = self.text(i - 1) == "[" and self.text(i + 1) == "]" and (
            self.tokens[i - 3].kind == "name" or self.text(i - 3) == "*")
        if is_size or (self.text(i - 1) == "{" and self.text(i + 1) == "}"):
            return  # the size of an array that is declared; {0}
        parts = re.fullmatch(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)", token.text)
        real = re.fullmatch(r"\d+\.\d*", token.text)
        if parts:
            value = int(parts[1], 0 if parts[1][:2].lower() == "0x" else 10)
            form = "{:#x}" if parts[1][:2].lower() == "0x" else "{}"
            others = [value + 1] + [value - 1] * (value > 0)
            self.swap("number", i, [form.format(other) + parts[2] for other in others])
        elif real:
            self.swap("number", i, [str(float(token.text) + 1)])

    # The index of the semicolon that ends the statement beginning at i.
    def statement_end(self, i):
        while i < len(self.tokens) and self.text(i) not in (";", "}"):
            i = self.partner.get(i, i) + 1 if self.text(i) in ("(", "[", "{") else i + 1
        return i if self.text(i) == ";" else None

    def statement(self, i, token):
        if self.text(i - 1) not in ("{", "}", ";", ":") or token.text in ("{", "}", ";"):
            return
        jumps = token.text in ("break", "continue", "return") and self.text(i + 1) == ";"
        if token.kind == "name" and not jumps:
            if token.text in STATEMENT_WORDS or SPARED_CALL.match(token.text):
                return
            if self.text(i + 1) not in ("(", "[", ".", "->", "=", "++", "--") and \
                    self.text(i + 1) not in ASSIGNMENTS:
                return  # a declaration
        elif not jumps and token.text not in ("*", "++", "--"):
            return
        last = self.statement_end(i)
        if last is None:
            return
        self.add("drop", [[Edit(token.start, self.end(last), ";")]])
        if token.text.startswith("agon_pack_") and token.text != "agon_pack_visible":
            guard = f"if ({self.text(i + 2)}->mode != AGON_PACK_HASH) "
            self.add("hash", [[Edit(token.start, token.start, guard)]])

    # The arguments of the call whose bracket is at i, as (start, end) in the source.
    def arguments(self, i):
        last = self.partner.get(i)
        if last is None:
            return []
        begin, found, k = self.end(i), [], i + 1
        while k < last:
            if self.text(k) == ",":
                found.append((begin, self.tokens[k].start))
                begin = self.end(k)
            k = self.partner.get(k, k) + 1 if self.text(k) in ("(", "[", "{") else k + 1
        return found + [(begin, self.tokens[last].start)]

    # An entry of a table of fields (agon/fields.h).
    def described(self, i, token):
        if DESCRIPTION.match(token.text) and self.text(i + 1) == "(" and \
                self.text(i - 1) in ("{", ","):
            last = self.partner.get(i + 1, i)
            if self.text(last + 1) == ",":
                self.add("hash", [[Edit(token.start, self.end(last + 1), "")]])

    def redact(self, i, token):
        if token.text == "AGON_FIELD_SECRET":
            self.swap("redact", i, ("0",))
        elif token.text == "agon_pack_visible" and self.text(i + 1) == "(":
            spans = self.arguments(i + 1)
            if len(spans) == 2 and self.source[slice(*spans[1])].strip() != EVERYBODY:
                self.add("redact", [[Edit(spans[1][0], spans[1][1], " " + EVERYBODY)]])
        elif token.text == "agon_viewer_bit" and self.text(i + 1) == "(" and \
                self.text(i - 1) in ("=", "return", "|=", ":", ","):
            self.add("redact", [[Edit(token.start, self.end(self.partner[i + 1]), EVERYBODY)]])


def apply_edits(source, edits):
    for edit in sorted(edits, reverse=True):
        source = source[:edit.start] + edit.text + source[edit.end:]
    return source


def one_line(text):
    return " ".join(text.split())


class Lines:
    def __init__(self, source):
        self.source = source
        self.starts = [0] + [m.end() for m in re.finditer("\n", source)]

    def number(self, offset):
        return bisect.bisect_right(self.starts, offset)

    # The whole lines that the edits touch, before and after.
    def around(self, edits):
        first = self.starts[self.number(min(e.start for e in edits)) - 1]
        last = self.source.find("\n", max(e.end for e in edits))
        last = len(self.source) if last < 0 else last
        moved = [Edit(e.start - first, e.end - first, e.text) for e in edits]
        before = self.source[first:last]
        return one_line(before), one_line(apply_edits(before, moved)), first


def places_of(file, source):
    """Every place of one file; `file` is a path relative to the root."""
    lines, seen, places = Lines(source), Counter(), []
    for kind, function, choices in Reader(source).read():
        start = choices[0][0].start
        original, _, first = lines.around(choices[0])
        base = (file.rsplit("/", 1)[-1], function, original, kind,
                len(one_line(source[first:start])))
        seen[base] += 1
        key = digest(*base, seen[base])
        places.append(Place(file, kind, lines.number(start), function, key, choices))
    return places


def mutant_of(place, source, seed):
    """One of the changes that are possible at a place; which one follows from the seed."""
    edits = place.choices[int(digest(seed, place.key, "choice")[:8], 16) % len(place.choices)]
    original, changed, _ = Lines(source).around(edits)
    identity = digest(place.key, changed)[:10]
    return Mutant(identity, place.file, place.kind, place.line, place.function, original, changed,
                  edits)
