// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/tuning/robust.hpp>
#include <cardon/tuning/change_detector.hpp>
#include <cmath>

namespace cardon {
namespace {

constexpr std::size_t memory = 24;  // windows
// The noise that is expected before it is known; it weighs as much as so many windows.
constexpr double expected_deviation = 0.08, expected_windows = 4;
constexpr double min_deviation = 0.01;
constexpr double large_sigmas = 4;
constexpr double max_sigmas = 3, allowance = 1, threshold = 6;

std::vector<double> list(const std::deque<double>& values) {
  return {values.begin(), values.end()};
}

}  // namespace

bool ChangeDetector::Sum::add(double z, double difference, double min_change) {
  value += std::clamp(z, -max_sigmas, max_sigmas) - allowance;
  shift += difference;
  ++windows;
  if (value <= 0) *this = {};
  return value > threshold && shift / windows >= std::log1p(min_change);
}

double ChangeDetector::deviation() const {
  const auto n = double(past_.size());
  const double seen = robust_deviation(list(past_));
  const double squares =
      n * seen * seen + expected_windows * expected_deviation * expected_deviation;
  return std::max(min_deviation, std::sqrt(squares / (n + expected_windows)));
}

void ChangeDetector::start_with(double y) {
  past_ = {y};
  up_ = down_ = {};
}

bool ChangeDetector::add(const Estimate& measured) {
  if (!measured.known() || !(measured.value > 0)) return false;
  const double y = std::log(measured.value);
  if (past_.empty() || transition_) {
    transition_ = false;
    start_with(y);
    return false;
  }
  const double difference = y - median(list(past_));
  const double sigma = std::hypot(deviation(), measured.error / measured.value);
  const bool at_once = std::abs(difference) >= std::max(std::log(large_), large_sigmas * sigma);
  const bool rises = up_.add(difference / sigma, difference, min_change_);
  const bool falls = down_.add(-difference / sigma, -difference, min_change_);
  if (at_once || rises || falls) {
    start_with(y);
    transition_ = true;
    return true;
  }
  past_.push_back(y);
  if (past_.size() > memory) past_.pop_front();
  return false;
}

void ChangeDetector::reset() {
  past_.clear();
  up_ = down_ = {};
  transition_ = false;
}

Estimate ChangeDetector::reference() const {
  if (past_.empty()) return {};
  const double value = std::exp(median(list(past_))), n = double(past_.size());
  return {value, value * deviation() / std::sqrt(n), n};
}

}  // namespace cardon
