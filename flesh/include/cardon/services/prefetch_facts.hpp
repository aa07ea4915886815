// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace cardon {

/// A driver that chooses by measurement whether tasks ask for rows ahead of their use.
class PrefetchFacts {
 public:
  /// Whether one task prefetches.
  struct Choice {
    std::string name;  ///< full name of the task
    bool on = false;   ///< the task prefetches
    double gain = 0;   ///< time without / time with; 0: not timed
  };
  virtual ~PrefetchFacts() = default;
  /// What this rank chose, for tasks of large grids; those that are not decided yet are left out.
  virtual std::vector<Choice> prefetching() const = 0;
};

}  // namespace cardon
