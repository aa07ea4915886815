// SPDX-License-Identifier: Apache-2.0
#include "core_shares.hpp"

#include <algorithm>
#include <utility>

namespace cardon {
namespace {

constexpr std::size_t enough_windows = 3;
constexpr double nearly_all = 0.8;   // interruptions of a busy computer, which come and go
constexpr double min_share = 0.25;   // a rank keeps some blocks, so that it is measured again
constexpr double little_work = 0.1;  // of the mean of all ranks: what it shows is noise
constexpr double forgotten = 0.1;    // per window, where a rank has so little

double share_of(const LoadReport& rank) {
  const double worked = working_seconds(rank);
  return std::max(min_share, worked / (worked + rank.interrupted));
}

}  // namespace

void CoreShares::measured(const std::vector<LoadReport>& ranks) {
  double all = 0;
  for (const LoadReport& rank : ranks) all += working_seconds(rank);
  std::vector<double> shares =
      windows_.empty() ? std::vector<double>(ranks.size(), 1) : windows_.back();
  for (std::size_t r = 0; r < ranks.size(); ++r)
    if (working_seconds(ranks[r]) > little_work * all / double(ranks.size()))
      shares[r] = share_of(ranks[r]);
    else
      shares[r] += forgotten * (1 - shares[r]);
  windows_.push_back(std::move(shares));
  if (windows_.size() > enough_windows) windows_.pop_front();
}

std::vector<double> CoreShares::lasting() const {
  if (windows_.size() < enough_windows) return {};
  std::vector<double> largest = windows_.front();
  for (const std::vector<double>& window : windows_)
    std::transform(largest.begin(), largest.end(), window.begin(), largest.begin(),
                   [](double a, double b) { return std::max(a, b); });
  for (double& share : largest)
    if (share > nearly_all) share = 1;
  return largest;
}

}  // namespace cardon
