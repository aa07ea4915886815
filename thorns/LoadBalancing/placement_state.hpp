// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/driver.hpp>
#include <cardon/services/machine.hpp>
#include <optional>
#include <string>
#include <vector>

namespace cardon {

/// By what a grid was cut that was divided again among its sites.
struct SiteCut {
  std::vector<double> speeds;  ///< by rank, as DriverSettings has them
  std::vector<double> shares;  ///< by site: a factor that is in the speeds of its ranks
};

/// What a checkpoint keeps of the owners of blocks, and of the division among sites if they were
/// given other shares: JSON.
std::string placement_state(const Decomposition& decomposition, const Machine& machine,
                            const std::optional<SiteCut>& cut);
/// The owners in such a state. Empty if it is empty or not of these blocks on so many ranks: a
/// restart may have other ranks or boxes.
std::vector<int> owners_in_state(const std::string& state, const Decomposition& decomposition,
                                 int ranks);
/// The division in such a state. None if it has none or is not of these sites with these ranks.
std::optional<SiteCut> cut_in_state(const std::string& state, const Machine& machine);

}  // namespace cardon
