// SPDX-License-Identifier: Apache-2.0
// Needs a function that nobody has.
#include <cardon/thorn.hpp>

extern "C" void function_that_nobody_has();

CARDON_THORN(Unresolved) {
  thorn.summary("Cannot be opened");
  function_that_nobody_has();
}
