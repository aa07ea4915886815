// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "cardon/steering/parameter_steering.hpp"
#include "startup/run_course.hpp"

namespace cardon {

/// Checks and sets parameters of a run between two steps.
class RunSteering final : public ParameterSteering {
 public:
  /// Everything is referred to. `has_storage`: the driver can be saved. `iteration`: of the last
  /// step; `effect`: what is done with new values once they are set.
  RunSteering(const CheckedRun& run, const StepClock& clock, bool has_storage,
              std::function<long()> iteration, std::function<void(const RunCourse&)> effect)
      : run_(run),
        clock_(clock),
        has_storage_(has_storage),
        iteration_(std::move(iteration)),
        effect_(std::move(effect)) {}

  std::vector<Problem> check(const std::vector<std::string>& words) const override;
  std::vector<SteeredParameter> apply(const std::vector<std::string>& words) override;
  bool can_checkpoint() const override { return has_storage_ && !run_.checkpoint.format.empty(); }

 private:
  struct Change {
    std::string section;
    int instance = 0;
    const ParameterDeclaration* parameter = nullptr;
    ParameterValue value;
  };
  using Changes = std::vector<Change>;
  using Problems = std::vector<Problem>;

  Changes read(const std::vector<std::string>& words, Problems& problems) const;
  std::vector<std::string> steerable() const;
  bool exists(const Change& change) const;
  void check_change(const Change& change, Problems& problems) const;
  void check_of_thorn(const Change& change, Problems& problems) const;
  void check_times(const Change& change, Problems& problems) const;
  void check_stop(const Changes& changes, const RunCourse& course, Problems& problems) const;
  void check_step(const Changes& changes, const ParameterSet& candidate, Problems& problems) const;
  void check_outputs(const ParameterSet& candidate, Problems& problems) const;
  std::string name_of(const Change& change) const;
  const ParameterValue& now(const Change& change) const;

  const CheckedRun& run_;
  const StepClock& clock_;
  bool has_storage_;
  std::function<long()> iteration_;
  std::function<void(const RunCourse&)> effect_;
};

}  // namespace cardon
