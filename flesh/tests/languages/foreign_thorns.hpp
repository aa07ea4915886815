// SPDX-License-Identifier: Apache-2.0
// The thorns in C and Fortran that the tests call.
#pragma once
#include <cardon/thorn/foreign_thorn.hpp>
#include <vector>

extern "C" {
void cardon_declare_EverythingInC(cardon_thorn*);
void cardon_declare_EverythingInFortran(cardon_thorn*);
void cardon_declare_Mistaken(cardon_thorn*);
}

namespace cardon {

inline ThornDeclaration declaration_by(void (*declare)(cardon_thorn*)) {
  ThornDeclaration declaration;
  declaration.name = "Everything";
  ThornBuilder builder(declaration);
  declare_foreign_thorn(builder, declare);
  return declaration;
}

/// The same thorn in each language that was compiled.
inline std::vector<ThornDeclaration> everything() {
  std::vector<ThornDeclaration> thorns{declaration_by(&cardon_declare_EverythingInC)};
#ifdef TEST_FORTRAN
  thorns.push_back(declaration_by(&cardon_declare_EverythingInFortran));
#endif
  return thorns;
}

}  // namespace cardon
