// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_executor.hpp>
#include <memory>

namespace cardon {

/// Runs the tasks of an application on a part of its grid, with the coordinates of that part,
/// closed upon itself in all directions and without boundaries: to learn how fast tasks are, and
/// what data look like. What the edges spoil spreads inwards with every step.
class SampleRun {
 public:
  /// `setup`: program, parameters and faces of the run; `part` lies in the domain.
  SampleRun(const DriverSetup& setup, const Box& part);
  ~SampleRun();
  SampleRun(const SampleRun&) = delete;
  SampleRun& operator=(const SampleRun&) = delete;

  /// The initial tasks.
  void start();
  /// The tasks of a step, the n-th call that of iteration n - 1.
  void step();
  /// Timings of the steps.
  const Timings& timings() const;
  double seconds() const;  ///< in tasks, so far
  double points() const;   ///< summed over tasks
  /// A level of a field; point (0, 0, 0) is the lower corner of the part.
  FieldArray array(int field, int level) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The lower corner of the grid, at most so many points in each direction, and no fewer than
/// stencils need.
Box corner(const Grid& grid, int max_points);

}  // namespace cardon
