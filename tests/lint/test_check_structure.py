#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The structure check finds what it must find, and nothing in a tree that is in order."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import check_structure  # noqa: E402
import fortran_functions  # noqa: E402
from cpp_functions import functions  # noqa: E402

LICENCE = "// SPDX-License-Identifier: Apache-2.0\n"


def found(files):
    """The problems of a tree that holds these files, by path."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o644 if "plain" in name else 0o755)
        return check_structure.problems(check_structure.Tree(folder))


class Structure(unittest.TestCase):
    def assert_found(self, text, files):
        problems = found(files)
        self.assertEqual(len(problems), 1, problems)
        self.assertIn(text, problems[0])

    def test_accepts_a_tree_in_order(self):
        self.assertEqual(found({
            "flesh/src/a.cpp": LICENCE + '#include "a.hpp"\nvoid f() {\n}\n',
            "arrangements/Wave/W/w.cpp": LICENCE + '#include <cardon/thorn.hpp>\n#include <cmath>\n#include "own.hpp"\n',
            "arrangements/Wave/W/own.hpp": LICENCE,
            "arrangements/Wave/W/tests/t.cpp": LICENCE + "#include <gtest/gtest.h>\n",
            "thorns/T/t.cpp": LICENCE + '#include <cardon/service.hpp>\n#include <hdf5.h>\n#include "cardon/thorn/box.hpp"\n',
        }), [])

    def test_licence(self):
        self.assert_found("no SPDX line", {"utils/cmake/A.cmake": "message(x)\n"})
        self.assert_found("no SPDX line", {"utils/go": "#!/bin/sh\n"})

    def test_modes(self):
        self.assert_found("is not executable", {"utils/plain.py": "#!/usr/bin/env python3\n# SPDX-License-Identifier: Apache-2.0\n"})

    def test_characters(self):
        self.assert_found("a.cpp:2: a tab", {"flesh/a.cpp": LICENCE + "\tint i;\n"})
        self.assert_found("a.md:1: a character", {"flesh/a.md": "na\u00efve\n"})

    def test_file_size(self):
        self.assert_found("401 lines", {"flesh/a.cpp": LICENCE + "\n" * 400})

    def test_function_size(self):
        body = "  g();\n"
        self.assertEqual(found({"flesh/a.cpp": LICENCE + "void f() {\n" + body * 58 + "}\n"}), [])
        self.assert_found("A::f has 61 lines", {"flesh/a.cpp": LICENCE + "void A::f() {\n" + body * 59 + "}\n"})
        self.assert_found("f has 61 lines", {"flesh/a.c": LICENCE + "static void f(void) {\n" + body * 59 + "}\n"})
        self.assert_found("s has 61 lines", {"flesh/a.f90": "! SPDX-License-Identifier: Apache-2.0\nsubroutine s()\n" +
                                             "  call g()\n" * 59 + "end subroutine\n"})
        long = "void f() {\n" + body * 30 + "}\n"
        self.assert_found("one function in ten", {"flesh/a.cpp": LICENCE + long * 3})

    def test_two_types_with_one_name(self):
        header = LICENCE + "namespace cardon {\nstruct A : B {\n};\n}\n"
        self.assert_found("cardon::A is another type in flesh/src/loop/a.hpp",
                          {"flesh/src/loop/a.hpp": header, "thorns/T/b.hpp": header})
        self.assert_found("flesh/tests/a.hpp: cardon::A is another type in thorns/T/b.hpp",
                          {"flesh/tests/a.hpp": header, "thorns/T/b.hpp": header})
        self.assertEqual(found({"flesh/src/a.hpp": header, "thorns/T/a.hpp": header.replace("cardon", "cardon::t"),
                                "flesh/tests/b/b.hpp": header.replace(" A ", " B "), "flesh/tests/c/b.hpp": header.replace(" A ", " B ")}), [])

    def test_flesh_without_libraries_of_the_machine(self):
        self.assert_found("MPI_Send", {"flesh/src/a.cpp": LICENCE + "int MPI_Send();\n"})
        self.assert_found("MPI_COMM", {"flesh/src/a.cpp": LICENCE + "const char* size = \"OMPI_COMM\";\n"})
        self.assert_found("hdf5.h", {"flesh/program/cli/a.cpp": LICENCE + "#include <hdf5.h>\n"})
        self.assertEqual(found({"thorns/T/a.cpp": LICENCE + "#include <mpi.h>\n"}), [])

    def test_flesh_names_no_service(self):
        thorn = LICENCE + 'CARDON_THORN(Fast) {\n  provide<Transport, Post>(thorn, "post", "By post");\n}\n'
        for literal in ("post", "Fast"):
            self.assert_found(f"names the service or thorn {literal}",
                              {"thorns/Fast/a.cpp": thorn, "flesh/src/a.cpp": LICENCE + f'make("{literal}");\n'})
            self.assert_found(f"flesh/program/cli/a.cpp:2: names the service or thorn {literal}",
                              {"thorns/Fast/a.cpp": thorn, "flesh/program/cli/a.cpp": LICENCE + f'make("{literal}");\n'})
        self.assertEqual(found({"thorns/Fast/a.cpp": thorn, "flesh/program/balancing/a.cpp": LICENCE + 'try("post");\n',
                                "flesh/kit/a.cpp": LICENCE + 'int i = 0;  // as "post" does\n'}), [])
        rk4 = thorn.replace('"post"', '"rk4"')
        text = LICENCE + 'help("name one, such as rk4");\n'
        self.assert_found("has the service or thorn rk4 as an example", {"thorns/Fast/a.cpp": rk4, "flesh/src/a.cpp": text})
        self.assertEqual(found({"thorns/Fast/a.cpp": rk4, "flesh/program/cli/a.cpp": text}), [])
        self.assertEqual(found({"thorns/Fast/a.cpp": thorn, "flesh/src/a.cpp": text.replace("rk4", "post")}), [])
        self.assert_found("flesh/kit/a.table: data that name the service or thorn post",
                          {"thorns/Fast/a.cpp": thorn, "flesh/kit/a.table": "pigeon 2\npost 1\n"})
        learned = "flesh/kit/balance/learned.forest"
        self.assertEqual(found({"thorns/Fast/a.cpp": thorn, learned: "leaf post 1\n", "flesh/kit/a.table": "postal 1\n"}), [])
        self.assert_found("names no service and needs no exception", {"thorns/Fast/a.cpp": thorn, learned: "leaf 1\n"})
        output = LICENCE + 'CARDON_THORN(IO) {\n  provide<Output, Fields>(thorn, "fields", "All");\n}\n'
        self.assertEqual(found({"thorns/IO/a.cpp": output, "flesh/src/a.cpp": LICENCE + 'json["fields"];\n'}), [])

    def test_applications_see_one_header(self):
        for header in ("<cardon/service.hpp>", "<mpi.h>", "<Kokkos_Core.hpp>", '"other.hpp"'):
            self.assert_found("cardon/thorn.hpp only", {"arrangements/A/B/b.cpp": LICENCE + f"#include {header}\n"})

    def test_public_headers_need_little_of_kokkos(self):
        include = "#include <Kokkos_Core.hpp>\n"
        self.assert_found("for thorns on the host", {"flesh/include/cardon/a.hpp": LICENCE + include})
        self.assertEqual(found({"flesh/include/cardon/a.hpp": LICENCE + "#define CARDON_ON_GPU\n" + include}), [])

    def test_public_headers_are_seen_by_thorns(self):
        headers = {"flesh/include/cardon/kit/a.hpp": LICENCE + "#include <cardon/kit/b.hpp>\n", "flesh/include/cardon/kit/b.hpp": LICENCE}
        self.assert_found("only the flesh includes it", {"flesh/include/cardon/kit/b.hpp": LICENCE})
        self.assertEqual(found({**headers, "thorns/A/a.cpp": LICENCE + "#include <cardon/kit/a.hpp>\n"}), [])
        self.assertEqual(len(found({**headers, "thorns/A/a.cpp": LICENCE + "#include <cardon/kit/b.hpp>\n"})), 1)

    def test_functions_of_a_point_say_where_they_run(self):
        for function in ("void f(Point p, Write<u> v) {\n}\n", "template <int n>\nvoid f(Point p,\n       Write<u> v, const Read<w>& a) {\n}\n",
                         "void f(const Point& p, Write<u> v) {\n}\n"):
            self.assert_found("f lacks KOKKOS_FUNCTION", {"arrangements/A/B/b.cpp": LICENCE + function})
            self.assertEqual(found({"arrangements/A/B/b.cpp": LICENCE + function.replace("void", "KOKKOS_FUNCTION void")}), [])
        for parameter in ("const Value<profile>& f", "Combine<sum> s"):
            function = f"void f(Point p, Read<u> v, {parameter}) {{\n}}\n"
            self.assertEqual(found({"arrangements/A/B/b.cpp": LICENCE + function}), [])
            self.assert_found("for the host only", {"flesh/doc/a.md": f"```cpp\nKOKKOS_FUNCTION {function}```\n"})
        self.assertEqual(found({"arrangements/A/B/b.cpp": LICENCE + "void f(Point p, const Wave& w) {\n}\n"}), [])

    def test_applications_in_c_and_fortran(self):
        self.assertEqual(found({
            "arrangements/A/B/b.c": LICENCE + "#include <cardon/thorn.h>\n#include <math.h>\n",
            "arrangements/A/B/b.f90": "! SPDX-License-Identifier: Apache-2.0\nmodule b\n  use cardon\n"
                                      "  use, intrinsic :: iso_c_binding, only: dp => c_double\nend module\n"
                                      "subroutine s()\n  use b\nend subroutine\n"}), [])
        for header in ("<cardon/thorn.hpp>", "<mpi.h>", '"other.h"', "<sys/stat.h>"):
            self.assert_found("cardon/thorn.h only", {"arrangements/A/B/b.c": LICENCE + f"#include {header}\n"})
        for use in ("use mpi_f08", "use, non_intrinsic :: other", "use::cardon_c"):
            self.assert_found("the module cardon only",
                              {"arrangements/A/B/b.f90": f"! SPDX-License-Identifier: Apache-2.0\n  {use}\n"})

        for include in ("include 'mpif.h'", "#include <mpi.h>", '#include "other.inc"', "  INCLUDE 'hdf5.inc'"):
            self.assert_found("the module cardon only",
                              {"arrangements/A/B/b.F90": f"! SPDX-License-Identifier: Apache-2.0\n{include}\n"})

    def test_thorns_do_not_include_each_other(self):
        other = {"thorns/Other/o.hpp": LICENCE}
        for header in ('"../Other/o.hpp"', '"Other/o.hpp"', '"o.hpp"', '"run/setup.hpp"'):
            self.assert_found("neither its own nor a public",
                              {**other, "thorns/T/t.cpp": LICENCE + f"#include {header}\n"})

    def test_rooms_include_what_they_need(self):
        def tree(rooms, **files):
            names = {"flesh/CMakeLists.txt": LICENCE.replace("//", "#") + rooms}
            for name, header in files.items():
                names[f"flesh/{name.replace('_', '/')}/a.cpp"] = LICENCE + f'#include "{header}"\n'
            return names
        rooms = "cardon_room(base)\ncardon_room(loop COLD NEEDS base)\ncardon_room(cli IN program NEEDS loop)\n"
        self.assertEqual(found(tree(rooms, src_loop="base/b.hpp", program_cli="base/b.hpp")), [])
        self.assert_found("base does not need loop", tree(rooms, src_base="loop/b.hpp"))
        self.assert_found("loop does not need cli", tree(rooms, src_loop="cli/b.hpp"))
        self.assert_found("base needs cli", tree("cardon_room(cli IN program)\ncardon_room(base NEEDS cli)\n"))
        self.assert_found("declared further down", tree("cardon_room(base NEEDS loop)\ncardon_room(loop)\n"))
        self.assert_found("in the kit and needs loop", tree("cardon_room(loop)\ncardon_room(grid IN kit NEEDS loop)\n"))

    def test_folder_size(self):
        pairs = {f"flesh/src/run/a{n}.{suffix}": LICENCE for n in range(40) for suffix in ("cpp", "hpp")}
        self.assertEqual(found(pairs), [])
        self.assert_found("flesh/src/run: 41 pairs", {**pairs, "flesh/src/run/b.cpp": LICENCE})


class Functions(unittest.TestCase):
    def lengths(self, text):
        return [(f.name, f.length) for f in functions(text)]

    def test_knows_functions_from_other_braces(self):
        self.assertEqual(self.lengths(
            "namespace a {\nstruct B {\n  int c{1};\n  int d() const { return c; }\n};\n"
            "enum class E { x, y };\nconst int list[] = {1, 2};\nvoid B::f(int n) {\n  if (n) {\n    g();\n  }\n}\n}\n"),
            [("d", 1), ("B::f", 5)])

    def test_counts_a_constructor_once(self):
        self.assertEqual(self.lengths("A::A(int n) : a_{n}, b_(n) {\n  f();\n}\nvoid g() {}\n"), [("A::A", 3), ("g", 1)])

    def test_ignores_braces_in_comments_and_literals(self):
        self.assertEqual(self.lengths('void f() {\n  // {\n  g("{", \'{\', R"({{)");  /* { */\n}\nvoid h() {}\n'),
                         [("f", 4), ("h", 1)])

    def test_counts_macros_and_lambdas_with_their_function(self):
        self.assertEqual(self.lengths("TEST(A, B) {\n  auto f = [](int i) {\n    return i;\n  };\n}\n"), [("TEST", 5)])

    def test_knows_procedures_of_fortran(self):
        text = ("module m\n  interface\n    subroutine i(x) bind(C)\n    end subroutine\n  end interface\ncontains\n"
                "  pure real(dp) function f(x) result(y)\n    if (x > 0) then\n      y = 1\n    end if\n  end function\n"
                "  ! a function of x\n  SUBROUTINE s(block) bind(C)\n    print *, ' function g('\n  END SUBROUTINE s\n"
                "  function g() &\n    result(h)\n  end\nend module\n")
        self.assertEqual([(f.name, f.length) for f in fortran_functions.functions(text)], [("f", 5), ("s", 3), ("g", 3)])


if __name__ == "__main__":
    unittest.main()
