// SPDX-License-Identifier: Apache-2.0
#include "launch/peer_timeout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/services/heartbeat.hpp>
#include <iterator>
#include <utility>

#include "base/host_names.hpp"
#include "restart/last_checkpoint.hpp"

namespace cardon {
namespace {

// One rank per site is to speak; a launcher ends the others meanwhile.
constexpr double head_start = 5;  // s

bool leads_its_site(const Machine& machine, int rank) {
  return machine.sites[std::size_t(machine.site_of_rank(rank))].ranks.front() == rank;
}

}  // namespace

PeerTimeout::PeerTimeout(Transport& transport, double seconds, const Machine& machine)
    : seconds_(seconds), machine_(machine), rank_(transport.rank()) {
  auto* heartbeat = dynamic_cast<Heartbeat*>(&transport);
  if (heartbeat == nullptr || transport.size() == 1) return;
  hosts_ = gather_text(host_name(), transport);
  heartbeat->tell_with_silence([this](const std::vector<int>& ranks) { return notes(ranks); });
  if (seconds > 0)
    heartbeat->set_timeout(leads_its_site(machine, rank_) ? seconds : seconds + head_start,
                           [this](const std::vector<int>& ranks) { give_up(ranks); });
}

void PeerTimeout::give_up(const std::vector<int>& ranks) const {
  Problem problem{.slug = "transport/cut", .message = message(ranks)};
  problem.notes.push_back(fmt::format(
      "transport.timeout is {:g} s; ranks that work or wait answer when they are asked", seconds_));
  problem.help = "look for a broken network, or a rank or host that hangs";
  add_last_checkpoint(run_, problem);
  throw Error(problem, exit_environment);
}

std::vector<std::string> PeerTimeout::notes(const std::vector<int>& ranks) const {
  std::vector<std::string> lines;
  if (const std::vector<int> far = far_ranks(ranks); !far.empty())
    lines.push_back("the messages travel over the link " + link_to(far.front()));
  if (const std::optional<RestartChoice> last = last_checkpoint(run_))
    lines.push_back(checkpoint_text(*last));
  return lines;
}

/// Those in other sites.
std::vector<int> PeerTimeout::far_ranks(const std::vector<int>& ranks) const {
  std::vector<int> far;
  if (machine_.sites.size() < 2) return far;
  const int own = machine_.site_of_rank(rank_);
  std::copy_if(ranks.begin(), ranks.end(), std::back_inserter(far),
               [&](int rank) { return machine_.site_of_rank(rank) != own; });
  return far;
}

std::string PeerTimeout::link_to(int rank) const {
  const int a = machine_.site_of_rank(rank_), b = machine_.site_of_rank(rank);
  if (const SiteLink* link = machine_.link(a, b)) return link->name;
  const auto [first, second] = std::minmax(a, b);
  return machine_.sites[std::size_t(first)].name + "-" + machine_.sites[std::size_t(second)].name;
}

std::string PeerTimeout::name(int rank) const {
  const auto& host = hosts_.at(std::size_t(rank));
  if (machine_.sites.size() < 2) return fmt::format("rank {} on {}", rank, host);
  const Site& site = machine_.sites[std::size_t(machine_.site_of_rank(rank))];
  return fmt::format("rank {} of site {} on {}", rank, site.name, host);
}

// Links first: what is wrong there lets ranks of the own site hang as well.
std::string PeerTimeout::message(const std::vector<int>& ranks) const {
  const std::vector<int> far = far_ranks(ranks);
  const std::vector<int>& blamed = far.empty() ? ranks : far;
  const std::string more =
      blamed.size() > 1 ? fmt::format(" and {} more", blamed.size() - 1) : std::string();
  if (far.empty())
    return fmt::format("{}{} has been silent for {:g} s; {} waits for it", name(blamed.front()),
                       more, seconds_, name(rank_));
  return fmt::format("no message has come over the link {} for {:g} s; {} waits for {}{}",
                     link_to(far.front()), seconds_, name(rank_), name(far.front()), more);
}

}  // namespace cardon
