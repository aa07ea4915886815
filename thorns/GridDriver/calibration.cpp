// SPDX-License-Identifier: Apache-2.0
#include "calibration.hpp"

#include <algorithm>
#include <cardon/emulation/compute_emulator.hpp>
#include <cardon/kit/grid/sample_run.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cstring>

#include "grid_parameters.hpp"

namespace cardon::grid_driver {
namespace {

constexpr int max_points = 32;  // per direction: in cache, but no toy
constexpr SamplingTime sampling{.each = 0.005, .all = 0.5};

std::vector<SpeedEstimate> gather_speeds(const SpeedEstimate& mine, Transport& transport) {
  std::vector<SpeedEstimate> speeds;
  const auto bytes = std::as_bytes(std::span(&mine, 1));
  for (const std::vector<std::byte>& theirs : transport.all_gather(bytes))
    std::memcpy(&speeds.emplace_back(), theirs.data(), sizeof(SpeedEstimate));
  return speeds;
}

bool wants_measurement(const DriverSetup& setup, const Machine& machine, int ranks) {
  if (ranks == 1) return false;
  const auto asked = setup.parameters->get(section, calibration);
  if (asked != "auto") return asked == "always";
  return std::any_of(machine.sites.begin(), machine.sites.end(),
                     [](const Site& site) { return !(site.speed > 0); });
}

}  // namespace

SpeedEstimate measure_speed(const DriverSetup& setup) {
  SampleRun run(setup, corner(setup.program->grid, max_points));
  run.start();
  run.step();  // touches all memory
  if (!(run.points() > 0)) return {};
  return sample_speed(run, sampling).estimate();
}

std::vector<double> measured_speeds(const DriverSetup& setup, const Machine& machine,
                                    const EmulatedRank* emulated, Transport& transport) {
  if (!wants_measurement(setup, machine, transport.size())) return {};
  SpeedEstimate mine = measure_speed(setup);
  if (emulated != nullptr && mine.speed * emulated->seconds_per_point() > 1)
    mine = {1 / emulated->seconds_per_point(), 0};
  return speeds_to_cut_by(gather_speeds(mine, transport));
}

}  // namespace cardon::grid_driver
