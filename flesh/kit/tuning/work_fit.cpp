// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cardon/kit/tuning/work_fit.hpp>
#include <cmath>
#include <limits>
#include <optional>

namespace cardon {
namespace {

constexpr std::size_t max_samples = 12;
constexpr double fading = 1.2;  // of the weight of a sample, by newer one
constexpr double same = 0.02;   // relative difference of proportions
constexpr double error = 0.03;  // relative, of a sample
constexpr double usual = 0.3;   // share of the time that calls, or faces, have at most
constexpr double rounding = 1e-9;

using Vector = std::array<double, 3>;  // call, point, face
using Matrix = std::array<Vector, 3>;

bool alike(double a, double b) { return std::abs(a - b) <= same * std::max(a, b); }

bool alike(const WorkSample& a, const WorkSample& b) {
  return alike(a.calls, b.calls) && alike(a.faces, b.faces);
}

Vector parts(const WorkSample& s) {
  return {s.calls / s.seconds, s.points / s.seconds, s.faces / s.seconds};
}

struct Equations {
  Matrix left{};
  Vector right{};
  double at(const Vector& x) const {  // what is minimised, but for a constant
    double value = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      value -= 2 * right[i] * x[i];
      for (std::size_t j = 0; j < 3; ++j) value += x[i] * left[i][j] * x[j];
    }
    return value;
  }
};

// With the unknowns that a set leaves out being zero; nothing if they are not determined.
std::optional<Vector> solve(Equations e, unsigned set) {
  Vector x{};
  for (std::size_t i = 0; i < 3; ++i)
    if ((set >> i & 1) == 0) {
      e.left[i] = {};
      for (Vector& row : e.left) row[i] = 0;
      e.left[i][i] = 1;
      e.right[i] = 0;
    }
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(e.left[i][i] > 0)) return {};
    for (std::size_t k = i + 1; k < 3; ++k) {
      const double factor = e.left[k][i] / e.left[i][i];
      for (std::size_t j = i; j < 3; ++j) e.left[k][j] -= factor * e.left[i][j];
      e.right[k] -= factor * e.right[i];
    }
  }
  for (std::size_t i = 3; i-- > 0;) {
    x[i] = e.right[i];
    for (std::size_t j = i + 1; j < 3; ++j) x[i] -= e.left[i][j] * x[j];
    x[i] /= e.left[i][i];
  }
  return x;
}

}  // namespace

void WorkFit::add(const WorkSample& sample) {
  if (!(sample.points > 0 && sample.seconds > 0)) return;
  WorkSample now{sample.calls / sample.points, 1, sample.faces / sample.points,
                 sample.seconds / sample.points};
  for (Known& known : known_) known.weight /= fading;
  const auto old = std::find_if(known_.begin(), known_.end(),
                                [&](const Known& known) { return alike(known.sample, now); });
  if (old != known_.end()) {
    now.seconds = (now.seconds + old->sample.seconds) / 2;
    known_.erase(old);
  }
  if (known_.size() == max_samples) known_.erase(known_.begin());
  known_.push_back({now, 1});
}

// Three unknowns: all sets of those that are not zero are tried, that of the points alone first.
WorkCost WorkFit::cost() const {
  if (known_.empty()) return {};
  Equations e;
  Vector max_part{}, unit{};
  for (const Known& known : known_) {
    const Vector part = parts(known.sample);
    for (std::size_t i = 0; i < 3; ++i) max_part[i] = std::max(max_part[i], part[i]);
  }
  // In units in which each unknown is its largest share.
  for (std::size_t i = 0; i < 3; ++i) unit[i] = max_part[i] > 0 ? 1 / max_part[i] : 0;
  for (const Known& known : known_) {
    const Vector part = parts(known.sample);
    for (std::size_t i = 0; i < 3; ++i) {
      e.right[i] += known.weight * part[i] * unit[i];
      for (std::size_t j = 0; j < 3; ++j)
        e.left[i][j] += known.weight * part[i] * unit[i] * part[j] * unit[j];
    }
  }
  for (const std::size_t i : {0u, 2u}) e.left[i][i] += error * error / (usual * usual);
  Vector best{};
  double min_error = std::numeric_limits<double>::infinity();
  for (const unsigned set : {2u, 1u, 3u, 4u, 5u, 6u, 7u}) {
    const std::optional<Vector> x = solve(e, set);
    if (!x || std::any_of(x->begin(), x->end(), [](double v) { return v < 0; })) continue;
    if (const double value = e.at(*x); value < min_error - rounding) {
      min_error = value;
      best = *x;
    }
  }
  return {best[0] * unit[0], best[1] * unit[1], best[2] * unit[2]};
}

WorkCost cost_of(std::span<const int> tasks, const MachineEstimate& machine) {
  const auto entry = [](const std::vector<double>& values, int task) {
    return std::size_t(task) < values.size() ? values[std::size_t(task)] : 0;
  };
  WorkCost cost;
  for (const int task : tasks) {
    cost.call += entry(machine.call_seconds, task) + machine.between_calls;
    cost.point += entry(machine.task_seconds, task);
    cost.face += entry(machine.face_seconds, task);
  }
  return cost;
}

}  // namespace cardon
