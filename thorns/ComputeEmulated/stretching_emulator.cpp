// SPDX-License-Identifier: Apache-2.0
#include "stretching_emulator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <cardon/services/node_reading.hpp>
#include <cardon/services/parameter_set.hpp>

#include "emulation_parameters.hpp"
#include "stretched_rank.hpp"

namespace cardon::compute_emulated {
namespace {

constexpr double max_iterations = 1e15;

struct SpeedChange {
  long after = 0;
  int rank = 0;
  double speed = 1;
};

void wrong_changes(const Node& node, const std::string& message, std::vector<Problem>& problems) {
  Problem problem;
  problem.slug = "emulation/compute-changes";
  problem.message = message;
  problem.where = node.where;
  problem.help = "write for example changes: [{after: 200, rank: 1, speed: 0.5}]";
  problems.push_back(problem);
}

void read_member(const Node& member, int ranks, SpeedChange& change) {
  const std::string name = fmt::format("emulated_compute.changes.{}", member.key);
  if (member.key == "after")
    change.after = read_integer(member, name, between(0, max_iterations));
  else if (member.key == "rank")
    change.rank = int(read_integer(member, name, between(0, ranks - 1)));
  else if (member.key == "speed")
    change.speed = read_real(member, name, "", positive);
  else
    throw Error(unknown_key(member, "emulated_compute.changes", {"after", "rank", "speed"}));
}

SpeedChange read_change(const Node& node, int ranks, std::vector<Problem>& problems) {
  SpeedChange change;
  if (!node.is_map()) {
    wrong_changes(node, "an entry of emulated_compute.changes is not a map", problems);
    return change;
  }
  for (const Node& member : node.children) try {
      read_member(member, ranks, change);
    } catch (const Error& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  for (const char* key : {"after", "rank", "speed"})
    if (node.find(key) == nullptr)
      wrong_changes(node, fmt::format("an entry of emulated_compute.changes has no {}", key),
                    problems);
  return change;
}

// In the order of iterations.
std::vector<SpeedChange> read_changes(const ParameterSet& parameters, int ranks,
                                      std::vector<Problem>& problems) {
  if (!parameters.has(section, changes)) return {};
  const auto& list = parameters.get<Node>(section, changes);
  std::vector<SpeedChange> found;
  if (!list.is_list()) wrong_changes(list, "emulated_compute.changes is not a list", problems);
  for (const Node& node : list.children)
    if (list.is_list()) found.push_back(read_change(node, ranks, problems));
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.after < b.after; });
  return found;
}

void check_speeds(const std::vector<Real>& given, const ParameterSet& parameters, int ranks,
                  std::vector<Problem>& problems) {
  if (given.empty() || int(given.size()) == ranks) return;
  Problem problem;
  problem.slug = "emulation/compute-speeds";
  problem.message =
      fmt::format("emulated_compute.speeds has {}, but there {} {}", counted(given.size(), "speed"),
                  ranks == 1 ? "is" : "are", counted(ranks, "rank"));
  problem.where = parameters.where(section, speeds.name());
  problem.help = "give one speed for each rank, or leave it out";
  problems.push_back(problem);
}

}  // namespace

double StretchingEmulator::seconds_per_point(const ParameterSet& parameters) const {
  return parameters.get(section, per_point);
}

std::unique_ptr<EmulatedRank> StretchingEmulator::emulate(const ParameterSet& parameters, int rank,
                                                          int ranks) const {
  auto limited = emulate_limited(parameters, rank, ranks);
  const bool stretches = seconds_per_point(parameters) > 0 || parameters.get(section, slowdown) > 1;
  return stretches ? std::move(limited) : nullptr;
}

std::unique_ptr<EmulatedRank> StretchingEmulator::emulate_limited(const ParameterSet& parameters,
                                                                  int rank, int ranks) const {
  const double base = seconds_per_point(parameters), factor = parameters.get(section, slowdown);
  const std::vector<Real> relative = parameters.get(section, speeds);
  std::vector<Problem> problems;
  check_speeds(relative, parameters, ranks, problems);
  const std::vector<SpeedChange> all = read_changes(parameters, ranks, problems);
  if (!problems.empty()) throw Error(problems);
  std::vector<RateChange> mine;
  for (const SpeedChange& change : all)
    if (change.rank == rank) mine.push_back({change.after, base / change.speed});
  const double speed = relative.empty() ? 1 : relative[std::size_t(rank)];
  const auto way =
      parameters.get(section, by) == "work" ? StretchedRank::By::work : StretchedRank::By::sleep;
  return std::make_unique<StretchedRank>(base / speed, std::move(mine), way, factor);
}

}  // namespace cardon::compute_emulated
