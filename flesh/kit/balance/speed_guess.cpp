// SPDX-License-Identifier: Apache-2.0
#include "balance/speed_guess.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <utility>

namespace cardon {
namespace {

using Row = std::vector<double>;

/// Two neighbouring blocks of different ranks.
struct Border {
  std::size_t one = 0, other = 0;  // ranks
  double difference = 0;           // of the logarithms of work
  double weight = 0;               // 1 / variance of differences within ranks
};

struct Sums {
  double count = 0, squares = 0;
  void add(double x) { ++count, squares += x * x; }
  double variance() const { return squares / count; }
};

/// Differences between neighbours in one direction.
struct Direction {
  Sums within;
  std::vector<Border> borders;
};

Row logarithms(const BalanceProblem& problem) {
  Row logs;
  for (const BlockLoad& block : problem.blocks)
    logs.push_back(block.work > 0 ? std::log(block.work) : 0);
  return logs;
}

// Twice the variance of the blocks of a rank: of the difference of any two of them; 0: not known.
double variance_within(const BalanceProblem& problem, const Row& logs) {
  Row counts(problem.ranks.size(), 0.0), sums(counts);
  for (std::size_t b = 0; b < logs.size(); ++b) {
    ++counts[std::size_t(problem.blocks[b].rank)];
    sums[std::size_t(problem.blocks[b].rank)] += logs[b];
  }
  double squares = 0, freedom = 0;
  for (std::size_t b = 0; b < logs.size(); ++b) {
    const auto rank = std::size_t(problem.blocks[b].rank);
    squares += std::pow(logs[b] - sums[rank] / counts[rank], 2);
  }
  for (const double count : counts) freedom += std::max(0.0, count - 1);
  return freedom > 0 ? 2 * squares / freedom : 0;
}

// Without an array, all neighbours count as of one direction.
std::map<int, Direction> directions(const BalanceProblem& problem, const BlockArray& array,
                                    const Row& logs) {
  const auto place = [&](int block) {
    return array.places.empty() ? block : array.places[std::size_t(block)];
  };
  std::map<int, Direction> result;
  for (const BlockEdge& edge : problem.edges) {
    const BlockLoad &from = problem.blocks[std::size_t(edge.from)],
                    &to = problem.blocks[std::size_t(edge.to)];
    if (edge.from > edge.to || from.work <= 0 || to.work <= 0) continue;
    Direction& direction =
        result[array.extents[0] > 0 ? std::abs(place(edge.to) - place(edge.from)) : 0];
    const double difference = logs[std::size_t(edge.from)] - logs[std::size_t(edge.to)];
    if (from.rank == to.rank)
      direction.within.add(difference);
    else
      direction.borders.push_back({std::size_t(from.rank), std::size_t(to.rank), difference});
  }
  return result;
}

/// Least squares for the borders, with a penalty on each value: conjugate gradients.
Row solve(const std::vector<Border>& borders, std::size_t ranks, double penalty) {
  constexpr int steps = 60;
  constexpr double enough = 1e-8;
  const auto times = [&](const Row& x) {
    Row y(ranks);
    for (std::size_t r = 0; r < ranks; ++r) y[r] = penalty * x[r];
    for (const Border& b : borders) {
      const double flow = b.weight * (x[b.one] - x[b.other]);
      y[b.one] += flow;
      y[b.other] -= flow;
    }
    return y;
  };
  const auto dot = [](const Row& x, const Row& y) {
    double sum = 0;
    for (std::size_t r = 0; r < x.size(); ++r) sum += x[r] * y[r];
    return sum;
  };
  Row x(ranks, 0.0), rest(ranks, 0.0);
  for (const Border& b : borders) {
    rest[b.one] += b.weight * b.difference;
    rest[b.other] -= b.weight * b.difference;
  }
  Row way = rest;
  double size = dot(rest, rest);
  const double first = size;
  for (int step = 0; step < steps && size > enough * first; ++step) {
    const Row image = times(way);
    const double length = size / dot(way, image);
    for (std::size_t r = 0; r < ranks; ++r) {
      x[r] += length * way[r];
      rest[r] -= length * image[r];
    }
    const double old = std::exchange(size, dot(rest, rest));
    for (std::size_t r = 0; r < ranks; ++r) way[r] = rest[r] + size / old * way[r];
  }
  return x;
}

double median(Row values) {
  const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

SpeedGuess guess_speeds(const BalanceProblem& problem, const BlockArray& array) {
  constexpr double fewest = 4;       // neighbours from which a variance is taken
  constexpr double smallest = 1e-6;  // variance
  SpeedGuess guess;
  for (const RankLoad& rank : problem.ranks) guess.speeds.push_back(rank.speed);
  const Row logs = logarithms(problem);
  const double any = variance_within(problem, logs);
  std::vector<Border> borders;
  double surplus = 0, weights = 0, within = 0;
  auto all = directions(problem, array, logs);
  const bool compares = std::any_of(
      all.begin(), all.end(), [&](const auto& one) { return one.second.within.count >= fewest; });
  for (auto& [offset, direction] : all) {
    // A direction without neighbours of one rank says nothing where others have some.
    const bool enough = direction.within.count >= fewest;
    if (direction.borders.empty() || (!enough && (compares || any <= 0))) continue;
    const double variance = std::max(smallest, enough ? direction.within.variance() : any);
    Sums between;
    for (Border& border : direction.borders) {
      between.add(border.difference);
      border.weight = 1 / variance;
      borders.push_back(border);
    }
    const double weight = between.count / variance / variance;
    surplus += weight * (between.variance() - variance) / 2;
    within += weight * variance;
    weights += weight;
  }
  if (surplus <= smallest * weights) return guess;
  guess.evidence = surplus / (surplus + within);
  const Row slowness = solve(borders, problem.ranks.size(), weights / surplus);
  const double usual = median(slowness);
  for (std::size_t r = 0; r < guess.speeds.size(); ++r)
    guess.speeds[r] *= std::exp(usual - slowness[r]);
  return guess;
}

}  // namespace cardon
