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

std::map<std::string, PlanFit, std::less<>> read_fits() {
  std::map<std::string, PlanFit, std::less<>> fits;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    PlanFit fit;
    if (line.empty() || line[0] == '#') continue;
    if (!(words >> name >> fit.seconds >> fit.by_blocks >> fit.by_ranks))
      throw Bug("not a line of plan_seconds.table: " + line);
    fits[name] = fit;
  }
  return fits;
}

}  // namespace

double plan_seconds(std::string_view balancer, double blocks, double ranks) {
  static const auto fits = read_fits();
  const auto found = fits.find(balancer);
  if (found == fits.end())
    throw Bug("what plans of " + std::string(balancer) + " take was not measured");
  const PlanFit& fit = found->second;
  return fit.seconds * std::pow(blocks, fit.by_blocks) * std::pow(ranks, fit.by_ranks);
}

}  // namespace cardon
