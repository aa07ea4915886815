// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <vector>

namespace cardon {

/// When it pays to balance again: as soon as steps have lost as much time, by ranks that are slower
/// than the mean, as balancing costs. What was lost is summed up from samples; what will be lost
/// follows from straight lines through the times of the slowest rank and of the mean since the
/// last time. Imbalance that was left by the last time counts as unavoidable. (H. Menon, N. Jain,
/// G. Zheng and L. Kale, "Automated load balancing invocation based on application
/// characteristics", IEEE Cluster 2012, without its approximation that the loss grows from zero;
/// a sudden change is taken for the new state.)
class BalancePeriod {
 public:
  /// Blocks moved behind step `step`, which took `cost` s altogether. Earlier samples are
  /// forgotten.
  void balanced(double step, double cost);
  /// A balancer planned behind step `step`, and its plan was not carried out: the imbalance that is
  /// there now counts as unavoidable. The cost stays as it was.
  void declined(double step) { balanced(step, cost_); }
  /// s per step of the slowest rank and mean of all, around step `step`, behind the last sample.
  void add(double step, double slowest, double mean);
  /// The step from which on balancing pays; none: not as far as can be seen.
  std::optional<double> due() const;
  /// s that steps have lost since the last time, up to the last sample.
  double lost() const;

 private:
  struct Sample {
    double step = 0, slowest = 0, mean = 0;
  };
  /// Value and slope at the last sample.
  struct Line {
    double value = 0, slope = 0;
  };
  double gap(const Sample& sample) const { return sample.slowest - left_ * sample.mean; }
  bool sudden() const;
  Line gap_line(std::size_t samples) const;

  std::vector<Sample> samples_;
  double origin_ = 0, cost_ = 0;
  double left_ = 1;  // slowest / mean that the last time left
  bool balanced_ = false;
};

}  // namespace cardon
