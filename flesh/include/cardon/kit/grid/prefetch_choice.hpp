// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <string>
#include <vector>

namespace cardon {

/// Whether a task asks for rows ahead of their use. On some machines that makes large grids faster,
/// on others slower, so both ways are timed in the first calls of the run itself, in turn, and the
/// faster one stays once that is certain; otherwise rows are not asked for. A result that stays
/// uncertain, or that does not fit what later calls take, is timed again. No result of the run
/// depends on it.
class PrefetchChoice {
 public:
  /// Timed in the first calls, or as the user says.
  enum class Wish { automatic, always, never };

  /// `fits_cache`: the data stay in cache, where asking ahead only costs time.
  PrefetchChoice(Wish wish, bool fits_cache);

  /// Several tasks that compute the same, such as the stages of an integrator, are timed as one.
  void share() { shared_ = true; }
  /// Whether the next call prefetches.
  bool on() const { return on_; }
  /// How long that call took, in seconds per point.
  void took(double seconds_per_point);
  /// The answer so far; it differs from on() while both ways are timed.
  bool chosen() const { return phase_ == Phase::timing ? kept_ : on_; }
  /// There is an answer, even if it is the default because the timings did not tell.
  bool decided() const { return phase_ != Phase::timing || looks_ > 0; }
  /// Median of time without / time with, over pairs of neighbouring calls; 0: not timed.
  double gain() const { return gain_; }
  /// How many times both ways have been compared.
  int looks() const { return looks_; }

 private:
  enum class Phase { fixed, timing, watching };
  struct Bounds {
    double low = 0, high = 0;
  };

  void time(double seconds_per_point);
  void watch(double seconds_per_point);
  void look_again();
  void conclude(bool on, bool certain);
  Bounds bounds() const;

  Phase phase_ = Phase::fixed;
  bool on_ = false, kept_ = false, certain_ = false, shared_ = false;
  int skipped_ = 0, looks_ = 0, watched_ = 0, calls_ = 0;
  double gain_ = 0;
  std::array<double, 2> usual_{};             // s per point when it was timed: without, with
  std::array<std::vector<double>, 2> times_;  // of the look that is under way, likewise
  std::vector<double> recent_;                // s per point of the last calls since
};

/// "auto", "always" or "never".
PrefetchChoice::Wish prefetch_wish(const std::string& word);

}  // namespace cardon
