// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/balance/balance_period.hpp>
#include <cmath>

namespace cardon {
namespace {

constexpr std::size_t for_slope = 4;  // samples, with fewer of which lines are level
constexpr double farthest = 1e6;      // steps that can be foreseen
constexpr double sudden_ratio = 1.1;  // of slowest / mean to what the line promised

}  // namespace

void BalancePeriod::balanced(double step, double cost) {
  samples_.clear();
  origin_ = step;
  cost_ = cost;
  left_ = 1;
  balanced_ = true;
}

void BalancePeriod::add(double step, double slowest, double mean) {
  if (samples_.empty() && balanced_ && mean > 0) left_ = slowest / mean;
  samples_.push_back({step, slowest, mean});
}

// Through the first ones of all samples, by least squares.
BalancePeriod::Line BalancePeriod::gap_line(std::size_t count) const {
  const double n = double(count), end = samples_[count - 1].step;
  double t = 0, g = 0, tt = 0, tg = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = samples_[i].step - end, y = gap(samples_[i]);
    t += x;
    g += y;
    tt += x * x;
    tg += x * y;
  }
  const double spread = n * tt - t * t;
  if (count < for_slope || spread <= 0) return {g / n, 0};
  const double slope = (n * tg - t * g) / spread;
  return {(g - slope * t) / n, slope};
}

bool BalancePeriod::sudden() const {
  if (samples_.size() < 3) return false;
  const Sample& last = samples_.back();
  const Line before = gap_line(samples_.size() - 1);
  const double promised =
      before.value + before.slope * (last.step - samples_[samples_.size() - 2].step);
  return left_ * last.mean + gap(last) >
         sudden_ratio * (left_ * last.mean + std::max(0.0, promised));
}

double BalancePeriod::lost() const {
  double sum = 0, step = origin_, before = samples_.empty() ? 0 : gap(samples_.front());
  for (const Sample& sample : samples_) {
    sum += (sample.step - step) * (before + gap(sample)) / 2;
    step = sample.step;
    before = gap(sample);
  }
  return std::max(0.0, sum);
}

// lost + value x + slope x^2 / 2 = cost, x steps behind the last sample.
std::optional<double> BalancePeriod::due() const {
  if (samples_.empty()) return {};
  const double rest = cost_ - lost(), end = samples_.back().step;
  const Line line = sudden() ? Line{gap(samples_.back()), 0} : gap_line(samples_.size());
  if (rest <= 0) return line.value > 0 ? std::optional(end) : std::nullopt;
  const double root = line.value * line.value + 2 * line.slope * rest;
  if (root < 0) return {};
  const double x =
      line.slope == 0 ? rest / line.value : (std::sqrt(root) - line.value) / line.slope;
  return x >= 0 && x < farthest ? std::optional(end + x) : std::nullopt;
}

}  // namespace cardon
