// SPDX-License-Identifier: Apache-2.0
#include "check/index_probe.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cardon/services/parameter_set.hpp>
#include <cmath>
#include <cstdint>
#include <optional>

#include "check/task_probe.hpp"
#include "grid/task_call.hpp"

namespace cardon {
namespace {

/// By more than rounding does to coordinates of neighbours.
bool differ(std::uint64_t a, std::uint64_t b) {
  if (a == b) return false;
  const Real x = std::bit_cast<Real>(a), y = std::bit_cast<Real>(b);
  return !(std::abs(x - y) <= 1e-6 * std::max(std::abs(x), std::abs(y)));
}

bool differ(const TaskProbe::Outcome& a, const TaskProbe::Outcome& b) {
  return !std::equal(a.begin(), a.end(), b.begin(), b.end(),
                     [](std::uint64_t x, std::uint64_t y) { return !differ(x, y); });
}

class IndexExamination {
 public:
  IndexExamination(const Program& program, const ParameterSet& parameters, const Task& task)
      : points_(program.grid.points),
        region_(points_of(program.grid, task.region)),
        parameters_(parameters),
        probe_(program, parameters, task, {0, 0, 0}) {}

  bool finds(int d) {
    if (points_[std::size_t(d)] < fewest_points) return false;
    int seen = 0;
    for (const int place : places) {
      could_renumber_ = false;
      const bool matters = std::any_of(trials.begin(), trials.end(), [&](int trial) {
        return matters_at(place_on_line(d, place), d, trial);
      });
      if (!matters && could_renumber_) return false;
      seen += matters ? 1 : 0;
    }
    return seen >= needed;
  }

 private:
  // Along a direction, in sixteenths. Changes of numbers are smaller than their distances, so that
  // a comparison with one index makes a difference at one of them at most.
  static constexpr std::array<int, 4> places{4, 7, 10, 13};
  static constexpr int needed = 3;  // the others, too, where rounding allows to look at them
  static constexpr int fewest_points = 16;
  static constexpr std::array<int, 5> changes{1, 2, 3, 5, 8};
  static constexpr std::array<int, 3> trials{0, 1, 2};  // positive values, and twice both signs

  Index3 place_on_line(int d, int place) const {
    Index3 point = points_;
    for (int e = 0; e < 3; ++e) {
      point[e] = point[e] * (e == d ? place : 5 + e) / 16;
      point[e] = std::clamp(point[e], region_.lo[e], region_.hi[e] - 1);
    }
    return point;
  }

  bool matters_at(const Index3& point, int d, int trial) {
    probe_.arrange_at(point, trial);
    probe_.take_refusals_as_outcomes();
    const TaskProbe::Outcome normal = probe_.run();
    for (const int by : changes) {
      if (by > 3 * points_[std::size_t(d)] / 16) break;
      const std::optional<TaskProbe::Outcome> other = probe_.run_renumbered(d, by);
      could_renumber_ = could_renumber_ || other;
      if (other && differ(*other, normal)) return !is_random(normal);
    }
    return false;
  }

  bool is_random(const TaskProbe::Outcome& normal) {
    if (parameters_.registry().find("random") == nullptr) return false;
    if (!other_seed_) {
      other_seed_.emplace(parameters_);
      SectionValues& random = other_seed_->section("random");
      ParameterValue seed = random.at("seed");
      seed.value = random.get<long>("seed") + 1;
      random.set("seed", seed);
    }
    return probe_.run_with(*other_seed_) != normal;
  }

  Index3 points_;
  Box region_;
  const ParameterSet& parameters_;
  TaskProbe probe_;
  std::optional<ParameterSet> other_seed_;
  bool could_renumber_ = false;
};

}  // namespace

bool depends_on_index(const Program& program, const ParameterSet& parameters, const Task& task) {
  IndexExamination examination(program, parameters, task);
  for (int d = 0; d < program.grid.dimensions; ++d)
    if (examination.finds(d)) return true;
  return false;
}

}  // namespace cardon
