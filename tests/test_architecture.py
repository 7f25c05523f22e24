"""The shape of the code: which way imports point, and how large things may be."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "src" / "keepmum"
FILES = sorted(ROOT.rglob("*.py"))

MAY_IMPORT = {
    "core": set(),
    "lexicon": {"core"},
    "models": {"core"},
    "theory": {"core"},
    "games": {"core", "lexicon", "theory"},
    "agents": {"core", "models"},
    "play": {"core"},
    "measure": {"core", "lexicon"},
    "interp": {"core", "agents", "measure", "models", "play"},  # puts moments of play in a run's words; intervals
    "registry": {"core"},
    "importing": {"core", "games", "play"},
    "report": {"core", "games", "importing", "judging", "measure", "theory", "play", "registry"},
    "assembly": {"core", "agents", "measure", "models", "play", "registry"},  # measure: a guard is handed its meter
    "judging": {"core", "agents", "measure", "models", "play", "registry"},
    "asking": {"core", "agents", "judging", "measure", "models", "play", "registry"},
}
EVERYTHING = {"cli", "web", "adapters", "papers", "__main__"}
HEAVY = {
    "torch",
    "transformers",
    "matplotlib",
    "numba",
    "scipy",
    "numpy",
    "openai",
    "httpx",
    "aiohttp",
    "rich",
    "xllamacpp",
}
MOST_LINES, MOST_FUNCTION_LINES, MOST_PARAMETERS = 300, 40, 5
VAGUE = {"utils", "util", "helpers", "helper", "manager", "handler", "base", "common", "misc"}


def room(path: Path) -> str:
    first = path.relative_to(ROOT).parts[0]
    return first.removesuffix(".py")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (n for n in ast.walk(tree(path)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", FILES, ids=named)
def test_imports_point_the_right_way(path: Path) -> None:
    here = room(path)
    if here in EVERYTHING or here == "__init__":
        return
    ours = {name.split(".")[1] for name in imported(path) if name.startswith("keepmum.")}
    rooms = {name for name in ours if (ROOT / name).is_dir() or (ROOT / f"{name}.py").exists()}
    assert rooms - {here} <= MAY_IMPORT[here]


@pytest.mark.parametrize("path", sorted((ROOT / "core").rglob("*.py")), ids=named)
def test_the_core_needs_the_standard_library_alone(path: Path) -> None:
    first = {name.split(".")[0] for name in imported(path)}
    assert first - {"keepmum"} <= sys.stdlib_module_names


@pytest.mark.parametrize("path", FILES, ids=named)
def test_nothing_is_too_large_or_vaguely_named(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES
    assert path.stem not in VAGUE
    for function in functions(path):
        lines = (function.end_lineno or 0) - function.lineno + 1
        assert lines <= MOST_FUNCTION_LINES, f"{function.name} has {lines} lines"
        arguments = function.args
        own = [
            a.arg for a in arguments.posonlyargs + arguments.args + arguments.kwonlyargs if a.arg not in ("self", "cls")
        ]
        assert len(own) <= MOST_PARAMETERS, f"{function.name} has {len(own)} parameters: {', '.join(own)}"


def test_functions_are_short() -> None:
    lengths = sorted((f.end_lineno or 0) - f.lineno + 1 for path in FILES for f in functions(path))
    assert lengths[len(lengths) // 2] <= 8
    assert lengths[int(len(lengths) * 0.95)] <= 25


@pytest.mark.parametrize("path", FILES, ids=named)
def test_every_module_says_what_it_claims(path: Path) -> None:
    assert ast.get_docstring(tree(path)), "a module's docstring is its one claim"


@pytest.mark.parametrize("code", ["import keepmum", "from keepmum.cli import main; main(['games'])"])
def test_nothing_heavy_is_loaded_before_it_is_needed(code: str) -> None:
    script = f"{code}\nimport sys; print('LOADED', *sorted(set(sys.modules) & {HEAVY!r}))"
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert out.splitlines()[-1].strip() == "LOADED"


def test_no_cycles_between_modules() -> None:
    modules = {
        ".".join(("keepmum", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__"): path
        for path in FILES
    }
    top = {name: {i for i in at_the_top(path) if i in modules and i != name} for name, path in modules.items()}
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " -> ".join((*trail[trail.index(name) :], name))
        if name in done:
            return
        for other in sorted(top[name]):
            if not name.startswith(other + ".") and not other.startswith(name + "."):
                visit(other, (*trail, name))
        done.add(name)

    for name in sorted(modules):
        visit(name, ())


def at_the_top(path: Path) -> Iterator[str]:
    for node in tree(path).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
