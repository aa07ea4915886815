// SPDX-License-Identifier: Apache-2.0
// A thorn that says in the file CARDON_TEST_COUNT when it is asked to declare itself.
#include <unistd.h>

#include <cardon/thorn.hpp>
#include <cstdlib>
#include <fstream>

#define DECLARED(name) CARDON_THORN(name)  // expands the name

DECLARED(COUNTED_THORN) {
  thorn.summary("Says when it declares itself, for tests");
  if (const char* file = std::getenv("CARDON_TEST_COUNT"))
    std::ofstream(file, std::ios::app) << getpid() << " " << COUNTED_NAME << "\n";
}
