// SPDX-License-Identifier: Apache-2.0
// A random schedule on a random one-dimensional machine, for the property test.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "plan/plan_input.hpp"

namespace cardon::plan {

/// The points lo <= x < hi.
struct Range {
  int lo = 0;
  int hi = 0;
  bool empty() const { return hi <= lo; }
  bool contains(int x) const { return x >= lo && x < hi; }
  Range grown(int left, int right) const { return {lo - left, hi + right}; }
  Range cut(const Range& other) const {
    return {lo > other.lo ? lo : other.lo, hi < other.hi ? hi : other.hi};
  }
};

/// A slab of the domain. Points beyond `core` (in the coordinates of this site, which do not wrap)
/// are copies of the neighbouring sites' points.
struct Site {
  Range core;
  int left_link = -1;  ///< index into RandomCase::wide_depths
  int right_link = -1;
  Range extended;            ///< the core grown by the depths of the two links
  std::vector<Range> tiles;  ///< one per block; together they are `extended`
  int block_depth = 0;       ///< ghost depth between the blocks of this site
};

struct RandomCase {
  explicit RandomCase(std::uint64_t seed);
  std::string describe() const;

  std::uint64_t seed;
  // The schedule.
  PlanInput declarations;               ///< without links
  std::vector<int> oldest;              ///< per field its oldest time level
  std::vector<std::vector<int>> steps;  ///< tasks of each step
  int reach = 0;                        ///< how far boundary tasks read inward
  int largest_radius = 0;
  // The machine.
  int points = 0;
  bool periodic = false;
  std::vector<int> wide_depths;
  std::vector<Site> sites;
  bool shared_plan = false;  ///< one planner for all sites instead of one for each
};

}  // namespace cardon::plan
