// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace cardon {

/// A driver that chooses by measurement whether tasks ask for rows ahead of their use.
class PrefetchFacts {
 public:
  struct Choice {
    std::string name;
    bool on = false;
    double gain = 0;  ///< time without / time with; 0: not timed
  };
  virtual ~PrefetchFacts() = default;
  /// What this rank chose, for tasks of large grids; those that are not decided yet are left out.
  virtual std::vector<Choice> prefetching() const = 0;
};

}  // namespace cardon
