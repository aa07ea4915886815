// SPDX-License-Identifier: Apache-2.0
#include "stretched_rank.hpp"

#include <algorithm>
#include <cardon/kit/processor_time.hpp>
#include <cardon/services/timings.hpp>
#include <chrono>
#include <numeric>
#include <thread>

namespace cardon::compute_emulated {
namespace {

constexpr double longest_nap = 0.5e-3;
constexpr double shortest_nap = 0.1e-3;  // what a sleep overshoots by anyway
// Work that takes longer than it should, such as initial data from a formula, is not made good for.
constexpr double max_credit = 5e-3;
constexpr std::size_t scratch_values = 2048;  // stay in the first-level cache
constexpr int sweeps = 16;                    // between looks at the clock

// Arithmetic as in a stencil; values stay between the smallest and the largest.
void smooth(std::vector<double>& values) {
  const std::size_t half = values.size() / 2;
  double *from = values.data(), *to = from + half;
  for (int sweep = 0; sweep < sweeps; ++sweep, std::swap(from, to))
    for (std::size_t n = 1; n + 1 < half; ++n)
      to[n] = 0.25 * (from[n - 1] + from[n + 1]) + 0.5 * from[n];
}

}  // namespace

double StretchedRank::clock() const {
  return by_ == By::work || slows_work() ? processor_seconds() : seconds_now();
}

double StretchedRank::stretching_clock() const {
  return by_ == By::work ? processor_seconds() : seconds_now();
}

void StretchedRank::spend(double seconds) {
  if (by_ == By::sleep) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    return;
  }
  if (scratch_.empty()) {
    scratch_.resize(scratch_values);
    std::iota(scratch_.begin(), scratch_.end(), 1.0);
  }
  for (const double begin = stretching_clock(); stretching_clock() - begin < seconds;)
    smooth(scratch_);
}

void StretchedRank::begin_step(long iteration) {
  for (const RateChange& change : changes_)
    if (iteration >= change.after) seconds_per_point_ = change.seconds_per_point;
}

double StretchedRank::stretch(long points, double spent, const std::function<void()>& poll) {
  double target = double(points) * seconds_per_point_;
  if (slows_work()) target = std::max(target, slowdown_ * spent);
  owed_ += target / share_ - spent;
  owed_ = std::max(owed_, -max_credit);
  double passed = 0;
  while (owed_ > shortest_nap) {
    const double start = seconds_now(), begin = stretching_clock();
    spend(std::min(owed_, longest_nap));
    owed_ -= stretching_clock() - begin;
    passed += seconds_now() - start;
    if (owed_ > shortest_nap) poll();
  }
  return passed;
}

}  // namespace cardon::compute_emulated
