// SPDX-License-Identifier: Apache-2.0
// Workloads of G. Costa's dissertation (Universitat Autonoma de Barcelona, 2009) that are really
// computed: each grain when the farm on a virtual clock says that it is back, in grains of the size
// that the tuner has chosen by then.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cardon/kit/exact_sum.hpp>
#include <cmath>
#include <cstdio>
#include <set>
#include <vector>

#include "task_farm/farm_simulator.hpp"

namespace cardon::task_workloads {
namespace {

// A product of matrices: C has 64 x 64 values, each a unit of the farm, and 16 terms each. Units
// are numbered so that a grain of 2^k successive ones is a block, halved in alternate directions
// from level to level.
constexpr int levels = 7, side = 64, terms = 16;

struct Place {
  int row = 0, column = 0;
};

Place place_of(long unit) {
  Place place;
  for (int bit = 0; bit < 12; ++bit)
    (bit % 2 == 0 ? place.column : place.row) |= int(unit >> bit & 1) << (bit / 2);
  return place;
}

long units_of(int level) { return 1L << (levels - 1 - level); }

/// Rows of A and columns of B that a grain needs.
long operands_of(int level) {
  std::set<int> rows, columns;
  for (long unit = 0; unit < units_of(level); ++unit) {
    rows.insert(place_of(unit).row);
    columns.insert(place_of(unit).column);
  }
  return long(rows.size() + columns.size());
}

class Product {
 public:
  Product() {
    for (int n = 0; n < side; ++n)
      for (int t = 0; t < terms; ++t) {
        a_[std::size_t(n)][std::size_t(t)] = (7 * n + 3 * t) % 19 - 9;
        b_[std::size_t(n)][std::size_t(t)] = (5 * n + 11 * t) % 23 - 11;
      }
  }
  double value(int row, int column) const {
    double sum = 0;
    for (std::size_t t = 0; t < terms; ++t)
      sum += a_[std::size_t(row)][t] * b_[std::size_t(column)][t];
    return sum;
  }
  void compute(long first, long units) {
    sizes.insert(units);
    for (long unit = first; unit < first + units; ++unit) {
      const Place place = place_of(unit);
      c_[std::size_t(place.row)][std::size_t(place.column)] += value(place.row, place.column);
    }
  }
  bool is_right() const {
    for (int row = 0; row < side; ++row)
      for (int column = 0; column < side; ++column)
        if (c_[std::size_t(row)][std::size_t(column)] != value(row, column)) return false;
    return true;
  }
  std::set<long> sizes;  // of grains

 private:
  std::array<std::array<double, terms>, side> a_{}, b_{};
  std::array<std::array<double, side>, side> c_{};
};

// Two sites; the link becomes four times as slow while the run goes on.
FarmScene product_farm(int level) {
  FarmScene scene{.groups = {{.workers = 3}, {.workers = 3, .link = 4, .manager = true}},
                  .units = side * side,
                  .levels = levels};
  scene.level = level;
  scene.compute = [](int k) { return 1.125 * double(units_of(k)); };
  scene.input = [](int k) { return 0.375 * double(operands_of(k)); };
  scene.output = [](int k) { return 0.0234 * double(units_of(k)); };
  scene.noise = 0.02;
  scene.tuned = true;
  scene.change_after = 300;
  scene.change = 4;
  return scene;
}

// E14. Expected: the product is that of a direct computation although grains are split and merged
// while it goes on; the work of a grain halves from level to level, its input falls by less.
TEST(Workload, AProductIsRightWhateverTheGrains) {
  std::size_t max_sizes = 0;
  for (int level = 0; level < levels; ++level) {
    Product product;
    FarmScene scene = product_farm(level);
    scene.done = [&](long first, long units) { product.compute(first, units); };
    simulate_farm(scene);
    EXPECT_TRUE(product.is_right()) << level;
    max_sizes = std::max(max_sizes, product.sizes.size());
  }
  EXPECT_GE(max_sizes, 3u) << "else the test has not tried what it is for";
  const std::array operands{16L, 12L, 8L, 6L, 4L, 3L, 2L};
  for (int level = 0; level < levels; ++level)
    EXPECT_EQ(operands_of(level), operands[std::size_t(level)]);
}

// Bodies in segments: a task takes two of them, and a share of the pairs within each.
class Bodies {
 public:
  Bodies(int bodies, int segments)
      : segments_(segments), size_(bodies / segments), place_(std::size_t(bodies)) {
    for (int n = 0; n < bodies; ++n)
      place_[std::size_t(n)] = {std::cos(1.7 * n), std::sin(2.3 * n), 0.01 * n};
    forces_.resize(place_.size());
    for (int i = 0; i < segments; ++i)
      for (int j = i + 1; j < segments; ++j) tasks_.push_back({i, j});
  }

  long tasks() const { return long(tasks_.size()); }
  long shipped() const { return shipped_; }  ///< bodies, with all tasks

  /// Returns the number of interactions.
  long compute(long task) {
    const auto [i, j] = tasks_[std::size_t(task)];
    shipped_ += 2L * size_;
    for (int a = 0; a < size_; ++a)
      for (int b = 0; b < size_; ++b) interact(i * size_ + a, j * size_ + b);
    return long(size_) * size_ + compute_within(i, j - 1) + compute_within(j, i);
  }
  void compute_directly() {
    const int bodies = int(place_.size());
    for (int a = 0; a < bodies; ++a)
      for (int b = a + 1; b < bodies; ++b) interact(a, b);
  }
  std::vector<double> forces() const {
    std::vector<double> all;
    for (const auto& force : forces_)
      for (const ExactSum& part : force) all.push_back(part.value());
    return all;
  }

 private:
  /// One of segments - 1 equal shares of the pairs within a segment.
  long compute_within(int segment, int share) {
    const long pairs = long(size_) * (size_ - 1) / 2, shares = segments_ - 1;
    const long first = pairs * share / shares, end = pairs * (share + 1) / shares;
    long pair = 0;
    for (int a = 0; a < size_; ++a)
      for (int b = a + 1; b < size_; ++b, ++pair)
        if (pair >= first && pair < end) interact(segment * size_ + a, segment * size_ + b);
    return end - first;
  }
  void interact(int a, int b) {
    const auto &at = place_[std::size_t(a)], &to = place_[std::size_t(b)];
    const std::array<double, 3> way{to[0] - at[0], to[1] - at[1], to[2] - at[2]};
    const double square = way[0] * way[0] + way[1] * way[1] + way[2] * way[2] + 1e-4;
    const double strength = 1 / (square * std::sqrt(square));
    for (std::size_t d = 0; d < 3; ++d) {
      forces_[std::size_t(a)][d].add(strength * way[d]);
      forces_[std::size_t(b)][d].add(-strength * way[d]);
    }
  }

  int segments_, size_;
  long shipped_ = 0;
  std::vector<std::array<double, 3>> place_;
  std::vector<std::array<ExactSum, 3>> forces_;
  struct Pair {
    int i, j;
  };
  std::vector<Pair> tasks_;
};

// E13. Expected: (d^2 - d) / 2 tasks whose numbers of interactions differ by rounding only, volume
// in proportion to d - 1, and the forces of a direct sum.
TEST(Workload, ForcesOfBodiesAreThoseOfADirectSum) {
  constexpr int bodies = 240;
  Bodies direct(bodies, 1);
  direct.compute_directly();
  for (const int segments : {3, 5, 8, 16}) {
    Bodies divided(bodies, segments);
    EXPECT_EQ(divided.tasks(), (segments * segments - segments) / 2);
    long min_work = bodies * bodies, max_work = 0, all = 0;
    FarmScene scene = product_farm(1);  // several tasks to a grain
    scene.levels = 4;
    scene.units = divided.tasks();
    scene.done = [&](long first, long units) {
      for (long task = first; task < first + units; ++task) {
        const long interactions = divided.compute(task);
        min_work = std::min(min_work, interactions);
        max_work = std::max(max_work, interactions);
        all += interactions;
      }
    };
    simulate_farm(scene);
    std::printf("%d segments: %ld to %ld interactions in %ld tasks, %ld bodies shipped\n", segments,
                min_work, max_work, divided.tasks(), divided.shipped());
    EXPECT_LE(max_work - min_work, 2) << segments;
    EXPECT_EQ(all, bodies * (bodies - 1) / 2);
    EXPECT_EQ(divided.shipped(), bodies * (segments - 1));
    EXPECT_EQ(divided.forces(), direct.forces()) << segments;
  }
}

}  // namespace
}  // namespace cardon::task_workloads
