// SPDX-License-Identifier: Apache-2.0
#include "registry/thorn_file.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cardon/services/lazy_services.hpp>
#include <cardon/thorn/thorn_builder.hpp>
#include <cardon/thorn/thorn_entry.hpp>
#include <map>
#include <mutex>
#include <new>

#include "base/denormal_mode.hpp"
#include "registry/elf_facts.hpp"
#include "registry/exact_math.hpp"
#include "registry/loading_watch.hpp"

namespace cardon {

namespace fs = std::filesystem;

namespace {

constexpr const char* no_harm =
    "correct the code that runs when it is loaded, outside of its functions";

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

[[noreturn]] void refuse_inexact(const ThornFile& thorn, const Location& where,
                                 const std::string& reason) {
  throw Error(Problem{
      .slug = "registry/inexact-math",
      .message = fmt::format(
          "thorn {} was compiled with value-changing floating-point optimizations", thorn.name),
      .where = where,
      .notes = {"file " + thorn.file.string(), reason,
                "another number of ranks, blocks or ghost zones would change its results"},
      .help = "build it without the flag; look in CMAKE_CXX_FLAGS, or that of C or "
              "Fortran, CXXFLAGS and target_compile_options"});
}

// What loading would end the program for, or what cannot be seen afterwards.
void check_module(const ThornFile& thorn, const Location& where) {
  const ElfFacts facts = elf_facts(thorn.file);
  if (!facts.damage.empty()) broken(thorn, where, facts.damage, "copy or build the thorn again");
  for (const std::string& compiled : facts.compiled)
    if (const std::string flag = inexact_flag(compiled); !flag.empty())
      refuse_inexact(thorn, where, "a source of it was compiled with " + flag);
}

// Whether an exception of a constructor comes through the system's loader depends on that.
void* load(const ThornFile& thorn, const Location& where) try {
  const LoadingWatch watch(thorn.name);
  // What is linked with -ffast-math has them flushed for all that comes after it is loaded.
  const DenormalMode kept(DenormalMode::Treatment::keep);
  // Never closed: objects that the thorn made may live until the process ends.
  void* module = dlopen(thorn.file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (DenormalMode::current() == DenormalMode::Treatment::flush)
    refuse_inexact(thorn, where,
                   "it flushes denormal numbers to zero in the whole process, as code linked with "
                   "-ffast-math does");
  return module;
} catch (const Error&) {
  throw;
} catch (const std::exception& thrown) {
  broken(thorn, where, fmt::format("one of its constructors threw: {}", thrown.what()), no_harm);
} catch (...) {
  broken(thorn, where, "one of its constructors threw something that is not a std::exception",
         no_harm);
}

// What the module shows under this name.
const void* entry_of(const ThornFile& thorn, const char* name, const std::string& defined_by,
                     const Location& where) {
  check_module(thorn, where);
  void* module = load(thorn, where);
  if (!module) {
    const std::string reason = dlerror();
    check_declared_name(thorn, where, reason);
    broken(thorn, where, reason, "build the thorn again with this copy of Cardon");
  }
  const void* symbol = dlsym(module, name);
  if (!symbol)
    broken(thorn, where, fmt::format("it has no symbol {}", name), "define it with " + defined_by);
  return symbol;
}

void check_version(const ThornFile& thorn, const CardonThornEntry& entry, const Location& where) {
  std::string reason;
  if (entry.abi != abi)
    reason = fmt::format(
        "it was compiled for Cardon {} (interface {}); this is Cardon {} (interface {})",
        entry.version, entry.abi, version_text, abi);
  else if (entry.checks_access != CARDON_CHECK_ACCESS_FLAG)
    reason = fmt::format("it was compiled {} access checks; this Cardon is a build {} them",
                         entry.checks_access ? "with" : "without",
                         CARDON_CHECK_ACCESS_FLAG ? "with" : "without");
  if (reason.empty()) return;
  throw Error(
      Problem{.slug = "registry/thorn-version",
              .message = fmt::format("thorn {} does not fit this copy of Cardon", thorn.name),
              .where = where,
              .notes = {"file " + thorn.file.string(), reason},
              .help = "build the thorn again with this copy of Cardon"});
}

void declare(const ThornFile& thorn, const CardonThornEntry& entry, ThornBuilder& builder,
             const Location& where) try {
  const LoadingWatch watch(thorn.name);
  entry.declare(builder);
} catch (const Error&) {
  throw;
} catch (const Bug&) {
  throw;
} catch (const std::bad_alloc&) {
  throw;
} catch (const std::exception& other) {
  broken(thorn, where, fmt::format("its declaration threw: {}", other.what()),
         "correct what CARDON_THORN does");
}

const CardonLazyEntry& checked_lazy_entry(const ThornFile& module) {
  const auto& entry = *static_cast<const CardonLazyEntry*>(
      entry_of(module, "cardon_lazy_entry", "CARDON_LAZY_SERVICES(...)", {}));
  if (entry.abi != abi)
    broken(module, {}, fmt::format("it was compiled for interface {}; this is {}", entry.abi, abi),
           "build the thorn again with this copy of Cardon");
  return entry;
}

// Ranks may be threads of one process, and each makes its own services.
const CardonLazyEntry& lazy_entry_of(const ThornFile& module) {
  static std::mutex mutex;
  static std::map<fs::path, const CardonLazyEntry*> known;
  const std::lock_guard lock(mutex);
  const CardonLazyEntry*& entry = known[module.file];
  if (entry == nullptr) entry = &checked_lazy_entry(module);
  return *entry;
}

std::shared_ptr<void> make_lazily(const ThornFile& module, const std::string& role,
                                  const std::string& name) {
  for (const LazyService& service : lazy_entry_of(module).services())
    if (service.role == role && service.name == name) return service.make();
  broken(module, {}, fmt::format("it has no {} {}", role, name),
         "name the service in CARDON_LAZY_SERVICES, as provide_lazily() does");
}

}  // namespace

fs::path lazy_module(const fs::path& thorn) {
  return fs::path(thorn).replace_extension(".lazy.so");
}

ThornDeclaration open_thorn(const ThornFile& thorn, const Location& where) {
  const auto& entry = *static_cast<const CardonThornEntry*>(
      entry_of(thorn, "cardon_thorn_entry", "CARDON_THORN(Name)", where));
  check_version(thorn, entry, where);
  if (entry.name != thorn.name)
    broken(thorn, where, fmt::format("it holds thorn {}", entry.name),
           fmt::format(
               "give file and thorn the same name: cardon_thorn({0} ...) and CARDON_THORN({0})",
               thorn.name));
  ThornDeclaration declaration;
  declaration.name = thorn.name;
  ThornBuilder builder(declaration);
  declare(thorn, entry, builder, where);
  const ThornFile lazy{thorn.name, lazy_module(thorn.file), thorn.service};
  for (ServiceDeclaration& service : declaration.services)
    if (!service.make)
      service.make = [=, role = service.role, name = service.name] {
        return make_lazily(lazy, role, name);
      };
  check_declaration(declaration);
  return declaration;
}

}  // namespace cardon
