// SPDX-License-Identifier: Apache-2.0
#include "simulated_chips.hpp"

#include <algorithm>
#include <cardon/kit/balance/balance_period.hpp>
#include <cardon/kit/balance/greedy_assignment.hpp>
#include <deque>
#include <numeric>
#include <random>
#include <vector>

#include "chip_control.hpp"
#include "chip_model.hpp"

namespace cardon::thermal_experiment {
namespace {

constexpr int chips = 32, cores = 4, ranks = chips * cores, blocks = 16 * ranks;
constexpr double work = 1000;         // s at the highest frequency
constexpr double balancing_cost = 1;  // s
constexpr double limit = 50;          // degC
constexpr double tick = 1;            // s
constexpr double settled = 120;       // s after which temperatures count
constexpr int hot_chips = 5;          // which come to 79 degC at full load without limits

struct ChipOnAClock {
  ChipControl control{ChipModel::frequencies, limit};
  ChipModel model;
  double temperature = model.room;
  std::deque<double> past;  // frequencies of the last ticks

  double speed() const { return ChipModel::share(control.step()); }
  double average() const {
    if (past.empty()) return speed();
    return std::accumulate(past.begin(), past.end(), 0.0) / double(past.size());
  }
  double pass(double utilisation, double keep) {
    const double power = ChipModel::watts(utilisation, speed());
    temperature = model.after(tick, power, temperature);
    past.push_back(speed());
    while (double(past.size()) * tick > std::max(keep, tick)) past.pop_front();
    return power * tick;
  }
};

class Simulation {
 public:
  Simulation(const Policy& policy, const Application& application, std::uint32_t seed)
      : policy_(policy), application_(application), chips_(chips), counts_(ranks, blocks / ranks) {
    for (int n = 0; n < hot_chips; ++n)
      chips_[std::size_t(n)].model.resistance = ChipModel::hot_resistance;
    std::mt19937 random(seed);
    std::shuffle(chips_.begin(), chips_.end(), random);
  }
  Outcome run() {
    while (done_ < work) {
      pass(false);
      if (now_ + tick / 2 >= next_) look();
    }
    outcome_.seconds = now_;
    return outcome_;
  }

 private:
  double compute_seconds(int rank) const {  // of a step of 1 s at the highest frequency
    const double share = double(counts_[std::size_t(rank)]) * ranks / blocks;
    return application_.compute * share / chips_[std::size_t(rank / cores)].speed();
  }
  double slowest() const {
    double max_seconds = 0;
    for (int rank = 0; rank < ranks; ++rank)
      max_seconds = std::max(max_seconds, compute_seconds(rank));
    return max_seconds;
  }
  void pass(bool balances) {
    const double step = slowest() + 1 - application_.compute;
    double busy_cores = 0;
    for (int n = 0; n < chips; ++n) {
      double busy = balances ? cores : 0;
      for (int core = 0; !balances && core < cores; ++core)
        busy += compute_seconds(n * cores + core) / step;
      busy_cores += busy;
      auto& chip = chips_[std::size_t(n)];
      outcome_.kilojoules += chip.pass(busy / cores, policy_.average) / 1000;
      if (now_ >= settled) outcome_.hottest = std::max(outcome_.hottest, chip.temperature);
    }
    note_utilisation(busy_cores / ranks);
    if (!balances) done_ += tick / step;
    now_ += tick;
  }
  void note_utilisation(double now) {
    utilisation_.push_back(now);
    if (utilisation_.size() > 20) utilisation_.pop_front();
    const double mean = std::accumulate(utilisation_.begin(), utilisation_.end(), 0.0) / 20;
    if (utilisation_.size() == 20) outcome_.utilisation = std::min(outcome_.utilisation, mean);
  }
  void look() {
    next_ += policy_.period;
    for (ChipOnAClock& chip : chips_) chip.control.next({chip.temperature});
    if (policy_.balancing == Balancing::always) balance();
    if (policy_.balancing != Balancing::when_it_pays) return;
    double sum = 0;
    for (int rank = 0; rank < ranks; ++rank) sum += compute_seconds(rank);
    period_.add(done_, slowest(), sum / ranks);
    const auto due = period_.due();
    if (due && *due <= done_) balance();
  }
  void balance() {
    BalanceProblem problem;
    for (int rank = 0; rank < ranks; ++rank)
      problem.ranks.push_back({.speed = chips_[std::size_t(rank / cores)].average()});
    problem.blocks.assign(blocks, {.work = 1});
    std::vector<double> seconds(ranks, 0);
    std::vector<int> all(blocks);
    std::iota(all.begin(), all.end(), 0);
    Placement placement(blocks, 0);
    assign_greedily(problem, all, available_ranks(problem), seconds, placement);
    counts_.assign(ranks, 0);
    for (const int rank : placement) ++counts_[std::size_t(rank)];
    for (double spent = 0; spent < balancing_cost; spent += tick) pass(true);
    period_.balanced(done_, balancing_cost);
    ++outcome_.balanced;
  }

  Policy policy_;
  Application application_;
  std::vector<ChipOnAClock> chips_;
  std::vector<int> counts_;  // of blocks, by rank
  std::deque<double> utilisation_;
  BalancePeriod period_;
  double now_ = 0, done_ = 0, next_ = policy_.period;
  Outcome outcome_{.utilisation = 1};
};

}  // namespace

Outcome run(const Policy& policy, const Application& application, std::uint32_t seed) {
  return Simulation(policy, application, seed).run();
}

}  // namespace cardon::thermal_experiment
