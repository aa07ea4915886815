// SPDX-License-Identifier: Apache-2.0
// What ranks see of file systems, which need not be the same.
#pragma once
#include <cardon/services/transport.hpp>
#include <filesystem>
#include <string>
#include <vector>

namespace cardon {

/// The texts of all ranks, each once.
struct UniqueStrings {
  std::vector<std::string> texts;  ///< in the order of first_ranks
  std::vector<int> first_ranks;    ///< the lowest rank that has the text
  std::vector<int> of_rank;        ///< by rank: index into texts
};

/// Collective. Where all ranks have the same, only its checksum is sent.
UniqueStrings distinct_texts(const std::string& mine, Transport& transport);

/// A whole file as one rank sees it, on all. Collective.
std::string text_of_rank(const std::filesystem::path& file, int rank, Transport& transport);

}  // namespace cardon
