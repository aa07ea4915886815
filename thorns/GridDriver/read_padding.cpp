// SPDX-License-Identifier: Apache-2.0
#include "read_padding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/services/node_reading.hpp>
#include <cardon/services/parameter_set.hpp>

#include "grid_parameters.hpp"

namespace cardon::grid_driver {
namespace {

constexpr double max_iterations = 1e15;

struct SpeedChange {
  long after = 0;
  int rank = 0;
  double speed = 1;
};

void wrong_changes(const Node& node, const std::string& message, std::vector<Problem>& problems) {
  Problem problem;
  problem.slug = "driver/padded-changes";
  problem.message = message;
  problem.where = node.where;
  problem.help = "write for example padded_changes: [{after: 200, rank: 1, speed: 0.5}]";
  problems.push_back(problem);
}

void read_member(const Node& member, int ranks, SpeedChange& change) {
  const std::string name = fmt::format("driver.padded_changes.{}", member.key);
  if (member.key == "after")
    change.after = read_integer(member, name, between(0, max_iterations));
  else if (member.key == "rank")
    change.rank = static_cast<int>(read_integer(member, name, between(0, ranks - 1)));
  else if (member.key == "speed")
    change.speed = read_real(member, name, "", positive);
  else
    throw Error(unknown_key(member, "driver.padded_changes", {"after", "rank", "speed"}));
}

SpeedChange read_change(const Node& node, int ranks, std::vector<Problem>& problems) {
  SpeedChange change;
  if (!node.is_map()) {
    wrong_changes(node, "an entry of driver.padded_changes is no map", problems);
    return change;
  }
  for (const Node& member : node.children) try {
      read_member(member, ranks, change);
    } catch (const Error& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  for (const char* key : {"after", "rank", "speed"})
    if (node.find(key) == nullptr)
      wrong_changes(node, fmt::format("an entry of driver.padded_changes has no {}", key),
                    problems);
  return change;
}

// In the order of iterations.
std::vector<SpeedChange> read_changes(const DriverSetup& setup, int ranks,
                                      std::vector<Problem>& problems) {
  if (!setup.parameters->has(section, padded_changes)) return {};
  const auto& list = setup.parameters->get<Node>(section, padded_changes);
  std::vector<SpeedChange> changes;
  if (!list.is_list()) wrong_changes(list, "driver.padded_changes is no list", problems);
  for (const Node& node : list.children)
    if (list.is_list()) changes.push_back(read_change(node, ranks, problems));
  std::stable_sort(changes.begin(), changes.end(),
                   [](const auto& a, const auto& b) { return a.after < b.after; });
  return changes;
}

void check_speeds(const std::vector<Real>& speeds, const DriverSetup& setup, int ranks,
                  std::vector<Problem>& problems) {
  if (speeds.empty() || static_cast<int>(speeds.size()) == ranks) return;
  Problem problem;
  problem.slug = "driver/padded-speeds";
  problem.message = fmt::format("driver.padded_speeds has {} speeds, but there are {} ranks",
                                speeds.size(), ranks);
  problem.where = setup.parameters->where(section, padded_speeds.name());
  problem.help = "give one speed for each rank, or leave it out";
  problems.push_back(problem);
}

}  // namespace

EmulatedCompute read_padding(const DriverSetup& setup, const Transport& transport) {
  const double per_point = setup.parameters->get(section, padded_compute);
  const auto by = setup.parameters->get(section, padded_by) == "work" ? EmulatedCompute::By::work
                                                                      : EmulatedCompute::By::sleep;
  const std::vector<Real> speeds = setup.parameters->get(section, padded_speeds);
  std::vector<Problem> problems;
  check_speeds(speeds, setup, transport.size(), problems);
  const std::vector<SpeedChange> changes = read_changes(setup, transport.size(), problems);
  if (!problems.empty()) throw Error(problems);
  const int rank = transport.rank();
  std::vector<PaddingChange> mine;
  for (const SpeedChange& change : changes)
    if (change.rank == rank) mine.push_back({change.after, per_point / change.speed});
  const double speed = speeds.empty() ? 1 : speeds[static_cast<std::size_t>(rank)];
  return EmulatedCompute(per_point / speed, std::move(mine), by,
                         setup.parameters->get(section, padded_slowdown));
}

}  // namespace cardon::grid_driver
