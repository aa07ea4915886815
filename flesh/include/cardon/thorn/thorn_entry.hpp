// SPDX-License-Identifier: Apache-2.0
// The one C symbol of a thorn, and the macro that defines it.
#pragma once
#include <cardon/thorn/thorn_builder.hpp>
#include <cardon/thorn/version.hpp>

extern "C" {
/// What a module says of itself before anything else of it is used.
struct CardonThornEntry {
  int abi;              ///< cardon_abi of the headers it was compiled with
  const char* version;  ///< version of Cardon it was compiled with
  int checks_access;    ///< 1 if compiled with access checks (Debug builds)
  const char* name;     ///< as in CARDON_THORN(Name)
  /// Fills the declaration of the thorn.
  void (*declare)(cardon::ThornBuilder& thorn);
};
}

#ifdef CARDON_CHECK_ACCESS
#define CARDON_CHECK_ACCESS_FLAG 1
#else
/// Value of CardonThornEntry::checks_access in this translation unit.
#define CARDON_CHECK_ACCESS_FLAG 0
#endif

/// CARDON_THORN(Name) { thorn.summary("..."); ... } declares the thorn that a module holds.
#define CARDON_THORN(Name)                                                                         \
  static void cardon_declare_##Name(cardon::ThornBuilder& thorn);                                  \
  extern "C" __attribute__((visibility("default"))) const CardonThornEntry cardon_thorn_entry = {  \
      cardon::abi, cardon::version_text, CARDON_CHECK_ACCESS_FLAG, #Name, &cardon_declare_##Name}; \
  static void cardon_declare_##Name([[maybe_unused]] cardon::ThornBuilder& thorn)
