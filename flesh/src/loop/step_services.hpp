// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cardon/services/step_service.hpp"
#include "startup/checked_run.hpp"

namespace cardon {

/// The step services of a run: all that are installed, in the order of the catalogue.
class StepServices {
 public:
  /// Opens them. Collective. `first`: the iteration of the checkpoint of a restart, or 0.
  StepServices(const CheckedRun& setup, Driver& driver, FieldAccess& fields, Transport& transport,
               long first);

  void record_in(const std::filesystem::path& run_folder);
  /// What any of them asks for; the first one's reason to stop.
  StepOrder after_step(const StepView& step);
  void before_checkpoint(const StepView& step);
  void conclude();

  /// s that this rank has spent in them after steps: by activity, and in all. What comes before the
  /// first step or a checkpoint does not count.
  std::vector<std::pair<std::string, double>> seconds() const;
  double total_seconds() const;

 private:
  struct Entry {
    std::shared_ptr<StepService> service;
    double seconds = 0;
  };
  std::vector<Entry> entries_;
};

}  // namespace cardon
