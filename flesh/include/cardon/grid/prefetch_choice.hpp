// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace cardon {

/// Whether a task asks for rows ahead of their use. On some machines that makes large grids faster,
/// on others slower, so both ways are timed in the first calls of the run itself, in turn, and the
/// faster stays. No result depends on it.
class PrefetchChoice {
 public:
  enum class Wish { automatic, always, never };

  /// `fits_cache`: the data stay in cache, where asking ahead only costs time.
  PrefetchChoice(Wish wish, bool fits_cache);

  /// For the call that comes.
  bool on() const { return on_; }
  /// How long that call took, per point.
  void took(double seconds_per_point);
  bool decided() const { return decided_; }
  /// Time without / time with; 0: not timed.
  double gain() const { return gain_; }

 private:
  void decide();

  bool on_, decided_;
  int skipped_ = 0;
  double gain_ = 0;
  std::vector<double> times_[2];  // without, with
};

/// "auto", "always" or "never".
PrefetchChoice::Wish prefetch_wish(const std::string& word);

}  // namespace cardon
