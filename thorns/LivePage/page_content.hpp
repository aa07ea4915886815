// SPDX-License-Identifier: Apache-2.0
// Everything that the server answers from.
#pragma once
#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "access.hpp"
#include "run_files.hpp"
#include "scalar_curves.hpp"
#include "state_board.hpp"

namespace cardon {

/// Shared by the run and the threads of the server; the latter may outlive the run.
class PageContent {
 public:
  explicit PageContent(const std::filesystem::path& folder)
      : files(folder), scalars(folder / "scalars.tsv") {}

  const std::string token = random_token();           ///< shows the run
  const std::string steering_token = random_token();  ///< changes it
  StateBoard board;
  const RunFiles files;
  ScalarCurves scalars;
  std::string schedule = "{}";            ///< JSON; set before the server starts
  std::atomic<bool> plan_wanted = false;  ///< somebody has asked for the plan since it was made
  std::atomic<int> streams = 0;           ///< clients that listen to events
  std::atomic<int> requests = 0;          ///< that wait for the run

  std::string parameters() const {
    const std::lock_guard lock(mutex_);
    return parameters_;
  }
  void set_parameters(std::string json) {
    const std::lock_guard lock(mutex_);
    parameters_ = std::move(json);
  }
  /// JSON of the plan of rank 0.
  std::string plan() const {
    const std::lock_guard lock(mutex_);
    return plan_;
  }
  void set_plan(std::string json) {
    const std::lock_guard lock(mutex_);
    plan_ = std::move(json);
  }

 private:
  mutable std::mutex mutex_;
  std::string parameters_ = "[]", plan_ = "{}";
};

}  // namespace cardon
