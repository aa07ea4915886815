// SPDX-License-Identifier: Apache-2.0
#include "startup/driver_setup.hpp"

#include <fmt/format.h>

namespace cardon {
namespace {

[[noreturn]] void throw_lacks(const std::string& driver, const char* what, const char* help) {
  throw Error(Problem{.slug = "driver/incomplete",
                      .message = fmt::format("the driver {} {}", driver, what),
                      .help = help});
}

}  // namespace

DriverSetup driver_setup(const Setup& setup) {
  DriverSetup d;
  d.program = &setup.program;
  d.parameters = setup.parameters.get();
  d.machine = &setup.machine;
  d.codec = make_codec(setup);
  for (int direction = 0; direction < 3; ++direction)
    for (int side = 0; side < 2; ++side) d.faces[direction][side] = setup.faces[direction][side];
  return d;
}

FieldAccess& fields_of(Driver& driver, const std::string& name) {
  if (FieldAccess* fields = offered_by<FieldAccess>(driver)) return *fields;
  throw_lacks(name, "gives no access to its fields, which every run needs",
              "take another driver, or implement FieldAccess in this one");
}

std::optional<PlannedDecomposition> planned_decomposition(const Setup& setup, int ranks) {
  const auto driver = setup.library.catalogue.make<Driver>(setup.driver_name);
  const auto* decomposer = offered_by<Decomposer>(*driver);
  if (decomposer == nullptr) return std::nullopt;
  return decomposer->decompose(driver_setup(setup), ranks);
}

PlannedDecomposition require_decomposition(const Setup& setup, int ranks) {
  if (auto planned = planned_decomposition(setup, ranks)) return *std::move(planned);
  throw_lacks(setup.driver_name, "cannot decompose a grid without running",
              "take another driver, or implement Decomposer in this one");
}

}  // namespace cardon
