// SPDX-License-Identifier: Apache-2.0
// Stopping a run whose fields are no longer numbers.
#pragma once
#include <cardon/kit/agreement.hpp>
#include <cardon/services/step_service.hpp>
#include <cardon/thorn/parameter.hpp>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace cardon {

/// Looks for NaN and infinities in the evolved fields every few steps. Nobody stops for that: what
/// ranks found travels while the steps continue, and all of them read the verdict at the next
/// check.
class Health final : public StepService {
 public:
  static inline const auto every =
      Parameter{"every", 24, "Iterations between checks for NaN and infinity; 0: never",
                non_negative}
          .steerable();

  void open(const StepSetup& setup) override;
  /// Throws what settle() throws.
  StepOrder after_step(const StepView& step) override;
  bool idle(const StepView& step) const override;
  /// Checks the fields as they are, whether it is their turn or not. Throws what settle() throws.
  std::string before_checkpoint(const StepView& step) override;
  /// Forgets a check that was begun.
  void conclude() override;
  StepReport report(double) override { return {.activity = "health check"}; }
  void steered(const SteeredRun& run) override;

 private:
  struct Finding {
    int field;
    int rank;
    Index3 index;
    Real value;
  };
  struct Check {
    long iteration = 0;
    Real time = 0;
    long blocks_left = 0;  // of this rank, not looked at yet
    std::optional<Finding> mine;
  };
  bool due(const StepView& step) const;
  void set_every(long every);
  /// Settles the check before, and begins one of the fields as they are now. All ranks at the same
  /// iteration; throws what settle() throws.
  void begin(long iteration, Real time);
  /// Waits for the verdict on the check that was begun, if there is one. Throws Error
  /// (health/not-finite, exit_health) on every rank if any rank found something: the first point in
  /// the order of fields, then x fastest.
  void settle();
  /// Between steps: moves reports and verdicts on.
  void progress();
  void look_at(const FieldAccess::BlockView& block);
  std::optional<Finding> first_of_all(const Agreement::Reports& reports) const;
  std::optional<Finding> verdict();
  [[noreturn]] void stop(const Finding& finding, long iteration, Real time) const;
  const Task* last_writer(const Finding& finding, long iteration) const;

  const Program* program_ = nullptr;
  Driver* driver_ = nullptr;
  FieldAccess* access_ = nullptr;
  TaskFailures* failures_ = nullptr;
  int rank_ = 0;
  long every_ = 0;
  long last_good_ = -1;
  long rejected_ = 0;  // steps, as far as is known
  Real dt_ = 0;        // s, of the last step that was looked at; 0: not known
  std::optional<Agreement> agreement_;
  std::vector<int> fields_;
  std::optional<Check> check_;
};

}  // namespace cardon
