// SPDX-License-Identifier: Apache-2.0
// What moves blocks without a plan: an initial map, a restart, and ranks that become idle; and
// where blocks would be without plans.
#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/profile_region.hpp>
#include <cardon/services/tunable.hpp>
#include <cardon/thorn/error.hpp>
#include <functional>
#include <numeric>
#include <utility>

#include "balancing.hpp"
#include "initial_map.hpp"
#include "placement_state.hpp"

namespace cardon {
namespace {

long moves_between(const std::vector<int>& before, const std::vector<int>& after) {
  return std::inner_product(before.begin(), before.end(), after.begin(), 0L, std::plus<>(),
                            std::not_equal_to<>());
}

}  // namespace

// Blocks stay at their site if they have to, and no rank gets more than it can hold.
bool Balancing::can_hold(const std::vector<int>& owners) const {
  const std::vector<RankLoad> ranks = machine_now().ranks;
  const std::vector<int>& now = driver_->decomposition().rank_of_block;
  const auto at_site = [&](int one, int other) {
    return between_sites_ || ranks[std::size_t(one)].site == ranks[std::size_t(other)].site;
  };
  for (int rank = 0; rank < transport_->size(); ++rank)
    if (std::count(owners.begin(), owners.end(), rank) > migration_->max_blocks_per_rank())
      return false;
  return std::equal(owners.begin(), owners.end(), now.begin(), at_site);
}

// A restart begins with blocks where the driver puts them, which is their home: earlier plans led
// away from it.
bool Balancing::restore(const std::string& state) {
  const Decomposition& now = driver_->decomposition();
  const std::vector<int> owners = owners_in_state(state, now, transport_->size());
  if (owners.empty() || owners == now.rank_of_block || !can_hold(owners)) return false;
  const long moved = moves_between(now.rank_of_block, owners);
  home_boxes_ = now.owned;
  home_ = now.rank_of_block;
  planned_ = owners;
  driver_->finish();
  const double start = seconds_now();
  migration_->migrate(owners);
  if (journal_) journal_->restored(moved, seconds_now() - start);
  return true;
}

// Speeds of ranks are those of the checkpoint, too, since the shares were found with them.
bool Balancing::divide_as_before(const std::string& state) {
  auto* tunable = offered_by<Tunable>(*driver_);
  const std::optional<SiteCut> cut = cut_in_state(state, *machine_);
  if (!cut || division_ == nullptr || tunable == nullptr) return false;
  const double start = seconds_now();
  const bool divided = cut_again([&] {
    DriverSettings settings = tunable->settings();
    settings.speeds = cut->speeds;
    tunable->apply(settings);
    return true;
  });
  if (!divided) return false;
  shares_ = cut->shares;
  if (journal_)
    journal_->say(fmt::format("sites get their shares of the grid in the checkpoint, in {:.3g} s",
                              seconds_now() - start));
  return true;
}

// Idle ranks give away what they own after a restart has put blocks where they were.
bool Balancing::settle(const std::string& state) {
  const ProfileRegion region("balancing");
  bool changed = std::exchange(idle_changed_, false) && share_among_sites();
  changed = (!state.empty() && divide_as_before(state)) || changed;
  changed = (!start_.empty() && begin_with_map()) || changed;
  changed = (!state.empty() && restore(state)) || changed;
  return (idle_.hold_blocks(driver_->decomposition()) && vacate()) || changed;
}

bool Balancing::begin_with_map() {
  const std::vector<int> owners =
      initial_map(std::exchange(start_, {}), driver_->decomposition(), *machine_);
  const long moved = moves_between(driver_->decomposition().rank_of_block, owners);
  if (moved == 0 || !can_hold(owners)) return false;
  driver_->finish();
  const double start = seconds_now();
  migration_->migrate(owners);
  if (journal_) journal_->began(moved, seconds_now() - start);
  return true;
}

// Where blocks stay at their site, sites get points by the ranks that work.
bool Balancing::share_among_sites() {
  if (between_sites_) return false;
  const double start = seconds_now();
  if (!cut_again([this] { return migration_->leave_idle(idle_.ranks()); })) return false;
  if (journal_) journal_->shared(seconds_now() - start);
  return true;
}

// Returns whether it was; a grid that is too thin stays as it is.
bool Balancing::cut_again(const std::function<bool()>& cut) {
  driver_->finish();
  try {
    if (!cut()) return false;
  } catch (const Error& error) {
    if (error.exit_code() != exit_bad_input) throw;
    if (journal_)
      journal_->say("sites keep their shares of the grid: " + error.problems().front().message);
    return false;
  }
  moved_boxes_.clear();
  return true;
}

// After what other services change in the same step. The next window begins at once.
bool Balancing::divide(const Window& window, const std::vector<double>& shares) {
  if (plan_is_void_ || is_stale(window)) {
    forget();
    if (sites_) sites_->refused();
    return false;
  }
  const ProfileRegion region("balancing");
  const double start = seconds_now();
  const bool divided = cut_again([&] {
    division_->divide_among_sites(shares);
    return true;
  });
  if (!divided) {
    if (sites_) sites_->refused();
    return false;
  }
  shares_.resize(shares.size(), 1.0);
  for (std::size_t site = 0; site < shares.size(); ++site) shares_[site] *= shares[site];
  const double seconds = seconds_now() - start;
  if (sites_) sites_->divided(seconds);
  if (journal_) journal_->divided(seconds, {warm_up, "blocks are new"});
  return true;
}

// A tuner may have cut the grid in another way, for all ranks.
bool Balancing::vacate() {
  const std::vector<int> owners =
      idle_.owners(driver_->decomposition(), machine_now(), between_sites_);
  if (!can_hold(owners)) {
    if (journal_)
      journal_->say("balance.idle_ranks has no effect: other ranks cannot hold the blocks");
    idle_.set({});
    idle_changed_ = true;
    return false;
  }
  const auto moved = moves_between(driver_->decomposition().rank_of_block, owners);
  driver_->finish();
  const double start = seconds_now();
  migration_->migrate(owners);
  moved_boxes_.clear();
  if (journal_) journal_->vacated(moved, idle_.ranks(), seconds_now() - start);
  return true;
}

// Other boxes, or blocks that moved without a plan, are a new home.
const std::vector<int>& Balancing::home() {
  if (home_boxes_ != window_->boxes || window_->owners != planned_) {
    home_boxes_ = window_->boxes;
    home_ = planned_ = window_->owners;
  }
  return home_;
}

}  // namespace cardon
