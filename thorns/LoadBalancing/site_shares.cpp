// SPDX-License-Identifier: Apache-2.0
#include "site_shares.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace cardon {
namespace {

constexpr double matters = 0.05;      // share of a step that other shares must save
constexpr double margin = 2;          // times the price must be gained
constexpr int agreeing = 2;           // windows in turn
constexpr double steady = 0.25;       // change of a site's time from one of them to the next
constexpr long shortest_pause = 4;    // windows after a division
constexpr long longest_pause = 64;    // windows
constexpr double noise = 0.02;        // share of a step by which measurements differ anyway
constexpr double unknown_set_up = 2;  // steps, before a division has been measured
constexpr double min_work = 0.5;      // share of a step in which the busiest rank works

}  // namespace

std::vector<double> SiteShares::due(const BalanceProblem& problem, const std::vector<Box>& boxes,
                                    const SiteWindow& window) {
  finding_ = {};
  if (!look(problem, boxes)) return {};
  judge_last(window);
  const Cut cut = best_cut();
  if (tried_ || window.step < next_ || !pays(problem, cut, window)) {
    found_ = 0;
    return {};
  }
  found_ = is_steady() ? found_ + 1 : 1;
  if (found_ < agreeing) return {};
  found_ = 0;
  next_ = window.step + pause_ * window.steps;
  tried_ = Tried{window.slowest};
  seconds_of_sites_.clear();
  return factors(cut);
}

// Where loads move fast, they are elsewhere before points are.
bool SiteShares::is_steady() {
  std::vector<double> now;
  for (const Slab& slab : slabs_) now.push_back(slab.seconds());
  const std::vector<double> before = std::exchange(seconds_of_sites_, now);
  return std::equal(now.begin(), now.end(), before.begin(), before.end(),
                    [](double a, double b) { return std::abs(a - b) <= steady * std::min(a, b); });
}

std::vector<double> SiteShares::factors(const Cut& cut) const {
  std::vector<double> factors(slabs_.size(), 1.0);
  int first = 0;
  for (std::size_t n = 0; n < slabs_.size(); ++n) {
    const int planes = cut.ends[n] - std::exchange(first, cut.ends[n]);
    factors[std::size_t(slabs_[n].site)] =
        double(planes) / double(slabs_[n].last - slabs_[n].first);
  }
  return factors;
}

// The first window shows blocks that are not balanced again. Where the busiest rank has got more to
// do, other shares may be due at once.
void SiteShares::judge_last(const SiteWindow& window) {
  if (!tried_ || ++tried_->windows < 2) return;
  const double before = std::exchange(tried_, {})->slowest;
  if (window.slowest < (1 - noise) * before) {
    pause_ = shortest_pause;
    return;
  }
  pause_ = std::min(longest_pause, 2 * pause_);
  next_ = window.slowest > (1 + noise) * before ? 0 : window.step + pause_ * window.steps;
}

void SiteShares::refused() {
  tried_.reset();
  pause_ = std::min(longest_pause, 2 * pause_);
}

// False: these are not slabs of one site each.
bool SiteShares::look(const BalanceProblem& problem, const std::vector<Box>& boxes) {
  slabs_.assign(std::size_t(problem.sites), {});
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    const BlockLoad& block = problem.blocks[b];
    Slab& slab = slabs_[std::size_t(problem.ranks[std::size_t(block.rank)].site)];
    const int lo = boxes[b].lo[std::size_t(axis_)], hi = boxes[b].hi[std::size_t(axis_)];
    slab.first = slab.last == 0 ? lo : std::min(slab.first, lo);
    slab.last = std::max(slab.last, hi);
    slab.work += block.work;
    slab.bytes += block.bytes;
  }
  add_ranks(problem);
  add_planes(problem, boxes);
  for (std::size_t n = 0; n < slabs_.size(); ++n) slabs_[n].site = int(n);
  std::sort(slabs_.begin(), slabs_.end(),
            [](const Slab& a, const Slab& b) { return a.first < b.first; });
  int end = 0;
  for (const Slab& slab : slabs_)
    if (slab.first != std::exchange(end, slab.last) || slab.last == slab.first || slab.speed <= 0)
      return false;
  return true;
}

void SiteShares::add_ranks(const BalanceProblem& problem) {
  for (const RankLoad& rank : problem.ranks) {
    Slab& slab = slabs_[std::size_t(rank.site)];
    if (!rank.available) continue;
    slab.speed += rank.speed;
    slab.fixed += rank.background * rank.speed;
  }
}

void SiteShares::add_planes(const BalanceProblem& problem, const std::vector<Box>& boxes) {
  planes_.clear();
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    const auto lo = std::size_t(boxes[b].lo[std::size_t(axis_)]),
               hi = std::size_t(boxes[b].hi[std::size_t(axis_)]);
    if (planes_.size() < hi) planes_.resize(hi, 0.0);
    for (std::size_t plane = lo; plane < hi; ++plane)
      planes_[plane] += problem.blocks[b].work / double(hi - lo);
  }
}

SiteShares::Cut SiteShares::best_cut() const {
  double speed = 0, total = 0;
  for (const Slab& slab : slabs_) {
    speed += slab.speed;
    total += slab.fixed + slab.work;
  }
  Cut cut;
  int end = 0;
  for (std::size_t n = 0; n < slabs_.size(); ++n) {
    const Slab& slab = slabs_[n];
    const double wanted = total * slab.speed / speed - slab.fixed;
    const int max_end = int(planes_.size() - (slabs_.size() - n - 1));  // one plane for each other
    double work = planes_[std::size_t(end++)];
    const auto has_room = [&] { return work + planes_[std::size_t(end)] / 2 < wanted; };
    const bool is_last = n + 1 == slabs_.size();
    while (end < max_end && (is_last || has_room())) work += planes_[std::size_t(end++)];
    cut.ends.push_back(end);
    cut.seconds = std::max(cut.seconds, (slab.fixed + work) / slab.speed);
  }
  return cut;
}

// Points cross a link, and links carry theirs at the same time.
double SiteShares::price(const BalanceProblem& problem, const Cut& cut) const {
  double seconds = 0;
  for (std::size_t n = 0; n + 1 < slabs_.size(); ++n) {
    const Slab& slab = slabs_[n];
    const PairCost link = problem.link(slab.site, slabs_[n + 1].site);
    const double bytes =
        slab.bytes / double(slab.last - slab.first) * std::abs(cut.ends[n] - slab.last);
    seconds = std::max(seconds, link.latency + bytes * link.seconds_per_byte);
  }
  return seconds + (seconds_ > 0 ? seconds_ : unknown_set_up * finding_.slowest);
}

// Where even the busiest rank waits for messages most of the time, steps do not depend on shares.
// Until blocks are balanced again, ranks of a site are as unequal as they are now.
bool SiteShares::pays(const BalanceProblem& problem, const Cut& cut, const SiteWindow& window) {
  const auto slowest =
      std::max_element(slabs_.begin(), slabs_.end(),
                       [](const Slab& a, const Slab& b) { return a.seconds() < b.seconds(); });
  finding_.slowest = slowest->seconds();
  finding_.predicted = cut.seconds;
  const double uneven = std::max(0.0, window.slowest - finding_.slowest);
  finding_.price = price(problem, cut) + uneven * double(window.steps);
  const double gain = finding_.slowest - cut.seconds;
  return window.slowest >= min_work * window.seconds && gain >= matters * finding_.slowest &&
         gain * problem.horizon > margin * finding_.price;
}

}  // namespace cardon
