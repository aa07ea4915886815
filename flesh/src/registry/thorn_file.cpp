// SPDX-License-Identifier: Apache-2.0
#include "registry/thorn_file.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cardon/thorn_builder.hpp>
#include <cardon/thorn_entry.hpp>

namespace cardon {

namespace {

[[noreturn]] void broken(const ThornFile& thorn, const Location& where, const std::string& reason,
                         const std::string& help) {
  throw Error(Problem{.slug = "registry/thorn-broken",
                      .message = fmt::format("thorn {} cannot be loaded", thorn.name),
                      .where = where,
                      .notes = {"file " + thorn.file.string(), reason},
                      .help = help});
}

// A thorn in C or Fortran whose source declares another name than its file has.
void check_declared_name(const ThornFile& thorn, const Location& where, const std::string& reason) {
  if (reason.find("undefined symbol: cardon_declare_" + thorn.name) == reason.npos) return;
  broken(
      thorn, where, reason,
      fmt::format("give file and thorn the same name: the source must say CARDON_THORN({0}) in C, "
                  "or bind(C, name=\"cardon_declare_{0}\") in Fortran",
                  thorn.name));
}

const CardonThornEntry& entry_of(const ThornFile& thorn, const Location& where) {
  // Never closed: objects that the thorn made may live until the process ends.
  void* module = dlopen(thorn.file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!module) {
    const std::string reason = dlerror();
    check_declared_name(thorn, where, reason);
    broken(thorn, where, reason, "build the thorn again with this copy of Cardon");
  }
  const void* symbol = dlsym(module, "cardon_thorn_entry");
  if (!symbol)
    broken(thorn, where, "it has no symbol cardon_thorn_entry",
           "define the thorn with CARDON_THORN(Name)");
  return *static_cast<const CardonThornEntry*>(symbol);
}

void check_version(const ThornFile& thorn, const CardonThornEntry& entry, const Location& where) {
  std::string reason;
  if (entry.abi != abi)
    reason = fmt::format(
        "it was compiled for Cardon {} (interface {}); this is Cardon {} (interface {})",
        entry.version, entry.abi, version_text, abi);
  else if (entry.honest != CARDON_HONEST_FLAG)
    reason =
        fmt::format("it was compiled {} access checks; this Cardon is a build {} them",
                    entry.honest ? "with" : "without", CARDON_HONEST_FLAG ? "with" : "without");
  if (reason.empty()) return;
  throw Error(
      Problem{.slug = "registry/thorn-version",
              .message = fmt::format("thorn {} does not fit this copy of Cardon", thorn.name),
              .where = where,
              .notes = {"file " + thorn.file.string(), reason},
              .help = "build the thorn again with this copy of Cardon"});
}

}  // namespace

ThornDeclaration open_thorn(const ThornFile& thorn, const Location& where) {
  const CardonThornEntry& entry = entry_of(thorn, where);
  check_version(thorn, entry, where);
  if (entry.name != thorn.name)
    broken(thorn, where, fmt::format("it holds thorn {}", entry.name),
           fmt::format(
               "give file and thorn the same name: cardon_thorn({0} ...) and CARDON_THORN({0})",
               thorn.name));
  ThornDeclaration declaration;
  declaration.name = thorn.name;
  ThornBuilder builder(declaration);
  entry.declare(builder);
  check_declaration(declaration);
  return declaration;
}

}  // namespace cardon
