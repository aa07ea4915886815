// SPDX-License-Identifier: Apache-2.0
#include "balance/load_forecast.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace cardon {
namespace {

using Row = std::vector<double>;

/// Values of a periodic row at a constant distance before each place: Catmull-Rom.
class Shift {
 public:
  Shift(double way, int length) {
    const double before = std::floor(-way), f = -way - before;
    first_ = (int(std::fmod(before, length)) + 2 * length - 1) % length;
    weights_ = {f * (-1 + f * (2 - f)) / 2, 1 + f * f * (3 * f - 5) / 2,
                f * (1 + f * (4 - 3 * f)) / 2, f * f * (f - 1) / 2};
  }
  /// `at(i)` is the value at place i.
  template <class At>
  double operator()(int place, int length, const At& at) const {
    double value = 0;
    for (int k = 0; k < 4; ++k)
      value += weights_[std::size_t(k)] * at((place + first_ + k) % length);
    return value;
  }

 private:
  int first_ = 0;
  std::array<double, 4> weights_{};
};

double mean_of(const Row& row) {
  double sum = 0;
  for (const double value : row) sum += value;
  return sum / double(row.size());
}

Row around_mean(Row row) {
  const double mean = mean_of(row);
  for (double& value : row) value -= mean;
  return row;
}

double product(const Row& one, const Row& other) {
  double sum = 0;
  for (std::size_t i = 0; i < one.size(); ++i) sum += one[i] * other[i];
  return sum;
}

/// How well a row is an earlier one that has travelled and grown.
struct Fit {
  double way = 0, error = std::numeric_limits<double>::infinity(), growth = 1, uncertainty = 1;
};

class RowFit {
 public:
  RowFit(const Row& before, const Row& now) : before_(before), now_(around_mean(now)) {}

  double excess() const { return product(now_, now_); }
  Fit at(double way) const {
    const int length = int(before_.size());
    const Shift shift(way, length);
    Row moved;
    for (int i = 0; i < length; ++i)
      moved.push_back(shift(i, length, [&](int j) { return before_[std::size_t(j)]; }));
    moved = around_mean(std::move(moved));
    const double norm = product(moved, moved);
    if (norm <= 0) return {.way = way, .error = excess(), .growth = 0};
    const double growth = std::max(0.0, product(moved, now_) / norm);
    double error = 0;
    for (std::size_t i = 0; i < moved.size(); ++i)
      error += std::pow(now_[i] - growth * moved[i], 2);
    return {way, error, growth, std::sqrt(error / std::max(1, length - 2) / norm)};
  }
  /// Up to a quarter of the row in either direction.
  Fit best() const {
    constexpr double coarse = 0.25, fine = 0.004;
    const double max_shift = double(before_.size()) / 4;
    Fit best;
    for (double way = -max_shift; way <= max_shift; way += coarse)
      if (const Fit fit = at(way); fit.error < best.error) best = fit;
    for (double step = coarse / 2; step > fine; step /= 2)
      for (const double way : {best.way - step, best.way + step})
        if (const Fit fit = at(way); fit.error < best.error) best = fit;
    return best;
  }

 private:
  const Row& before_;
  Row now_;
};

}  // namespace

LoadForecast::LoadForecast(const BalanceProblem& problem, const LoadChange& change)
    : array_(change.array) {
  const std::array<int, 3> n = array_.extents;
  const std::size_t blocks = problem.blocks.size();
  const bool known = change.work.size() == blocks && change.steps > 0;
  if (!known || long(n[0]) * n[1] * n[2] != long(blocks)) array_ = {};
  now_.resize(blocks);
  Row before(blocks);
  for (std::size_t b = 0; b < blocks; ++b) {
    now_[place(b)] = problem.blocks[b].work;
    if (known) before[place(b)] = problem.blocks[b].work - change.steps * change.work[b];
  }
  if (array_.extents[0] == 0) return;
  Row sorted = now_;
  const auto tenth = sorted.begin() + std::ptrdiff_t(sorted.size() / 10);
  std::nth_element(sorted.begin(), tenth, sorted.end());
  lightest_ = *tenth;
  fit(before, change.steps);
}

std::vector<double> LoadForecast::profile(const std::vector<double>& work, int direction) const {
  const auto length = std::size_t(array_.extents[std::size_t(direction)]);
  std::size_t stride = 1;
  for (int d = 0; d < direction; ++d) stride *= std::size_t(array_.extents[std::size_t(d)]);
  Row sums(length, 0.0);
  for (std::size_t b = 0; b < work.size(); ++b) sums[b / stride % length] += work[b];
  for (double& sum : sums) sum *= double(length) / double(work.size());
  return sums;
}

// The direction with the largest differences tells how the pattern grows.
void LoadForecast::fit(const std::vector<double>& before, double steps) {
  constexpr int shortest = 4;          // blocks in which travelling can be seen
  constexpr double explained = 0.5;    // of the change, by travelling
  constexpr double certain = 3;        // standard deviations
  constexpr double negligible = 1e-5;  // change, relative to the differences
  double largest = 0;
  for (int d = 0; d < 3; ++d) {
    if (array_.extents[std::size_t(d)] < shortest) continue;
    const Row then = profile(before, d), now = profile(now_, d);
    const RowFit rows(then, now);
    const double mean = mean_of(now), share = rows.excess() / double(now.size()) / mean / mean;
    if (!(share > 1e-12)) continue;
    Fit fit = rows.at(0);
    if (fit.error > negligible * rows.excess())
      if (const Fit moved = rows.best(); moved.error < explained * fit.error) fit = moved;
    travel_[std::size_t(d)] = fit.way / steps;
    if (share < largest) continue;
    largest = share;
    const bool grows = fit.growth > 0 && std::abs(fit.growth - 1) > certain * fit.uncertainty;
    growth_ = grows ? (1 - 1 / fit.growth) / steps : 0;
  }
}

std::vector<double> LoadForecast::work(double steps) const {
  constexpr double min_share = 0.05;  // of the lightest blocks; of those that travel may be less
  Row work = now_;
  std::size_t stride = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    const int length = array_.extents[d];
    if (travel_[d] != 0) {
      const Shift shift(travel_[d] * steps, length);
      const Row from = work;
      for (std::size_t b = 0; b < work.size(); ++b) {
        const int place = int(b / stride) % length;
        const std::size_t origin = b - stride * std::size_t(place);
        work[b] =
            shift(place, length, [&](int i) { return from[origin + stride * std::size_t(i)]; });
      }
    }
    stride *= std::size_t(length);
  }
  const double factor = std::max(0.0, 1 + growth_ * steps);
  if (travel_ != std::array<double, 3>{} || factor != 1)
    for (double& one : work)
      one = std::max(min_share * lightest_, lightest_ + factor * (one - lightest_));
  if (array_.places.empty()) return work;
  Row by_block;
  for (const int place : array_.places) by_block.push_back(work[std::size_t(place)]);
  return by_block;
}

}  // namespace cardon
