// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/grid/prefetch_choice.hpp>
#include <cardon/kit/grid/prefetch_parameter.hpp>
#include <cardon/kit/median.hpp>
#include <cmath>
#include <cstddef>

namespace cardon {
namespace {

constexpr int warm_up = 2;             // calls: memory is touched for the first time
constexpr int calls_in_turn = 5;       // of tasks that share a choice: one more than two pairs
constexpr std::size_t min_pairs = 9;   // of calls, one of each kind
constexpr std::size_t max_pairs = 32;  // then the timings do not tell
constexpr double matters = 1.02;       // what asking ahead must gain
constexpr int max_looks = 4;           // a host that is never quiet is not timed for ever
constexpr int undecided_rest = 200;    // calls until an uncertain result is timed again
constexpr std::size_t watched_calls = 64;
constexpr double contradicts = 1.15;  // recent calls / the same calls when they were timed

}  // namespace

PrefetchChoice::PrefetchChoice(Wish wish, bool fits_cache)
    : phase_(wish == Wish::automatic && !fits_cache ? Phase::timing : Phase::fixed),
      on_(wish == Wish::always || phase_ == Phase::timing) {}

void PrefetchChoice::took(double seconds_per_point) {
  if (phase_ == Phase::timing)
    time(seconds_per_point);
  else if (phase_ == Phase::watching && looks_ < max_looks)
    watch(seconds_per_point);
}

// The order within pairs alternates (with, without, without, with), so that a host that gets
// steadily busier favours neither. One call in five of a shared choice is left out, so that no task
// is always called in the same way.
void PrefetchChoice::time(double seconds_per_point) {
  if (skipped_++ < warm_up) return;
  if (shared_ && ++calls_ % calls_in_turn == 0) return;
  times_[on_ ? 1 : 0].push_back(seconds_per_point);
  if (times_[0].size() != times_[1].size()) {
    on_ = !on_;
    return;
  }
  const std::size_t pairs = times_[0].size();
  if (pairs < min_pairs) return;
  const Bounds ratio = bounds();
  if (ratio.low >= matters)
    conclude(true, true);
  else if (ratio.high < matters)
    conclude(false, true);
  else if (pairs >= max_pairs)
    conclude(false, false);
}

// Of the median of the pairs' ratios, whatever their distribution is: two and a half standard
// errors are so many places in their order.
PrefetchChoice::Bounds PrefetchChoice::bounds() const {
  std::vector<double> ratios;
  for (std::size_t n = 0; n < times_[0].size(); ++n)
    ratios.push_back(times_[1][n] > 0 ? times_[0][n] / times_[1][n] : 1);
  std::sort(ratios.begin(), ratios.end());
  const double centre = double(ratios.size() - 1) / 2, half = 1.25 * std::sqrt(ratios.size());
  const auto low = std::size_t(std::max(0.0, std::floor(centre - half)));
  const auto high = std::size_t(std::ceil(centre + half));
  return {ratios[low], ratios[std::min(high, ratios.size() - 1)]};
}

void PrefetchChoice::conclude(bool on, bool certain) {
  std::vector<double> ratios;
  for (std::size_t n = 0; n < times_[0].size(); ++n)
    if (times_[1][n] > 0) ratios.push_back(times_[0][n] / times_[1][n]);
  gain_ = ratios.empty() ? 0 : median(ratios);
  for (std::size_t way = 0; way < 2; ++way) {
    usual_[way] = median(times_[way]);
    times_[way].clear();
  }
  on_ = kept_ = on;
  certain_ = certain;
  phase_ = Phase::watching;
  recent_.clear();
  watched_ = 0;
  ++looks_;
}

// Calls that take much longer or shorter than when they were timed say that the timings were
// disturbed, or that conditions have changed.
void PrefetchChoice::watch(double seconds_per_point) {
  if (!certain_) {
    if (++watched_ >= undecided_rest) look_again();
    return;
  }
  recent_.push_back(seconds_per_point);
  if (recent_.size() < watched_calls) return;
  const double now = median(recent_), then = usual_[on_ ? 1 : 0];
  recent_.clear();
  if (now > contradicts * then || contradicts * now < then) look_again();
}

void PrefetchChoice::look_again() {
  phase_ = Phase::timing;
  skipped_ = warm_up;
  on_ = true;
}

std::vector<PrefetchFacts::Choice> prefetching(const Program& program, const BlockExecutor& block) {
  std::vector<PrefetchFacts::Choice> tasks;
  for (const Task& task : program.tasks) {
    const PrefetchChoice* choice = block.prefetch(task.id);
    if (choice != nullptr && choice->decided() && (choice->chosen() || choice->gain() > 0))
      tasks.push_back({task.name, choice->chosen(), choice->gain()});
  }
  return tasks;
}

PrefetchChoice::Wish prefetch_wish(const std::string& word) {
  if (word == "always") return PrefetchChoice::Wish::always;
  return word == "never" ? PrefetchChoice::Wish::never : PrefetchChoice::Wish::automatic;
}

}  // namespace cardon
