// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/machine_estimate.hpp>
#include <cardon/tuning/work_sample.hpp>
#include <span>
#include <vector>

namespace cardon {

/// Finds what calls, points and faces cost from samples whose blocks differ in size: least squares
/// of the relative errors, in which nothing costs less than nothing. What the samples do not
/// determine is charged to the points: samples are uncertain by 3 %, and the largest shares of
/// calls and of faces are expected to be 0 +- 30 %. So blocks of one size tell a cost per point
/// only, those of almost one size little more, and eight times as many blocks nearly all. Older
/// samples count less.
class WorkFit {
 public:
  /// One whose proportions are known already is averaged with what is known. Ignored if it has no
  /// points, or took no time.
  void add(const WorkSample& sample);
  /// Forgets all samples.
  void clear() { known_.clear(); }
  /// Whether there is a sample.
  bool known() const { return !known_.empty(); }
  /// What calls, points and faces cost, in s.
  WorkCost cost() const;

 private:
  struct Known {
    WorkSample sample;  // per point
    double weight = 1;
  };
  std::vector<Known> known_;  // the newest is the last
};

/// What these tasks cost together according to an estimate, each called once.
WorkCost cost_of(std::span<const int> tasks, const MachineEstimate& machine);

}  // namespace cardon
