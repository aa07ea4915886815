#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What must not compile in a task whose access is declared in its signature, and the words of the compiler's answer."""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HEAD = """#include <cardon/thorn.hpp>
using namespace cardon;
constexpr Parameter speed{"speed", 1.0, "Wave speed", positive, unit("m/s")};
constexpr Evolved phi{"phi", "Scalar field"};
constexpr Evolved pi{"pi", "Time derivative of phi"};
constexpr Field rho{"rho", "Density"};
constexpr EvolvedScalar angle{"angle", "Angle"};
constexpr Scalar turns{"turns", "Turns"};
constexpr Scalar total{"total", "Total", Reduce::sum};
"""
# body of the source, part of the answer to it ("": it must compile)
CASES = {
    "right": ("static void f(Point p, Read<phi, 1> u, Read<pi> v, Write<rhs<phi>> du, Write<rhs<pi>> dv, Value<speed> c) {"
              " du(p) = v(p); dv(p) = c * c * laplacian(u, p); }", ""),
    "parameter named like its field, qualified": (
        "static void f(Point p, Read<phi, 1> phi, Write<rhs<::phi>> du) { du(p) = laplacian(phi, p); }", ""),
    "field as a value": ("static void f(Point p, Value<phi> u, Write<rhs<phi>> du) { du(p) = 1; (void)u; }",
                         "Value takes a Parameter, Expression, DataFile or DataTable"),
    "parameter as a field": ("static void f(Point p, Read<speed> u, Write<rhs<phi>> du) { du(p) = u(p); }",
                             "Read, Write and Update take a field"),
    "write to what is read": ("static void f(Point p, Read<phi> u, Write<rhs<phi>> du) { du(p) = 1; u(p) = 2; }", "assign"),
    "difference too wide": ("static void f(Point p, Read<phi, 1> u, Write<rhs<phi>> du) { du(p) = laplacian<4>(u, p); }",
                            "reaches farther than the task's Read<field, radius> allows"),
    "offset of what is read at the point": (
        "static void f(Point p, Read<phi> u, Write<rhs<phi>> du) { du(p) = u(p, 1, 0, 0); }", "no match"),
    "rate of a field that is not evolved": (
        "static void f(Point p, Read<phi> u, Write<rhs<rho>> du) { du(p) = u(p); }", "fields declared as Evolved"),
    "scalars": ("static void f(Read<angle> a, Read<lagged<total, 2>> t, Write<rhs<angle>> da) { da = t - a; }", ""),
    "rate of a scalar that is not evolved": (
        "static void f(Read<angle> a, Write<rhs<turns>> dt) { dt = a; }", "rhs<q> for an EvolvedScalar"),
    "scalar set at points": ("static void f(Point p, Read<phi> u, Write<turns> t) { t = u(p); }", "it has no Point"),
    "scalar in place of what is combined": (
        "static void f(Point p, Read<phi> u, Combine<angle> a) { a(p) = u(p); }", "Combine takes a Scalar"),
    "value beside an int": (
        "static void f(Point p, Read<phi> u, Write<rhs<phi>> du, Value<speed> c) { du(p) = u(p) > 0 ? 0 : c; }", "different types"),
    "scalar beside an int": (
        "static void f(Point p, Read<phi> u, Write<rhs<phi>> du, Read<angle> a) { du(p) = u(p) > 0 ? 0 : a; }", "different types"),
    "combined in a struct": (
        "struct S { Read<phi> u; Combine<total> t; }; static void f(Point p, const S& s) { s.t(p) = s.u(p); }",
        "not a member of a struct"),
    "combined and written": (
        "static void f(Point p, Read<phi> u, Combine<total> t, Write<rho> r) { t(p) = u(p); r(p) = 1; }", "make it two tasks"),
    "formula by value": (
        "constexpr Expression g{\"g\", \"0\", \"G\"};"
        "static void f(Point p, Write<rho> r, Value<g> h) { r(p) = h(p); }", "are taken by reference"),
    "past of a field that is not evolved": (
        "static void f(Point p, Read<past<rho>> old, Write<phi> u) { u(p) = old(p); }", "past<f> is for"),
    "plain number": ("static void f(Point p, Read<phi> u, Write<rhs<phi>> du, double c) { du(p) = c * u(p); }",
                     "a task takes Point, Read, Write"),
    "accessor by reference": (
        "static void f(Point p, Read<phi, 1>& u, Write<rhs<phi>> du) { du(p) = laplacian(u, p); }", "by value or by const reference"),
    "accessor by const reference": (
        "static void f(Point p, const Read<phi, 1>& u, const Write<rhs<phi>>& du) { du(p) = laplacian(u, p); }", ""),
    "accessor by rvalue reference": (
        "static void f(const Point& p, Read<phi>&& u, Write<rhs<phi>> du) { du(p) = u(p); }", "by value or by const reference"),
    "accessor of a loop by reference": (
        "static void f(Points points, Read<phi>& u) { points.each([](Point, auto) {}, u); }", "by value or by const reference"),
    "scalar by reference": ("static void f(Write<turns>& t) { t = 1; }", "by value or by const reference"),
    "no point": ("static void f(Read<phi>, Write<rhs<phi>>) {}", "the first parameter of a task is Point"),
    "parameter named like its field": (
        "static void f(Point p, Read<phi, 1> phi, Write<rhs<phi>> du) { du(p) = laplacian(phi, p); }",
        "template argument"),
}
# As CASES, for g++, which knows constants when it optimizes only.
OPTIMIZED = {
    "offset within the radius": (
        "static void f(Point p, Read<phi, 2, 1, 1> u, Write<rhs<phi>> du) { du(p) = u(p, -2, 0, 0) + u(p, 0, 1, -1); }", ""),
    "offset too far": ("static void f(Point p, Read<phi, 1> u, Write<rhs<phi>> du) { du(p) = u(p, 2, 0, 0); }",
                       "an offset reaches farther than the task's Read<field, radius> allows"),
    "negative offset too far": ("static void f(Point p, Read<phi, 2, 2, 1> u, Write<rhs<phi>> du) { du(p) = u(p, 0, 0, -2); }",
                                "an offset reaches farther than the task's Read<field, radius> allows"),
}


# What precedes the errors of one place.
CONTEXT = re.compile(r"(?:In file included from|\S+: (?:In |At global scope))")
PLACE = re.compile(r"\bcase-(\d+)-?:")


def program(table, cases):
    """One thorn with a task for each case, whose lines have its number as the name of their file."""
    tasks = "".join(f'#line 1 "case-{number}"\nnamespace case{number} {{\n{table[name][0]}\n}}\n' for number, name in cases)
    calls = "".join(f'#line 9 "case-{number}"\n  thorn.at<case{number}::f>(EvolveRhs);\n' for number, _ in cases)
    return f"{HEAD}{tasks}\nCARDON_THORN(Mistaken) {{\n{calls}}}\n"


def complaints(text):
    """The compiler's answer by case: each error with what was instantiated, from where, and what follows it."""
    parts = [[]]
    for line in text.splitlines():
        if CONTEXT.match(line) and any("error:" in earlier for earlier in parts[-1]):
            parts.append([])
        parts[-1].append(line)
    found = {}
    for part in ("\n".join(lines) for lines in parts):
        for number in {int(n) for n in PLACE.findall(part)} if "error:" in part else ():
            found[number] = found.get(number, "") + part + "\n"
    return found


def compiled(compiler, includes, cases, table=CASES, how=("-fsyntax-only",)):
    """Compiles the cases together, which takes as long as one; returns the exit code and what was said."""
    with tempfile.TemporaryDirectory(prefix="cardon-") as folder:
        path = Path(folder) / "mistaken.cpp"
        path.write_text(program(table, cases), encoding="utf-8")
        command = [compiler, "-std=c++20", *how, "-fmax-errors=0", "-w", *(f"-I{i}" for i in includes), path]
        result = subprocess.run(command, check=False, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
    return result.returncode, result.stderr.replace("no matching function", "no match")


def verdict(name, good, text):
    print(f"{'ok' if good else 'FAILED':7}{name}: {text.count('error:')} errors" + ("" if good else "\n" + text[:2000]))
    return good


def is_gnu(compiler):
    said = subprocess.run([compiler, "--version"], check=False, capture_output=True, text=True)
    return "Free Software Foundation" in said.stdout


def optimized(compiler, includes):
    """Each by itself: the compiler says so where it has inlined everything."""
    results = []
    for name, (_, expected) in OPTIMIZED.items():
        code, text = compiled(compiler, includes, [(0, name)], OPTIMIZED, ("-O2", "-c", "-o", os.devnull))
        results.append(verdict(name, expected in text and (code == 0) == (not expected), text))
    return results


def main():
    compiler, includes = sys.argv[1], sys.argv[2].split(":")
    numbered = list(enumerate(CASES))
    right = [(number, name) for number, name in numbered if not CASES[name][1]]
    wrong = [(number, name) for number, name in numbered if CASES[name][1]]
    code, text = compiled(compiler, includes, right)
    results = [verdict("what is right", code == 0 and not complaints(text), text)]
    _, text = compiled(compiler, includes, wrong)
    found = complaints(text)
    for number, name in wrong:
        said = found.get(number, "")
        results.append(verdict(name, CASES[name][1] in said, said))
    if is_gnu(compiler):
        results += optimized(compiler, includes)
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
