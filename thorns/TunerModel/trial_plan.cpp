// SPDX-License-Identifier: Apache-2.0
#include "trial_plan.hpp"

#include <algorithm>

namespace cardon {

TrialPlan::TrialPlan(std::vector<CodecNames> chains, std::vector<bool> free)
    : free_(std::move(free)) {
  std::copy_if(chains.begin(), chains.end(), std::back_inserter(chains_),
               [](const CodecNames& chain) { return !chain.empty(); });
  if (std::find(free_.begin(), free_.end(), true) == free_.end()) chains_.clear();
  if (!chains_.empty()) scout_ = chains_.front();
}

std::vector<CodecNames> TrialPlan::next(const DriverSettings& settings) {
  if (chains_.empty()) return {};
  bool plain = false;  // somewhere, messages travel as they are
  for (std::size_t n = 0; n < settings.links.size(); ++n)
    for (const CodecNames& chain : settings.links[n].codecs) {
      if (!free_.at(n)) continue;
      if (chain.empty())
        plain = true;
      else
        scout_ = chain;
    }
  if (full_ > 0 || ++rested_ >= rest_windows) {
    full_ = std::max(0, full_ - 1);
    rested_ = 0;
    return chains_;
  }
  return plain ? std::vector<CodecNames>{scout_} : std::vector<CodecNames>{};
}

}  // namespace cardon
