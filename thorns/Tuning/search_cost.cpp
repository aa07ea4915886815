// SPDX-License-Identifier: Apache-2.0
#include "search_cost.hpp"

#include <cstddef>
#include <cstring>
#include <span>

namespace cardon {

std::vector<SearchCost> gather_costs(const SearchCost& mine, Transport& transport) {
  const auto bytes = std::as_bytes(std::span(&mine, 1));
  std::vector<SearchCost> all;
  for (const std::vector<std::byte>& theirs :
       transport.all_gather(std::vector<std::byte>(bytes.begin(), bytes.end())))
    std::memcpy(&all.emplace_back(), theirs.data(), sizeof(SearchCost));
  return all;
}

}  // namespace cardon
