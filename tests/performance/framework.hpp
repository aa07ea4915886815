// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "loop/simulation.hpp"
#include "session/session.hpp"

namespace cardon::performance {

/// A run of Cardon without a run folder and without outputs, advanced by hand.
class Framework {
 public:
  /// The resolved run as `key=value` arguments of the command line describe it. It never ends by
  /// itself; health checks are off unless an argument turns them on.
  static std::shared_ptr<const CheckedRun> read(std::vector<std::string> arguments);

  /// Sets up and runs the initial step.
  explicit Framework(std::shared_ptr<const CheckedRun> setup);
  explicit Framework(std::vector<std::string> arguments) : Framework(read(std::move(arguments))) {}

  /// All of it is done when this returns.
  void steps(int n) {
    for (int i = 0; i < n; ++i) simulation_->step();
    simulation_->driver().finish();
  }
  const CheckedRun& setup() const { return *setup_; }
  const Grid& grid() const { return setup_->program.grid; }
  /// Bytes of this process that are resident before the grid functions are allocated.
  double bytes_before() const { return bytes_before_; }
  /// Of this rank, without the initial step.
  Timings timings() const { return simulation_->evolution_timings(); }
  /// This rank's points of a field, by its full name.
  FieldPiece field(const std::string& full_name, int level) const;

 private:
  std::shared_ptr<const CheckedRun> setup_;
  Warnings warnings_;
  PlacedRun placed_;
  double bytes_before_ = 0;
  std::unique_ptr<Simulation> simulation_;
};

/// Calls of tasks that compute or fill, of one rank.
long task_calls(const Timings& timings);
/// Seconds spent in filling faces, of one rank.
double boundary_seconds(const Timings& timings);

}  // namespace cardon::performance
