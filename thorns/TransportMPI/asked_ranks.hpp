// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <vector>

namespace cardon {

/// Since when ranks have been asked for heartbeats, in one silence. Whoever was asked stays
/// asked until the silence ends, also while this rank waits for others, so that what was heard of
/// him stays up to date. As in StallWatch, only the time between looks that follow each other
/// counts. Times in s.
class AskedRanks {
 public:
  /// The silence is over.
  void clear() { since_.clear(); }
  /// One look in a silence: these ranks are waited for.
  void add(const std::vector<int>& ranks, double now);
  /// All that are to be asked, in ascending order.
  std::vector<int> all() const;
  /// How long the rank has been asked; 0: not before this look.
  double seconds(int rank, double now) const;

 private:
  std::map<int, double> since_;  // by rank
  double last_look_ = 0;
};

}  // namespace cardon
