// SPDX-License-Identifier: Apache-2.0
#include "balance/plan_seconds.hpp"

#include <cardon/thorn/error.hpp>
#include <cmath>
#include <map>
#include <sstream>
#include <string>

namespace cardon {
namespace {

constexpr const char* table =
#include "balance/plan_seconds.table"
    ;

// seconds * blocks ^ by_blocks * ranks ^ by_ranks
struct PlanFit {
  double seconds = 0, by_blocks = 0, by_ranks = 0;
};

struct PlanTable {
  std::map<std::string, PlanFit, std::less<>> fits;
  std::string first;
};

PlanTable read_table() {
  PlanTable read;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    PlanFit fit;
    if (line.empty() || line[0] == '#') continue;
    words >> name;
    if (name == "first" ? !(words >> read.first)
                        : !(words >> fit.seconds >> fit.by_blocks >> fit.by_ranks))
      throw Bug("not a line of plan_seconds.table: " + line);
    if (name != "first") read.fits[name] = fit;
  }
  return read;
}

const PlanTable& plan_table() {
  static const PlanTable read = read_table();
  return read;
}

}  // namespace

double plan_seconds(std::string_view balancer, double blocks, double ranks) {
  const auto& fits = plan_table().fits;
  const auto found = fits.find(balancer);
  if (found == fits.end())
    throw Bug("what plans of " + std::string(balancer) + " take was not measured");
  const PlanFit& fit = found->second;
  return fit.seconds * std::pow(blocks, fit.by_blocks) * std::pow(ranks, fit.by_ranks);
}

const std::string& first_planner() { return plan_table().first; }

}  // namespace cardon
