// SPDX-License-Identifier: Apache-2.0
#include "restart/unique_strings.hpp"

#include <algorithm>
#include <cardon/kit/data_checksum.hpp>

#include "base/host_names.hpp"
#include "checkpoint/checkpoint_folder.hpp"

namespace cardon {

UniqueStrings distinct_texts(const std::string& mine, Transport& transport) {
  const std::string checksum = DataChecksum::of(std::as_bytes(std::span(mine)));
  UniqueStrings distinct;
  std::vector<std::string> checksums;
  const std::vector<std::string> all = gather_text(checksum, transport);
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    const auto known = std::find(checksums.begin(), checksums.end(), all[rank]);
    distinct.of_rank.push_back(int(known - checksums.begin()));
    if (known != checksums.end()) continue;
    checksums.push_back(all[rank]);
    distinct.first_ranks.push_back(int(rank));
  }
  if (checksums.size() == 1) {
    distinct.texts = {mine};
    return distinct;
  }
  const int own = distinct.of_rank[std::size_t(transport.rank())];
  const bool speaks = distinct.first_ranks[std::size_t(own)] == transport.rank();
  const std::vector<std::string> texts = gather_text(speaks ? mine : "", transport);
  for (const int rank : distinct.first_ranks) distinct.texts.push_back(texts[std::size_t(rank)]);
  return distinct;
}

std::string text_of_rank(const std::filesystem::path& file, int rank, Transport& transport) {
  const std::string mine = transport.rank() == rank ? file_text(file) : "";
  return gather_text(mine, transport)[std::size_t(rank)];
}

}  // namespace cardon
