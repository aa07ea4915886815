// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/steering/parameter_steering.hpp>
#include <functional>
#include <string>
#include <vector>

#include "startup/run_course.hpp"

namespace cardon {

/// What a run does where it is steered.
struct SteeringEffects {
  std::function<long()> iteration;  ///< of the last step
  std::function<bool()> settle;     ///< as ParameterSteering::settle()
  std::function<bool()> can_tune;   ///< whether the driver has settings to tune
  /// What services say of values on the ranks of the run, if those of the sections change. `names`
  /// of the parameters, such as "balance.when".
  std::function<std::vector<Problem>(const ParameterSet& candidate,
                                     const std::vector<std::string>& sections,
                                     const std::vector<std::string>& names)>
      check_placement;
  /// New values are set.
  std::function<void(const RunCourse& course, const std::vector<std::string>& sections)> change;
  std::function<void()> replan;
};

/// Checks and sets parameters of a run between two steps.
class RunSteering final : public ParameterSteering {
 public:
  /// Everything is referred to. `has_storage`: the driver can be saved.
  RunSteering(const CheckedRun& run, const StepClock& clock, bool has_storage,
              SteeringEffects effects)
      : run_(run), clock_(clock), has_storage_(has_storage), effects_(std::move(effects)) {}

  bool settle() override { return effects_.settle(); }
  void replan() override { effects_.replan(); }
  std::vector<Problem> check(const std::vector<std::string>& words) const override;
  std::vector<SteeredParameter> apply(const std::vector<std::string>& words) override;
  bool can_checkpoint() const override { return has_storage_ && run_.checkpoint.complete(); }

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
  void check_service(const Change& change, Problems& problems) const;
  void check_stop(const Changes& changes, const RunCourse& course, Problems& problems) const;
  void check_step(const Changes& changes, const ParameterSet& candidate, Problems& problems) const;
  void check_outputs(const ParameterSet& candidate, Problems& problems) const;
  void check_placement(const Changes& changes, const ParameterSet& candidate,
                       Problems& problems) const;
  std::string name_of(const Change& change) const;
  const ParameterValue& now(const Change& change) const;

  const CheckedRun& run_;
  const StepClock& clock_;
  bool has_storage_;
  SteeringEffects effects_;
};

}  // namespace cardon
