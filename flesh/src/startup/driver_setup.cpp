// SPDX-License-Identifier: Apache-2.0
#include "startup/driver_setup.hpp"

#include <fmt/format.h>

#include <cardon/emulation/compute_emulator.hpp>

#include "startup/codec_factory.hpp"

namespace cardon {
namespace {

[[noreturn]] void throw_lacks(const std::string& driver, const char* what, const char* help) {
  throw Error(Problem{.slug = "driver/incomplete",
                      .message = fmt::format("the driver {} {}", driver, what),
                      .help = help});
}

}  // namespace

DriverSetup driver_setup(const ScheduledRun& run, const Machine& machine) {
  DriverSetup d;
  d.program = &run.program;
  d.parameters = run.parameters.get();
  d.machine = &machine;
  d.codec = make_codec(run.library.catalogue);
  if (run.library.catalogue.find_with(role_name<ComputeEmulator>, feature::standard))
    d.compute_emulator = run.library.catalogue.make_standard<ComputeEmulator>();
  for (int direction = 0; direction < 3; ++direction)
    for (int side = 0; side < 2; ++side) d.faces[direction][side] = run.faces[direction][side];
  return d;
}

FieldAccess& fields_of(Driver& driver, const std::string& name) {
  if (FieldAccess* fields = offered_by<FieldAccess>(driver)) return *fields;
  throw_lacks(name, "gives no access to its fields, which every run needs",
              "choose another driver, or implement FieldAccess in this one");
}

std::optional<PlannedDecomposition> planned_decomposition(const ScheduledRun& run,
                                                          const Machine& machine, int ranks) {
  const auto driver = run.library.catalogue.make<Driver>(run.driver_name);
  const auto* decomposer = offered_by<Decomposer>(*driver);
  if (decomposer == nullptr) return std::nullopt;
  return decomposer->decompose(driver_setup(run, machine), ranks);
}

PlannedDecomposition require_decomposition(const ScheduledRun& run, const Machine& machine,
                                           int ranks) {
  if (auto planned = planned_decomposition(run, machine, ranks)) return *std::move(planned);
  throw_lacks(run.driver_name, "cannot decompose a grid without running",
              "choose another driver, or implement Decomposer in this one");
}

}  // namespace cardon
