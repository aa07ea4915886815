// SPDX-License-Identifier: Apache-2.0
#include "pace.hpp"

#include <algorithm>

namespace cardon {
namespace {

constexpr double window = 60;  // s
constexpr double share = 0.1;  // of the time so far
constexpr int max_samples = 60;

}  // namespace

void Pace::note(double seconds, double done) {
  if (samples_.empty()) start_ = seconds;
  const double length = std::max(window, share * (seconds - start_));
  // A run that went back to an earlier step, or was paused, has no use for older samples.
  if (!samples_.empty() && done <= samples_.back().done) samples_.clear();
  while (samples_.size() > 2 && seconds - samples_[1].seconds > length) samples_.pop_front();
  if (samples_.size() < 2 ||
      seconds - samples_[samples_.size() - 2].seconds >= length / max_samples)
    samples_.push_back({seconds, done});
  else
    samples_.back() = {seconds, done};
}

double Pace::rate() const {
  if (samples_.size() < 2) return 0;
  const double seconds = samples_.back().seconds - samples_.front().seconds;
  return seconds > 0 ? (samples_.back().done - samples_.front().done) / seconds : 0;
}

}  // namespace cardon
