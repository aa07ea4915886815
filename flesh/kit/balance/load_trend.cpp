// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/balance/load_trend.hpp>
#include <cmath>
#include <numeric>

namespace cardon {
namespace {

constexpr double old_errors = 0.5;  // weight of those before
constexpr double clear = 0.9;       // of the error without a trend: what a trend must stay below
constexpr double min_share = 0.1;   // of the present part

std::vector<double> parts_of(const BalanceProblem& problem) {
  std::vector<double> parts;
  for (const BlockLoad& block : problem.blocks) parts.push_back(block.work);
  const double all = std::accumulate(parts.begin(), parts.end(), 0.0);
  for (double& part : parts) part = all > 0 ? part / all : 0;
  return parts;
}

}  // namespace

double LoadTrend::foretold(std::size_t block, double share, double steps) const {
  return std::max(min_share * parts_[block], parts_[block] + share * steps * rates_[block]);
}

void LoadTrend::measured(const BalanceProblem& problem, double step) {
  if (parts_.size() != problem.blocks.size() || step <= step_) reset();
  std::vector<double> now = parts_of(problem);
  if (!rates_.empty()) {
    for (std::size_t s = 0; s < shares.size(); ++s) {
      errors_[s] *= old_errors;
      for (std::size_t b = 0; b < now.size(); ++b)
        errors_[s] += std::abs(now[b] - foretold(b, shares[s], step - step_));
    }
  }
  if (!parts_.empty()) {
    rates_.resize(now.size());
    for (std::size_t b = 0; b < now.size(); ++b) rates_[b] = (now[b] - parts_[b]) / (step - step_);
  }
  parts_ = std::move(now);
  step_ = step;
}

double LoadTrend::share() const {
  const auto best = std::min_element(errors_.begin(), errors_.end());
  return *best < clear * errors_[0] ? shares[std::size_t(best - errors_.begin())] : 0;
}

BalanceProblem LoadTrend::ahead(BalanceProblem problem, double steps) const {
  const double part = share();
  if (part == 0) return problem;
  for (std::size_t b = 0; b < problem.blocks.size(); ++b)
    if (parts_[b] > 0) problem.blocks[b].work *= foretold(b, part, steps) / parts_[b];
  return problem;
}

}  // namespace cardon
