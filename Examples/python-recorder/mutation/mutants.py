"""The mutants of the recorder: its source with one small mistake, each found by walking the syntax tree.

The operators are those on which mutmut and Cosmic Ray agree (comparisons, boolean connectives, constants, arithmetic,
keywords), and the deletion of statements, operands and filters. Wording is not mutated: what a refusal says, and what
is raised for input that is not a case at all, are not part of the specification.
"""

import ast
import builtins
import zlib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("events", "mobile", "pool", "realm", "sync", "wire")
UNCHANGED = ("strict_json",)

# What reads requests, and refuses those that are not a case at all.
_FRAME = {"wire/protocol.py", "wire/case.py", "wire/extended_json.py", "realm/schema.py"}

# Mistakes that any case notices are many; of these kinds, one in so many is made.
_THINNED = {"text": 4, "number": 2, "nothing": 3}

_COMPARISONS = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}
_ARITHMETIC = {ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.FloorDiv: "*", ast.Mod: "//", ast.BitAnd: "|"}
_CALLS = {"any": "all", "all": "any", "sorted": "list", "reversed": "list", "min": "max", "max": "min"}
_WORDING = {"Malformed", "Unsupported", "ProtocolError", "ValueError", "GivenFailed", "_expect", "print_exc"}


@dataclass(frozen=True)
class Mutant:
    """A change of one stretch of a file. `place`, `line`, `old`, `new` and `nth` name it as long as its line stays."""

    path: str
    place: str  # the function that it is in
    line: str  # the first line of the statement or expression, without its indentation
    old: str
    new: str
    nth: int  # among those that are the same otherwise
    start: int
    end: int
    first_line: int
    last_line: int

    @property
    def id(self):
        return (self.path, self.place, self.line, self.old, self.new, self.nth)

    def source(self):
        """The file with the mistake."""
        text = (ROOT / self.path).read_bytes()
        return text[: self.start] + self.new.encode() + text[self.end :]


def mutants():
    """All of them, in the order of their places."""
    found = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).glob("*.py")):
            if str(path.relative_to(ROOT)) in _FRAME:
                continue
            found += of_file(path)
    return found


def of_file(path):
    walk = _Walk(path.read_bytes())
    walk.visit(ast.parse(walk.text))
    count, result = {}, []
    for start, end, new, place, kind in sorted(set(walk.found)):
        old = walk.text[start:end].decode()
        line = walk.text[walk.text.rfind(b"\n", 0, start) + 1 :].split(b"\n", 1)[0].decode().strip()
        key = (place, line, old, new)
        count[key] = count.get(key, -1) + 1
        lines = (walk.text.count(b"\n", 0, start) + 1, walk.text.count(b"\n", 0, end) + 1)
        mutant = Mutant(str(path.relative_to(ROOT)), *key, count[key], start, end, *lines)
        if zlib.crc32(repr(mutant.id).encode()) % _THINNED.get(kind, 1) == 0:
            result.append(mutant)
    return result


class _Walk(ast.NodeVisitor):
    """Collects (start, end, replacement, function, kind) of one file."""

    def __init__(self, text):
        self.text = text
        self.found = []
        self._lines = [0]
        for line in text.split(b"\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)
        self._places = []

    # Places

    def _span(self, node):
        return (
            self._lines[node.lineno - 1] + node.col_offset,
            self._lines[node.end_lineno - 1] + node.end_col_offset,
        )

    def _source(self, node):
        start, end = self._span(node)
        return self.text[start:end].decode()

    def _replace(self, node, new, kind=""):
        self._add(*self._span(node), new, kind)

    def _add(self, start, end, new, kind=""):
        if self.text[start:end].decode() != new:
            self.found.append((start, end, new, ".".join(self._places), kind))

    # What is named, and what is passed over

    def _scoped(self, node):
        self._places.append(node.name)
        for statement in node.body:
            self.visit(statement)
        if isinstance(node, ast.FunctionDef):
            for default in node.args.defaults + node.args.kw_defaults:
                if default is not None:
                    self.visit(default)
        self._places.pop()

    visit_FunctionDef = visit_ClassDef = _scoped

    def visit_AnnAssign(self, node):
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node):
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                self.visit(value.value)

    def visit_Import(self, node):
        pass

    visit_ImportFrom = visit_Import

    def visit_Raise(self, node):
        name = node.exc.func.id if isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name) else None
        if name not in _WORDING:
            self._replace(node, "pass")
        if name == "Refused":
            self.visit(node.exc.args[0])

    # Statements

    def visit_Expr(self, node):
        if isinstance(node.value, ast.Constant):
            return
        if not isinstance(node.value, (ast.Yield, ast.YieldFrom)):
            self._replace(node, "pass")
        self.visit(node.value)

    def _assignment(self, node):
        target = node.target if isinstance(node, ast.AugAssign) else node.targets[0]
        if self._places and (isinstance(node, ast.AugAssign) or not isinstance(target, (ast.Name, ast.Tuple))):
            if self._places[-1] != "__init__":
                self._replace(node, "pass")
        self.visit(node.value)

    visit_Assign = visit_AugAssign = _assignment

    def visit_Delete(self, node):
        self._replace(node, "pass")

    visit_Continue = visit_Break = visit_Delete

    def visit_Return(self, node):
        if node.value is not None:
            if not isinstance(node.value, ast.Constant) or node.value.value is not None:
                self._replace(node, "return None", "nothing")
            self.visit(node.value)

    def visit_If(self, node):
        self._negated(node.test)
        self.generic_visit(node)

    def visit_While(self, node):
        self.visit(node.test)
        for statement in node.body:
            self.visit(statement)

    # Expressions

    def _negated(self, test):
        if not (isinstance(test, ast.UnaryOp) or isinstance(test, ast.Compare) and len(test.ops) == 1):
            self._replace(test, f"not ({self._source(test)})")

    def visit_IfExp(self, node):
        yes, test, no = map(self._source, (node.body, node.test, node.orelse))
        self._replace(node, f"({no} if {test} else {yes})")
        self.generic_visit(node)

    def visit_comprehension(self, node):
        self.visit(node.iter)
        for test in node.ifs:
            self._replace(test, "True")
            self.visit(test)

    def visit_Compare(self, node):
        operands = [node.left, *node.comparators]
        for left, operator, right in zip(operands, node.ops, operands[1:]):
            start, end = self._span(left)[1], self._span(right)[0]
            between = self.text[start:end].decode()
            if between.strip(" ()\n") == between.strip():
                self._add(start, end, f" {_COMPARISONS[type(operator)]} ")
        self.generic_visit(node)

    def visit_BoolOp(self, node):
        name, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        sources = [f"({self._source(value)})" for value in node.values]
        self._replace(node, f"({f' {other} '.join(sources)})")
        for index in range(len(sources)):
            self._replace(node, f"({f' {name} '.join(sources[:index] + sources[index + 1 :])})")
        self.generic_visit(node)

    def visit_UnaryOp(self, node):
        if isinstance(node.op, (ast.Not, ast.USub)):
            self._replace(node, f"({self._source(node.operand)})")
        self.generic_visit(node)

    def visit_BinOp(self, node):
        if not isinstance(node.left, (ast.JoinedStr,)) and type(node.op) in _ARITHMETIC:
            start, end = self._span(node.left)[1], self._span(node.right)[0]
            between = self.text[start:end].decode()
            if "(" not in between and ")" not in between:
                self._add(start, end, f" {_ARITHMETIC[type(node.op)]} ")
        self.generic_visit(node)

    def visit_Call(self, node):
        name = getattr(node.func, "id", getattr(node.func, "attr", None))
        if name in _WORDING or name in ("_mismatch", "_failed"):
            return
        if isinstance(node.func, ast.Name) and name in _CALLS and node.args:
            new = f"{_CALLS[name]}({self._source(node.args[0])})" if _CALLS[name] == "list" else None
            if new is None:
                self._replace(node.func, _CALLS[name])
            else:
                self._replace(node, new)
        if name == "Refused":
            self.visit(node.args[0])
        else:
            self.generic_visit(node)

    def visit_Tuple(self, node):
        names = [element.id for element in node.elts if isinstance(element, ast.Name)]
        if isinstance(node.ctx, ast.Load) and len(names) == len(node.elts) > 1:
            if all(name[0].isupper() or name in dir(builtins) for name in names):
                for name in names:
                    self._replace(node, f"({', '.join(other for other in names if other != name)},)")
        self.generic_visit(node)

    def visit_Constant(self, node):
        value = node.value
        if isinstance(value, bool):
            self._replace(node, str(not value))
        elif isinstance(value, int):
            self._replace(node, str(value + 1), "number")
        elif isinstance(value, str) and self._places:
            self._replace(node, repr(value + "_"), "text")
