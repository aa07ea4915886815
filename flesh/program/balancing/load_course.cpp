// SPDX-License-Identifier: Apache-2.0
#include "balancing/load_course.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cardon {
namespace {

double normal(SmallRandom& random) {
  const double u = random.uniform(), v = random.uniform();
  return std::sqrt(-2 * std::log(1 - u)) * std::cos(2 * std::numbers::pi * v);
}

// Between the two, their logarithms equally likely.
double scale(SmallRandom& random, double low, double high) {
  return low * std::pow(high / low, random.uniform());
}

// Of a periodic grid of length 1.
double distance(double a, double b) {
  const double d = std::abs(a - b - std::floor(a - b));
  return std::min(d, 1 - d);
}

double texture(const std::string& kind, double spread, SmallRandom& random) {
  if (kind == "pareto") return std::pow(1 - random.uniform(), -1 / (1 + 4 * (1 - spread)));
  if (kind == "mixed") return random.uniform() < 0.3 ? 1 + 12 * spread : 1;
  return std::exp((kind == "lognormal" ? spread : 0.05) * normal(random));
}

}  // namespace

LoadCourse::LoadCourse(std::string kind, std::array<int, 3> blocks, SmallRandom& random)
    : kind_(std::move(kind)), blocks_(blocks) {
  const double spread = scale(random, 0.05, 1);
  height_ = scale(random, 0.2, 30);
  width_ = scale(random, 0.05, 0.3);
  for (double& x : place_) x = random.uniform();
  // Half of the courses hardly change within a run.
  const bool calm = random.uniform() < 0.5;
  const double speed = calm ? 0 : scale(random, 1e-5, 1e-2);
  for (double& way : way_) way = speed * normal(random);
  growth_ = kind_ == "growing" ? scale(random, 1e-4, 5e-2) : 0;
  turn_ = calm ? 0 : scale(random, 1e-4, 5e-2);
  const long count = long(blocks_[0]) * blocks_[1] * blocks_[2];
  for (long b = 0; b < count; ++b) {
    base_.push_back(texture(kind_, spread, random));
    other_.push_back(texture(kind_, spread, random));
  }
}

double LoadCourse::shape(double x, double y, double z, double step) const {
  const auto near = [&](int way, double value, double offset) {
    const auto d = std::size_t(way);
    return std::pow(distance(value, place_[d] + offset + way_[d] * step) / width_, 2);
  };
  const double height = height_ * std::max(0.0, 1 + growth_ * step);
  const double across = blocks_[2] > 1 ? near(2, z, 0) : 0;
  if (kind_ == "spot" || kind_ == "growing")
    return 1 + height * std::exp(-near(0, x, 0) - near(1, y, 0) - across);
  if (kind_ == "two_spots")
    return 1 + height * (std::exp(-near(0, x, 0) - near(1, y, 0) - across) +
                         std::exp(-near(0, x, 0.5) - near(1, y, 0.3) - across));
  if (kind_ == "front") return 1 + height * std::exp(-near(0, x, 0));
  if (kind_ == "ramp") return 1 + height * x * std::max(0.0, 1 + way_[0] * step);
  return 1;
}

std::vector<double> LoadCourse::at(double step) const {
  std::vector<double> work;
  const double c = std::pow(std::cos(turn_ * step), 2), s = 1 - c;
  for (int z = 0; z < blocks_[2]; ++z)
    for (int y = 0; y < blocks_[1]; ++y)
      for (int x = 0; x < blocks_[0]; ++x) {
        const std::size_t b = work.size();
        work.push_back((c * base_[b] + s * other_[b]) * shape((x + 0.5) / blocks_[0],
                                                              (y + 0.5) / blocks_[1],
                                                              (z + 0.5) / blocks_[2], step));
      }
  return work;
}

}  // namespace cardon
