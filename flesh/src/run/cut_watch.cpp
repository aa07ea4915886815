// SPDX-License-Identifier: Apache-2.0
#include "run/cut_watch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cardon/services/signs_of_life.hpp"
#include "run/host_names.hpp"
#include "run/restart_choice.hpp"

namespace cardon {
namespace {

// One rank per site is to speak; a launcher ends the others meanwhile.
constexpr double head_start = 5;  // s

std::string link_name(const Machine& machine, int a, int b) {
  if (const SiteLink* link = machine.link(a, b)) return link->name;
  const auto [first, second] = std::minmax(a, b);
  return machine.sites[std::size_t(first)].name + "-" + machine.sites[std::size_t(second)].name;
}

bool leads_its_site(const Machine& machine, int rank) {
  return machine.sites[std::size_t(machine.site_of_rank(rank))].ranks.front() == rank;
}

}  // namespace

CutWatch::CutWatch(Transport& transport, double seconds, const Machine& machine)
    : seconds_(seconds), machine_(machine), rank_(transport.rank()) {
  auto* signs = dynamic_cast<SignsOfLife*>(&transport);
  if (seconds <= 0 || signs == nullptr || transport.size() == 1) return;
  hosts_ = gather_text(host_name(), transport);
  signs->give_up_after(leads_its_site(machine, rank_) ? seconds : seconds + head_start,
                       [this](const std::vector<int>& ranks) { give_up(ranks); });
}

void CutWatch::give_up(const std::vector<int>& ranks) const {
  Problem problem{.slug = "transport/cut", .message = message(ranks)};
  problem.notes.push_back(
      fmt::format("transport.give_up_after is {:g} s; ranks that work or wait answer when they are "
                  "asked for a sign of life",
                  seconds_));
  add_checkpoint(problem);
  throw Error(problem, exit_environment);
}

std::string CutWatch::name(int rank) const {
  const auto& host = hosts_.at(std::size_t(rank));
  if (machine_.sites.size() < 2) return fmt::format("rank {} on {}", rank, host);
  const Site& site = machine_.sites[std::size_t(machine_.site_of_rank(rank))];
  return fmt::format("rank {} of site {} on {}", rank, site.name, host);
}

// Links first: what is wrong there lets ranks of the own site hang as well.
std::string CutWatch::message(const std::vector<int>& ranks) const {
  const bool has_sites = machine_.sites.size() > 1;
  const int own = has_sites ? machine_.site_of_rank(rank_) : 0;
  std::vector<int> far;
  if (has_sites)
    std::copy_if(ranks.begin(), ranks.end(), std::back_inserter(far),
                 [&](int rank) { return machine_.site_of_rank(rank) != own; });
  const std::vector<int>& blamed = far.empty() ? ranks : far;
  const std::string more =
      blamed.size() > 1 ? fmt::format(" and {} more", blamed.size() - 1) : std::string();
  if (far.empty())
    return fmt::format("no sign of life has come from {}{} for {:g} s; {} waits for it",
                       name(blamed.front()), more, seconds_, name(rank_));
  return fmt::format("no message has come over the link {} for {:g} s; {} waits for {}{}",
                     link_name(machine_, own, machine_.site_of_rank(far.front())), seconds_,
                     name(rank_), name(far.front()), more);
}

void CutWatch::add_checkpoint(Problem& problem) const {
  const std::string first = "look for a broken network, or a rank or host that hangs";
  problem.help = first + "; the run has to begin anew";
  if (run_.empty()) return;
  try {
    const RestartChoice choice = choose_restart(run_.string(), "");
    const std::string checkpoint = choice.checkpoints.front().string();
    problem.notes.push_back(fmt::format("the last complete checkpoint is that of iteration {}: {}",
                                        choice.manifest.iteration, checkpoint));
    problem.help = fmt::format("{}, then go on: cardon run ... --restart {}", first, checkpoint);
  } catch (const Error&) {
    problem.notes.push_back("no complete checkpoint of the run is seen from here");
  }
}

}  // namespace cardon
