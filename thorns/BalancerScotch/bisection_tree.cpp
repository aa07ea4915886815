// SPDX-License-Identifier: Apache-2.0
#include "bisection_tree.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace cardon {
namespace {

using Points = std::vector<int>;

int levels_of(std::size_t points) { return int(std::bit_width(points - 1)); }

class BisectionTree {
 public:
  BisectionTree(int points, const Distance& distance)
      : distance_(distance),
        max_level_(levels_of(std::size_t(points)) + 1),
        leaves_(std::size_t(points)) {}

  std::vector<int> leaves() {
    Points all(leaves_.size());
    std::iota(all.begin(), all.end(), 0);
    split(all, 1, 0);
    return std::move(leaves_);
  }

 private:
  void split(const Points& points, int node, int level) {
    if (points.size() == 1) {
      leaves_[std::size_t(points.front())] = node;
      return;
    }
    auto [first, second] = halves(groups(points));
    if (second.empty() || level + 1 + levels_of(first.size()) > max_level_) {
      const auto middle = points.begin() + std::ptrdiff_t(points.size() / 2);
      first.assign(points.begin(), middle);
      second.assign(middle, points.end());
    }
    split(first, 2 * node, level + 1);
    split(second, 2 * node + 1, level + 1);
  }

  // Points between which there is a way of steps that are all shorter than the largest distance.
  std::vector<Points> groups(Points points) const {
    double largest = 0;
    for (const int a : points)
      for (const int b : points)
        if (a != b) largest = std::max(largest, distance_(a, b));
    std::vector<Points> groups;
    while (!points.empty()) {
      Points& group = groups.emplace_back(Points{points.front()});
      points.erase(points.begin());
      for (std::size_t n = 0; n < group.size(); ++n) {
        const auto far = [&, a = group[n]](int b) { return distance_(a, b) >= largest; };
        const auto near = std::stable_partition(points.begin(), points.end(), far);
        group.insert(group.end(), near, points.end());
        points.erase(near, points.end());
      }
    }
    return groups;
  }

  // Of about as many points each, the first one of no fewer.
  static std::pair<Points, Points> halves(std::vector<Points> groups) {
    std::stable_sort(groups.begin(), groups.end(),
                     [](const Points& a, const Points& b) { return a.size() > b.size(); });
    std::pair<Points, Points> two;
    for (const Points& group : groups) {
      Points& smaller = two.first.size() <= two.second.size() ? two.first : two.second;
      smaller.insert(smaller.end(), group.begin(), group.end());
    }
    if (two.first.size() < two.second.size()) std::swap(two.first, two.second);
    return two;
  }

  const Distance& distance_;
  const int max_level_;
  std::vector<int> leaves_;
};

}  // namespace

std::vector<int> bisection_leaves(int points, const Distance& distance) {
  return BisectionTree(points, distance).leaves();
}

}  // namespace cardon
