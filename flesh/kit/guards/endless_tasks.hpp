// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/transport.hpp>
#include <cardon/thorn/error.hpp>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

#include "base/warnings.hpp"
#include "guards/task_watch.hpp"

namespace cardon {

/// Ends this process, with exit_environment, when one call of a task or step limit lasts for longer
/// than `health.task_timeout`, by default six times `transport.timeout`; nobody else can. In a run
/// it says on the error stream which task has lasted for `transport.timeout`, since ranks that wait
/// for this one end the run then.
class EndlessTasks {
 public:
  /// During a run. A warning is added where the system refuses the thread that this takes.
  EndlessTasks(const ParameterSet& parameters, Warnings& warnings, const Transport& transport);
  /// Before it, and where tasks are only examined or timed: nobody waits for this process.
  EndlessTasks(const ParameterSet& parameters, Warnings& warnings);

  /// Where the checkpoints of the run are.
  void set_folder(const std::filesystem::path& run);

 private:
  EndlessTasks(double timeout, double patience, int ranks, std::string who, Warnings& warnings);
  std::string where(const RunningTask& task, double seconds) const;
  void warn(const RunningTask& task, double seconds) const;
  [[noreturn]] void end(const RunningTask& task, double seconds);

  double timeout_, patience_;
  int ranks_;
  std::string who_;
  std::mutex mutex_;
  std::filesystem::path run_;
  std::optional<TaskWatch> watch_;  // the last one: its thread uses the others
};

}  // namespace cardon
