// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <vector>

#include "world.hpp"

namespace cardon::performance {

/// So many rounds are measured, however long they take.
inline constexpr std::size_t min_rounds = 5;

/// Several programs that are measured in turn, so that whatever else the machine does meets all of
/// them alike.
struct Contender {
  std::function<void(int)> run;  ///< n steps
  int steps = 0;                 ///< of one measurement; 0: as many as take the wanted time
};

/// Seconds per step of each contender in each round, over all ranks: [contender][round].
using Times = std::vector<std::vector<double>>;

/// Measures in turns until so many seconds have passed, at least 5 rounds. One step before each
/// measurement fills the caches.
Times measure(const World& world, std::vector<Contender> contenders, double seconds);

/// Median and quartiles.
struct Spread {
  double median = 0, low = 0, high = 0;
};
Spread spread(std::vector<double> values);
/// Of the quotients a / b of the same round.
Spread spread_of_ratio(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace cardon::performance
