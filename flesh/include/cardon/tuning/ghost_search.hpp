// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

/// A driver that finds out in the first steps of a run with how many ghost layers between its
/// blocks steps are fastest: with more of them exchanges are rarer, and tiles have more steps. It
/// is told between steps when to look.
class GhostSearch {
 public:
  /// What is to come.
  struct Next {
    long steps = 0;     ///< after so many steps continue_search() is to be called; 0: it is over
    bool plan = false;  ///< Driver::links() have changed, and the plan is to be made again
  };
  /// What was found.
  struct Found {
    int depth = 0;    ///< layers in use
    double gain = 0;  ///< time of steps with the fewest layers / with these; 0: not timed
  };
  virtual ~GhostSearch() = default;
  /// Begins, with so many steps to come after those that the run has taken, and forgets what was
  /// found before. Brings the driver to its end (Driver::finish). Between steps; collective.
  virtual Next begin_search(long steps_left, long steps_taken) = 0;
  /// Brings the driver to its end and goes on. Between steps; collective.
  virtual Next continue_search() = 0;
  /// Returns the result of the search so far.
  virtual Found found() const = 0;
  /// The most layers that are ever used, which memory is taken for.
  virtual int max_depth() const = 0;
};

}  // namespace cardon
