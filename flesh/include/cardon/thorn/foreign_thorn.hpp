// SPDX-License-Identifier: Apache-2.0
// Makes a thorn of a module whose declaration is a C or Fortran function; cardon_thorn() in CMake
// writes the one source file that uses it.
#pragma once
#include <cardon/thorn/thorn_entry.hpp>

struct cardon_thorn;

namespace cardon {

/// Calls `declare` and throws Error with all mistakes that it made.
void declare_foreign_thorn(ThornBuilder& thorn, void (*declare)(cardon_thorn*));

}  // namespace cardon

/// The entry of the thorn that extern "C" void cardon_declare_Name(cardon_thorn*) declares.
#define CARDON_FOREIGN_THORN(Name)                      \
  extern "C" void cardon_declare_##Name(cardon_thorn*); \
  CARDON_THORN(Name) { cardon::declare_foreign_thorn(thorn, &cardon_declare_##Name); }
