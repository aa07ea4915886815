// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace cardon {

/// One way to exchange.
struct DepthWay {
  int steps = 0;  ///< between two exchanges; 0: before every task that reads neighbours
  int depth = 0;  ///< ghost layers that this takes
};

/// Times the steps of a run with several ghost depths, one after the other, and keeps the fastest
/// if it proves faster than the first one twice: other programs may have disturbed the first
/// timing. A way is used for a few cycles, each a multiple of its steps, of which the first does
/// not count; its time is the least of the others, and of ranks the slowest counts. Longer ways
/// than one that was slower are not tried, nor those that would take too much of what is left of
/// the run. The way that is kept begins at a multiple of its steps: outputs are often due at
/// multiples, too, and then do not cut segments. All ranks that are given the same agreed times
/// decide alike; results of the run do not depend on it.
class DepthSearch {
 public:
  static constexpr long min_steps = 80;  ///< of a run: with fewer to come, nothing is timed
  /// Over before it begins.
  DepthSearch() = default;
  /// The way after this one, which needs more layers; nothing: there is none. Asked only when that
  /// way is to be tried, as it may have to be planned.
  using NextWay = std::function<std::optional<DepthWay>(const DepthWay& last)>;
  /// `first`: needs the fewest layers. `steps_left`: of the run; `steps_taken`: before the search.
  DepthSearch(const DepthWay& first, NextWay next, long steps_left, long steps_taken);

  /// Whether nothing is timed any more.
  bool over() const { return steps_ == 0; }
  /// Returns the way in use.
  const DepthWay& way() const { return ways_[now_]; }
  /// Steps of the cycle that begins now; 0: the search is over.
  long steps() const { return steps_; }
  /// A cycle took so long on this rank. True: no other is needed, and ranks have to agree.
  bool took(double seconds);
  /// Time of a step with this way on this rank, after took() returned true.
  double seconds() const;
  /// Takes the time of the slowest rank; continues with the next way, or returns to the best.
  void agree(double seconds);
  /// Time of a step with the first way / with the one kept, as of the second time; 1: the first one
  /// was kept; 0: not known.
  double gain() const { return gain_; }

 private:
  enum class Stage { trying, checking_first, checking_best };
  void try_next(double seconds);
  void use(std::size_t way);
  void check_best();
  void keep(std::size_t way, double gain);
  bool affordable(std::size_t way) const;
  bool add_next();
  long cycle(std::size_t way) const;
  std::size_t best() const;

  NextWay next_;
  std::vector<DepthWay> ways_{{}};  // known so far
  std::vector<double> agreed_;      // by way, as far as they were tried
  std::vector<double> cycles_;      // s per step, of the way in use
  double first_again_ = 0;
  Stage stage_ = Stage::trying;
  std::size_t now_ = 0, best_ = 0;
  double gain_ = 0;
  long left_ = 0, taken_ = 0;  // steps of the run
  long steps_ = 0;             // of the cycle
};

}  // namespace cardon
