// SPDX-License-Identifier: Apache-2.0
#include "balancing/balance_scenario.hpp"

#include <algorithm>
#include <array>
#include <cardon/kit/balance/greedy_assignment.hpp>
#include <cardon/kit/balance/placement.hpp>
#include <cmath>
#include <memory>

#include "balancing/load_course.hpp"

namespace cardon {
namespace {

constexpr double window = 20;  // steps

class Draw {
 public:
  Draw(ScenarioFamily family, unsigned seed, int number)
      : foreign_(family == ScenarioFamily::foreign),
        random_(seed, std::uint64_t(2 * number) + (foreign_ ? 1 : 0)),
        speeds_(~seed, std::uint64_t(2 * number) + (foreign_ ? 1 : 0)),
        ends_(seed ^ 0x5555u, std::uint64_t(2 * number) + (foreign_ ? 1 : 0)) {}

  BalanceScenario scenario() {
    draw_sizes();
    BalanceScenario result;
    const auto course = std::make_shared<LoadCourse>(pick_load(), extents_, random_);
    result.kind = course->kind();
    BalanceProblem& p = result.problem;
    add_machine(p);
    add_blocks(p, *course);
    add_edges(p);
    place(p, *course);
    result.ranks = p.ranks;
    measure(*course, result);
    result.work = [course, unit = unit_](double step) {
      std::vector<double> work = course->at(step);
      for (double& one : work) one *= unit;
      return work;
    };
    return result;
  }

 private:
  double scale(double low, double high) { return scale(random_, low, high); }
  bool chance(double share) { return random_.uniform() < share; }
  static double scale(SmallRandom& random, double low, double high) {
    return low * std::pow(high / low, random.uniform());
  }
  template <std::size_t n>
  const char* one_of(const std::array<const char*, n>& words) {
    return words[std::size_t(random_.below(int(n)))];
  }

  void draw_sizes() {
    // Powers of two are learnt; other numbers are as usual in runs.
    ranks_ = int(std::lround(scale(2, 1024)));
    if (!foreign_) ranks_ = 1 << int(std::lround(std::log2(ranks_)));
    const double wanted = std::min(16384.0, ranks_ * scale(2, 64));
    const bool flat = foreign_ ? chance(0.2) : chance(0.7);
    const double side = std::pow(wanted, flat ? 1 / 2. : 1 / 3.);
    extents_[1] = std::max(1, int(side));
    extents_[2] = flat ? 1 : std::max(1, int(side));
    extents_[0] = std::max({1, int(std::ceil(wanted / extents_[1] / extents_[2])),
                            int(std::ceil(double(ranks_) / extents_[1] / extents_[2]))});
  }

  std::string pick_load() {
    if (foreign_) return one_of(std::array{"pareto", "mixed", "ramp", "two_spots"});
    return one_of(std::array{"uniform", "lognormal", "spot", "front", "growing"});
  }

  void add_machine(BalanceProblem& p) {
    p.sites = chance(0.75) ? 1 : std::min(ranks_, foreign_ ? 3 : 2);
    // Ranks of different speed, by site or one by one.
    const bool sites_differ = chance(0.3), ranks_differ = chance(foreign_ ? 0.4 : 0.2);
    std::vector<double> speeds;
    for (int s = 0; s < p.sites; ++s) speeds.push_back(sites_differ ? scale(0.5, 1) : 1);
    for (int r = 0; r < ranks_; ++r) {
      const int site = int(long(r) * p.sites / ranks_);
      p.ranks.push_back({.site = site,
                         .host = r / 8,
                         .speed = speeds[std::size_t(site)] * (ranks_differ ? scale(0.5, 1) : 1)});
    }
    if (ranks_differ) draw_unknown_speeds(p.ranks);
    p.horizon = std::lround(scale(20, 1000));
    p.overlap = chance(0.7);
    step_ = scale(1e-3, 0.3);
  }

  // Of most ranks that differ, nobody knows it before blocks have migrated; often one rank, or a
  // few, are slow. They have random numbers of their own, so that the other draws do not depend on
  // them.
  void draw_unknown_speeds(std::vector<RankLoad>& ranks) {
    unknown_ = speeds_.uniform() < 0.7;
    if (!unknown_ || speeds_.uniform() < 0.5) return;
    const double share = scale(speeds_, 0.02, 0.5);
    for (RankLoad& rank : ranks)
      rank.speed = speeds_.uniform() < share ? scale(speeds_, 0.3, 0.8) : 1;
    ranks[std::size_t(speeds_.below(int(ranks.size())))].speed = scale(speeds_, 0.3, 0.8);
  }

  void add_blocks(BalanceProblem& p, const LoadCourse& course) {
    const std::vector<double> work = course.at(0);
    double sum = 0, speed = 0;
    for (const double one : work) sum += one;
    for (const RankLoad& rank : p.ranks) speed += rank.speed;
    unit_ = step_ * speed / sum;
    const double bytes = step_ * double(ranks_) / double(work.size()) * scale(3e7, 1e9);
    for (const double one : work) p.blocks.push_back({.work = unit_ * one, .bytes = bytes});
  }

  void add_edges(BalanceProblem& p) {
    const double bytes = p.blocks[0].bytes * scale(0.003, 0.05);
    const auto [nx, ny, nz] = extents_;
    for (int z = 0; z < nz; ++z)
      for (int y = 0; y < ny; ++y)
        for (int x = 0; x < nx; ++x) {
          const int b = x + nx * (y + ny * z);
          for (const int other :
               {x + 1 < nx ? b + 1 : -1, y + 1 < ny ? b + nx : -1, z + 1 < nz ? b + nx * ny : -1}) {
            if (other < 0) continue;
            p.edges.push_back({b, other, 1, bytes});
            p.edges.push_back({other, b, 1, bytes});
          }
        }
    add_costs(p, bytes);
  }

  // What messages would cost if all went between ranks, over computing. The links of a site are
  // free in runs, unless the machine file says more.
  void add_costs(BalanceProblem& p, double bytes) {
    const bool free = chance(0.35);
    const double communication = free ? 0 : scale(0.01, 3);
    const double of_message =
        communication * step_ * ranks_ / std::max<double>(1, double(p.edges.size()));
    const double processor = foreign_ ? random_.uniform() : 0.5;  // share that keeps it busy
    p.message_seconds = processor * of_message / 4;
    p.packing_seconds = processor * of_message / 4 / bytes;
    const double wire = (1 - processor) * of_message;
    const double latency = scale(1e-4, 3e-2), per_byte = 1 / scale(1e7, 1e9);
    for (int a = 0; a < p.sites; ++a)
      for (int b = 0; b < p.sites; ++b)
        p.links.push_back(a == b ? PairCost{wire / 2, wire / 2 / bytes}
                                 : PairCost{latency, per_byte});
    if (free) measure_ends(p);
  }

  // What runs measure at the ends of messages, though links are free: nothing, what is the same for
  // all messages, or also what a byte takes. They have random numbers of their own, so that the
  // other draws do not depend on them.
  void measure_ends(BalanceProblem& p) {
    const double message = scale(ends_, 5e-8, 5e-5), byte = scale(ends_, 5e-11, 3e-9);
    const double known = ends_.uniform();
    if (known >= 0.2) p.message_seconds = message;
    if (known >= 0.4) p.packing_seconds = byte;
  }

  void place(BalanceProblem& p, const LoadCourse& course) {
    const double map = random_.uniform();
    const long blocks = long(p.blocks.size());
    for (long b = 0; b < blocks; ++b) p.blocks[std::size_t(b)].rank = int(b * ranks_ / blocks);
    if (map < 0.3) return place_in_boxes(p);
    if (map >= 0.6) return;
    if (map >= 0.4) return place_for_earlier(p, course);
    for (long b = 0; b < blocks; ++b) p.blocks[std::size_t(b)].rank = int(b % ranks_);
  }

  void place_in_boxes(BalanceProblem& p) {
    int columns = int(std::sqrt(double(ranks_)));
    while (ranks_ % columns != 0) --columns;
    const int rows = ranks_ / columns;
    const auto [nx, ny, nz] = extents_;
    if (ny < columns || nx < rows) return;
    for (std::size_t b = 0; b < p.blocks.size(); ++b) {
      const int x = int(b) % nx, y = int(b) / nx % ny;
      p.blocks[b].rank = x * rows / nx * columns + y * columns / ny;
    }
  }

  // As a balancer left it some windows ago, which knew the speeds from then on.
  void place_for_earlier(BalanceProblem& p, const LoadCourse& course) {
    unknown_ = false;
    const std::vector<double> then = course.at(-window * (1 + random_.below(10)));
    std::vector<double> load(std::size_t(ranks_), 0.0);
    std::vector<std::size_t> order(p.blocks.size());
    for (std::size_t b = 0; b < order.size(); ++b) order[b] = b;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return then[a] > then[b]; });
    const double share = ideal_seconds(p);
    for (const std::size_t b : order) {
      auto rank = std::size_t(p.blocks[b].rank);
      const double work = unit_ * then[b];
      if (load[rank] + work / p.ranks[rank].speed > 1.02 * share)
        rank = std::size_t(std::min_element(load.begin(), load.end()) - load.begin());
      load[rank] += work / p.ranks[rank].speed;
      p.blocks[b].rank = int(rank);
    }
  }

  void measure(const LoadCourse& course, BalanceScenario& result) {
    const double noise = chance(0.3) ? 0 : scale(0.002, 0.03);
    const auto measured = [&](double step, BalanceProblem& problem) {
      const std::vector<double> work = course.at(step);
      for (std::size_t b = 0; b < work.size(); ++b) {
        BlockLoad& block = problem.blocks[b];
        block.work = unit_ * work[b] * (1 + noise * (2 * random_.uniform() - 1));
        if (unknown_) block.work /= result.ranks[std::size_t(block.rank)].speed;
      }
      if (unknown_)
        for (RankLoad& rank : problem.ranks) rank.speed = 1;
    };
    BalanceProblem before = result.problem;
    measured(-window, before);
    measured(0, result.problem);
    result.change = load_change(before, result.problem, window);
    result.change.array.extents = extents_;
  }

  bool foreign_;
  SmallRandom random_, speeds_, ends_;
  bool unknown_ = false;
  int ranks_ = 1;
  std::array<int, 3> extents_{1, 1, 1};
  double step_ = 0, unit_ = 1;
};

}  // namespace

BalanceScenario draw_scenario(ScenarioFamily family, unsigned seed, int number) {
  return Draw(family, seed, number).scenario();
}

}  // namespace cardon
