// SPDX-License-Identifier: Apache-2.0
// Stopping a run whose fields are no longer numbers.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/rank_talk.hpp"
#include "cardon/program.hpp"
#include "cardon/services/driver.hpp"

namespace cardon {

/// Looks for NaN and infinities in the evolved fields every few steps. Nobody stops for that: what
/// ranks found travels while the steps go on, and all of them read the verdict at the next check.
class Health {
 public:
  /// `every` = 0 switches it off.
  Health(const Program& program, Driver& driver, Transport& transport, long every);

  bool due(long iteration, bool last) const {
    return every_ > 0 && (last || iteration % every_ == 0);
  }
  /// Settles the check before, and begins one of the fields as they are now. All ranks at the same
  /// iteration; throws what settle() throws.
  void begin(long iteration, Real time);
  /// Waits for the verdict on the check that was begun, if there is one. Throws Error
  /// (health/not-finite, exit_health) on every rank if any rank found something: the first point in
  /// the order of fields, then x fastest.
  void settle();
  /// Between steps: moves reports and verdicts on.
  void progress();
  /// Forgets a check that was begun. All ranks at the same iteration.
  void abandon();

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
    bool reported = false, answered = false;
  };
  void look_at(const Driver::BlockView& block);
  void lead(bool patiently);
  std::optional<Finding> first_of_all(const std::vector<std::vector<std::byte>>& reports) const;
  std::optional<Finding> verdict();
  [[noreturn]] void stop(const Finding& finding, long iteration, Real time) const;
  const Task* last_writer(const Finding& finding, long iteration) const;

  const Program& program_;
  Driver& driver_;
  int rank_;
  long every_;
  long last_good_ = -1;
  RankTalk talk_;
  std::vector<int> fields_;
  std::optional<Check> check_;
};

}  // namespace cardon
