// SPDX-License-Identifier: Apache-2.0
#include "padding.hpp"

#include <algorithm>
#include <cardon/timings.hpp>
#include <chrono>
#include <thread>

namespace cardon::grid_driver {
namespace {

constexpr double longest_nap = 0.5e-3;
constexpr double shortest_nap = 0.1e-3;  // what a sleep overshoots by anyway
// Work that takes longer than padded, such as initial data from a formula, is not made good for.
constexpr double most_credit = 5e-3;

}  // namespace

void Padding::begin_step(long iteration) {
  for (const PaddingChange& change : changes_)
    if (iteration >= change.after) seconds_per_point_ = change.seconds_per_point;
}

double Padding::stretch(long points, double spent, const std::function<void()>& poll) {
  owed_ += static_cast<double>(points) * seconds_per_point_ - spent;
  owed_ = std::max(owed_, -most_credit);
  double slept = 0;
  while (owed_ > shortest_nap) {
    const double start = seconds_now();
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(owed_, longest_nap)));
    const double nap = seconds_now() - start;
    slept += nap;
    owed_ -= nap;
    if (owed_ > shortest_nap) poll();
  }
  return slept;
}

}  // namespace cardon::grid_driver
