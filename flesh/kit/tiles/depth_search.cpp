// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/tiles/depth_search.hpp>
#include <cmath>
#include <utility>

namespace cardon {
namespace {

constexpr std::size_t cycles_each = 5;  // with one that does not count
constexpr long first_steps = 2;         // of a cycle, before anything is known
constexpr double min_seconds = 0.005;   // of a cycle, afterwards
constexpr long share = 8;           // of what is left of the run, one way may take one of so many
constexpr double must_save = 0.97;  // times the time with the fewest layers: others must be faster
constexpr double worse = 1.1;       // times the best: longer ways are not tried
static_assert(long(cycles_each) * first_steps * share == DepthSearch::min_steps);

}  // namespace

DepthSearch::DepthSearch(const DepthWay& first, NextWay next, long steps_left, long steps_taken)
    : next_(std::move(next)), ways_{first}, left_(steps_left), taken_(steps_taken) {
  if (affordable(0) && add_next()) use(0);
}

// False: there is none, or it takes too long.
bool DepthSearch::add_next() {
  const std::optional<DepthWay> next = next_(ways_.back());
  if (next) ways_.push_back(*next);
  return next && affordable(ways_.size() - 1);
}

// The time of a step hardly depends on the way here.
long DepthSearch::cycle(std::size_t way) const {
  const long each = std::max(ways_[way].steps, 1);
  const double wanted =
      agreed_.empty() ? first_steps : std::max(1.0, min_seconds / std::max(agreed_[0], 1e-6));
  return each * long(std::ceil(wanted / double(each)));
}

bool DepthSearch::affordable(std::size_t way) const {
  return cycle(way) * long(cycles_each) * share <= left_;
}

void DepthSearch::use(std::size_t way) {
  now_ = way;
  cycles_.clear();
  steps_ = cycle(way);
}

void DepthSearch::keep(std::size_t way, double gain) {
  now_ = way;
  gain_ = gain;
  steps_ = 0;
}

bool DepthSearch::took(double seconds) {
  if (over()) return false;
  cycles_.push_back(seconds / double(steps_));
  left_ -= steps_;
  taken_ += steps_;
  steps_ = cycle(now_);
  return cycles_.size() == cycles_each;
}

double DepthSearch::seconds() const {
  return *std::min_element(cycles_.begin() + 1, cycles_.end());
}

std::size_t DepthSearch::best() const {
  const auto best = std::min_element(agreed_.begin(), agreed_.end());
  return *best < must_save * agreed_[0] ? std::size_t(best - agreed_.begin()) : 0;
}

void DepthSearch::agree(double seconds) {
  switch (stage_) {
    case Stage::trying:
      return try_next(seconds);
    case Stage::checking_first:
      first_again_ = seconds;
      stage_ = Stage::checking_best;
      return use(best_);
    case Stage::checking_best:
      const bool pays = seconds < must_save * first_again_;
      return keep(pays ? best_ : 0, pays ? first_again_ / seconds : 1);
  }
}

void DepthSearch::try_next(double seconds) {
  agreed_.push_back(seconds);
  const double min_seconds = *std::min_element(agreed_.begin(), agreed_.end());
  const std::size_t next = agreed_.size();
  if (seconds <= worse * min_seconds && (next < ways_.size() ? affordable(next) : add_next()))
    return use(next);
  best_ = best();
  if (best_ == 0 || !affordable(0) || !affordable(best_)) return keep(0, next > 1 ? 1 : 0);
  check_best();
}

// The first cycle with the first way, which does not count, is so long that the best way begins at
// a multiple of its steps.
void DepthSearch::check_best() {
  stage_ = Stage::checking_first;
  use(0);
  const long each = ways_[best_].steps, begin = taken_ + cycle(0) * long(cycles_each);
  steps_ += (each - begin % each) % each;
}

}  // namespace cardon
