#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The rules of the source tree that a program can check: who may include what, sizes, licence lines, characters."""
import os
import re
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import fortran_functions  # noqa: E402
from cpp_functions import functions  # noqa: E402

FOLDERS = (".ci", "flesh", "thorns", "arrangements", "parfiles", "configs", "tests", "utils")
MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 60
MAX_FOLDER_PAIRS = 40
FUNCTION_LINES_OF_NINE_IN_TEN = 25
CPP = {".cpp", ".hpp"}
C = {".c", ".h"}
FORTRAN = {".f90", ".F90", ".f", ".F", ".for", ".f95", ".F95", ".f03", ".F03", ".f08", ".F08"}
PROGRAMS = CPP | C | FORTRAN | {".py", ".sh", ".cmake", ".in"}
TEXTS = PROGRAMS | {".md", ".yaml", ".txt"}
# Printed in the documentation as it stands, or what users make their own: without a licence line.
WITHOUT_LICENCE_LINE = ("flesh/templates/", "tests/install/SmallWave/", "tests/install/WaveCFortran/")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
USE = re.compile(r"^\s*use\b\s*(?:,\s*(?:non_)?intrinsic\s*)?(?:::)?\s*(\w+)", re.MULTILINE | re.IGNORECASE)
FORTRAN_INCLUDE = re.compile(r"""^\s*#?\s*include\s*['"<]([^'">]+)""", re.MULTILINE | re.IGNORECASE)
MODULE = re.compile(r"^\s*module\s+(?!procedure\b)(\w+)\s*$", re.MULTILINE | re.IGNORECASE)
# Names that look like headers of the C library.
NOT_C_LIBRARY = {"mpi.h", "hdf5.h", "omp.h", "pthread.h"}
OF_FORTRAN = {"iso_c_binding", "iso_fortran_env", "ieee_arithmetic", "ieee_exceptions"}
TYPE = re.compile(r"^namespace ([\w:]+) \{|^(?:struct|class) (\w+)(?: final)?(?: :[^;{]*)? \{", re.MULTILINE)
PRIVATE_FOLDERS = ("src", "kit", "program", ".")
ROOM = re.compile(r"^cardon_room\((\w+)([^)]*)\)", re.MULTILINE)
KEYWORDS = {"IN", "NEEDS", "LIBRARIES", "COLD", "TOGETHER", "TESTS_APART", "TESTS_WITH"}
PROVIDED = re.compile(r'provide<(?:cardon::)?(\w+)\s*,[^(]*\(\s*thorn,\s*"([^"]+)"')
DECLARED_THORN = re.compile(r"CARDON_THORN\((\w+)\)")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
COMMENT = re.compile(r"//.*")
WORD = re.compile(r"\w+")
# A name that cannot be a usual word of a text: rk4, grid_comm, IOHDF5.
UNMISTAKABLE = re.compile(r"[0-9_]|[a-z][A-Z]")
# The program may give examples of services in its --help.
ENGINE = ("include", "src", "kit")
# Words that are names of services as well: a section of parameter files, a key of provenance.json, a parameter, and usual words.
ALSO_WORDS = {"grid", "emulated", "none", "random", "threads"}
# Rooms of the program that choose among services of one role, which they compare with each other; why: contributing.md.
CHOOSING = {("program", "balancing"), ("program", "ensemble")}
# What was learned or published about balancers, by name. A run without one of them passes over its lines.
DATA_ON_SERVICES = {Path("flesh/kit/balance") / name for name in ("learned.forest", "plan_seconds.table", "published.tree")}
# Their services are named after what they write or do, as are keys and sections that the flesh has.
ROLES_OF_PLAIN_WORDS = {"Output", "StepService"}
# A function that runs at every point, with its parameters after the point.
POINT_FUNCTION = re.compile(r"^(KOKKOS_FUNCTION )?(?:static )?void (\w+)\((?:const )?Point\b([^{;]*)\{", re.MULTILINE)
HOST_ONLY = re.compile(r"\bCombine<|\bconst Value<")
BY_REFERENCE = re.compile(r"\bconst (?!Read|Write|Update)\w+&")
NOT_IN_FLESH = re.compile(r'MPI_\w+|#\s*include\s*[<"](?:mpi|hdf5)\.h[>"]')


class Tree:
    """The files below some root by their path from there."""

    def __init__(self, root):
        self.root = Path(root)
        self.files = []
        for folder in FOLDERS:
            for path in sorted((self.root / folder).rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    self.files.append(path.relative_to(self.root))
        self.files += [Path(n) for n in ("CMakeLists.txt", "README.md") if (self.root / n).is_file()]

    def text(self, file):
        return (self.root / file).read_bytes().decode("utf-8", errors="replace")

    def is_program(self, file):
        if file.suffix in PROGRAMS or file.name == "CMakeLists.txt":
            return True
        return not file.suffix and self.text(file).startswith("#!")

    def below(self, folder, suffixes=None):
        return [f for f in self.files if f.parts[0] == folder and (not suffixes or f.suffix in suffixes)]


def is_test(file):
    return "tests" in file.parts or "test" in file.parts


def check_licence(tree):
    for file in filter(tree.is_program, tree.files):
        if str(file).startswith(WITHOUT_LICENCE_LINE):
            continue
        if not any("SPDX-License-Identifier: Apache-2.0" in line for line in tree.text(file).splitlines()[:3]):
            yield f"{file}: no SPDX line at the top"


def check_modes(tree):
    for file in filter(tree.is_program, tree.files):
        if tree.text(file).startswith("#!") and not os.access(tree.root / file, os.X_OK):
            yield f"{file}: begins with #! and is not executable: chmod +x"


def check_characters(tree):
    for file in tree.files:
        if file.suffix not in TEXTS and not tree.is_program(file):
            continue
        for number, line in enumerate(tree.text(file).splitlines(), 1):
            if not line.isascii():
                yield f"{file}:{number}: a character that is not ASCII"
            if "\t" in line:
                yield f"{file}:{number}: a tab"


def check_file_sizes(tree):
    for file in filter(tree.is_program, tree.files):
        lines = len(tree.text(file).splitlines())
        if lines > MAX_FILE_LINES:
            yield f"{file}: {lines} lines, at most {MAX_FILE_LINES}"


def check_folder_sizes(tree):
    pairs = {}
    for file in tree.files:
        if file.suffix in CPP | C | FORTRAN:
            pairs.setdefault(file.parent, set()).add(file.stem)
    for folder, names in pairs.items():
        if len(names) > MAX_FOLDER_PAIRS:
            yield f"{folder}: {len(names)} pairs of source and header, at most {MAX_FOLDER_PAIRS}"


def check_function_sizes(tree):
    lengths = []
    for file in tree.files:
        if file.suffix not in CPP | C | FORTRAN:
            continue
        find = fortran_functions.functions if file.suffix in FORTRAN else functions
        for function in find(tree.text(file)):
            lengths.append(function.length)
            if function.length > MAX_FUNCTION_LINES:
                yield f"{file}:{function.line}: {function.name} has {function.length} lines, at most {MAX_FUNCTION_LINES}"
    if len(lengths) > 1:
        ninth = statistics.quantiles(lengths, n=10)[8]
        if ninth > FUNCTION_LINES_OF_NINE_IN_TEN:
            yield f"one function in ten has more than {ninth:.0f} lines, at most {FUNCTION_LINES_OF_NINE_IN_TEN} are meant"


def check_flesh(tree):
    for file in tree.below("flesh", CPP):
        for match in NOT_IN_FLESH.finditer(tree.text(file)):
            yield f"{file}: the flesh knows no MPI and no HDF5, but here is {match[0]}"


def names_of_services(tree):
    """Of the thorns in thorns/, and of these thorns."""
    names = set()
    for file in tree.below("thorns", CPP):
        if is_test(file):
            continue
        text = tree.text(file)
        names |= {name for role, name in PROVIDED.findall(text) if role not in ROLES_OF_PLAIN_WORDS}
        names |= set(DECLARED_THORN.findall(text))
    return names - ALSO_WORDS


def check_names_of_services(tree):
    """The engine finds services by what they declare about themselves, see feature.hpp."""
    names = names_of_services(tree)
    within_texts = {name for name in names if UNMISTAKABLE.search(name)}
    for file in tree.below("flesh", CPP):
        if is_test(file) or file.parts[1:3] in CHOOSING:
            continue
        for number, line in enumerate(tree.text(file).splitlines(), 1):
            for literal in LITERAL.findall(COMMENT.sub("", line)):
                if literal in names:
                    yield f"{file}:{number}: names the service or thorn {literal}; the flesh knows none by name"
                for name in sorted(within_texts & set(WORD.findall(literal)) - {literal}):
                    if file.parts[1] in ENGINE:
                        yield f"{file}:{number}: a text of the engine has the service or thorn {name} as an example"
    for file in tree.below("flesh"):
        if is_test(file) or file.suffix in TEXTS | C or file.parts[1] not in ("include", "src", "kit", "program", "draw"):
            continue
        named = sorted(names & set(WORD.findall(tree.text(file))))
        if named and file not in DATA_ON_SERVICES:
            yield f"{file}: data that name the service or thorn {named[0]}; the flesh knows none by name"
        if names and not named and file in DATA_ON_SERVICES:
            yield f"{file}: names no service and needs no exception in DATA_ON_SERVICES"


def check_arrangements(tree):
    for suffixes, header, library in ((CPP, "cardon/thorn.hpp", r"c?[a-z_]+"), (C, "cardon/thorn.h", r"[a-z_]+\.h")):
        for file in tree.below("arrangements", suffixes):
            if is_test(file):
                continue
            for bracket, name in INCLUDE.findall(tree.text(file)):
                standard = bracket == "<" and re.fullmatch(library, name) and name not in NOT_C_LIBRARY
                own = bracket == '"' and "/" not in name and file.parent / name in tree.files
                if not standard and not own and name != header:
                    yield f"{file}: includes {name}; application thorns know {header} only"


def check_public_headers(tree):
    """Kokkos_Core.hpp takes longer to compile than a small thorn, and only those on a GPU need it."""
    gpu_only = "#define CARDON_ON_GPU\n#include <Kokkos_Core.hpp>"
    for file in tree.below("flesh", CPP):
        if file.parts[1] == "include" and "<Kokkos_Core.hpp>" in tree.text(file).replace(gpu_only, ""):
            yield f"{file}: includes Kokkos_Core.hpp for thorns on the host"


def check_reach_of_headers(tree):
    """A header below flesh/include is for those who write thorns: one of them, or another header that they see, includes it."""
    folder = Path("flesh/include")
    public = {file.relative_to(folder).as_posix(): file for file in tree.below("flesh", CPP | C) if folder in file.parents}
    left = [name for name in public if name.count("/") == 1]
    for file in tree.below("thorns", CPP) + tree.below("arrangements", CPP | C) + tree.below("utils", {".cmake"}):
        left += re.findall("<(cardon/[^>]+)>", tree.text(file))
    seen = set()
    while left:
        name = left.pop()
        if name in public and name not in seen:
            seen.add(name)
            left += [other for _, other in INCLUDE.findall(tree.text(public[name]))]
    for name in sorted(set(public) - seen):
        yield f"{public[name]}: only the flesh includes it; it belongs beside its source"


def check_point_functions(tree):
    """Those that may run on a GPU say so; see "What a task can take" in writing-a-thorn.md."""
    sources = tree.below("arrangements", CPP) + [file for file in tree.below("flesh") if file.parts[1] in ("templates", "doc")]
    for file in sources:
        text = tree.text(file)
        for gpu, name, parameters in POINT_FUNCTION.findall(text):
            if gpu and HOST_ONLY.search(parameters):
                yield f"{file}: {name} has KOKKOS_FUNCTION, but takes what is for the host only"
            if not gpu and not HOST_ONLY.search(parameters) and not BY_REFERENCE.search(parameters):
                yield f"{file}: {name} lacks KOKKOS_FUNCTION"


def check_fortran_arrangements(tree):
    """They use the module cardon, their own and those of the language."""
    for file in tree.below("arrangements", FORTRAN):
        if is_test(file):
            continue
        text = tree.text(file)
        for name in FORTRAN_INCLUDE.findall(text):
            if "/" in name or file.parent / name not in tree.files:
                yield f"{file}: includes {name}; application thorns know the module cardon only"
        known = OF_FORTRAN | {"cardon"} | {name.lower() for name in MODULE.findall(text)}
        for name in USE.findall(text):
            if name.lower() not in known:
                yield f"{file}: uses {name}; application thorns know the module cardon only"


def check_thorns(tree):
    """A service thorn sees public headers of the flesh, its own and those of libraries."""
    for file in tree.below("thorns", CPP):
        if is_test(file):
            continue
        for bracket, name in INCLUDE.findall(tree.text(file)):
            own = (tree.root / file.parent / name).is_file() and ".." not in name
            private = bracket == "<" and any((tree.root / "flesh" / f / name).is_file() for f in PRIVATE_FOLDERS)
            if private or (bracket == '"' and not own and not name.startswith("cardon/")):
                yield f"{file}: includes {name}, which is neither its own nor a public header"


def words_after(words, keyword):
    """Of the arguments of a CMake function."""
    found = []
    for word in words[words.index(keyword) + 1:] if keyword in words else []:
        if word in KEYWORDS:
            break
        found.append(word)
    return found


def rooms(tree):
    """Of flesh/CMakeLists.txt, in its order: {room: (folder, names of all rooms whose headers it may include)}."""
    found = {}
    file = Path("flesh/CMakeLists.txt")
    for name, arguments in ROOM.findall(tree.text(file)) if file in tree.files else []:
        words = arguments.split()
        folder = (words_after(words, "IN") or ["src"])[0]
        seen = {name}
        for need in words_after(words, "NEEDS"):
            seen |= found[need][1] if need in found else {need + ", which is declared further down"}
        found[name] = (folder, seen)
    return found


def check_rooms(tree):
    """A room includes headers of the rooms that it needs, and the engine none of the program or of pictures."""
    known = rooms(tree)
    for room, (folder, seen) in known.items():
        for need in sorted(seen - {room}):
            other = known[need][0] if need in known else "?"
            if need not in known or (folder in ("src", "kit") and other not in ("src", "kit")):
                yield f"flesh/CMakeLists.txt: {room} needs {need}"
            elif folder == "kit" and other == "src" and need not in ("base", "fields", "parameters", "plan", "timestep"):
                yield f"flesh/CMakeLists.txt: {room} is in the kit and needs {need}"
    for file in tree.below("flesh", CPP):
        room = file.parent.name
        if is_test(file) or room not in known:
            continue
        for _, name in INCLUDE.findall(tree.text(file)):
            other = name.split("/")[0]
            if "/" in name and other in known and other not in known[room][1]:
                yield f"{file}: includes {name}, but {room} does not need {other} in flesh/CMakeLists.txt"


def check_type_names(tree):
    """Two types with one name in one program: the linker takes the functions of either for both."""
    homes = {}
    for file in sorted(tree.below("flesh", {".hpp"}) + tree.below("thorns", {".hpp"}), key=is_test):
        namespace = ""
        for match in TYPE.finditer(tree.text(file)):
            namespace = match[1] or namespace
            name = (namespace, match[2])
            if match[2] and not is_test(file):
                homes.setdefault(name, file)
            if match[2] and homes.get(name, file) != file:  # each test is a program of its own
                yield f"{file}: {namespace}::{match[2]} is another type in {homes[name]}"


CHECKS = (check_licence, check_modes, check_characters, check_file_sizes, check_folder_sizes, check_function_sizes, check_flesh, check_names_of_services,
          check_arrangements, check_public_headers, check_reach_of_headers, check_point_functions, check_fortran_arrangements, check_thorns, check_rooms, check_type_names)


def problems(tree):
    return [problem for check in CHECKS for problem in check(tree)]


def main():
    tree = Tree(os.environ.get("CARDON_SOURCE") or Path(__file__).resolve().parents[2])
    found = problems(tree)
    print("\n".join(found) if found else f"{len(tree.files)} files are in order")
    return 1 if found or len(tree.files) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
