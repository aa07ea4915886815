// SPDX-License-Identifier: Apache-2.0
#include "gossip.hpp"

#include <algorithm>

namespace cardon {
namespace {

bool before(const Gossip::Entry& a, const Gossip::Entry& b) { return a.rank < b.rank; }

}  // namespace

bool Gossip::knows(int rank) const {
  return std::binary_search(known_.begin(), known_.end(), Entry{rank, 0}, before);
}

void Gossip::add(const Entry& entry) {
  const auto at = std::lower_bound(known_.begin(), known_.end(), entry, before);
  if (at == known_.end() || at->rank != entry.rank) known_.insert(at, entry);
}

void Gossip::merge(std::span<const double> words) {
  std::vector<Entry> all;
  all.reserve(known_.size() + words.size() / 2);
  auto mine = known_.cbegin();
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const Entry theirs{int(words[i]), words[i + 1]};
    while (mine != known_.cend() && mine->rank < theirs.rank) all.push_back(*mine++);
    if (mine == known_.cend() || mine->rank != theirs.rank) all.push_back(theirs);
  }
  all.insert(all.end(), mine, known_.cend());
  known_ = std::move(all);
}

std::vector<double> Gossip::message() {
  const int n = int(known_.size());
  const int sent = options_.entries > 0 ? std::min(n, options_.entries) : n;
  const int first = sent < n ? random_.below(n) : 0;
  std::vector<Entry> chosen;
  for (int i = 0; i < sent; ++i) chosen.push_back(known_[std::size_t((first + i) % n)]);
  std::sort(chosen.begin(), chosen.end(), before);  // merge() relies on it
  std::vector<double> words;
  for (const Entry& entry : chosen) {
    words.push_back(entry.rank);
    words.push_back(entry.room);
  }
  return words;
}

std::vector<int> Gossip::peers(const RankView& own, long round) {
  int fan_out = options_.fan_out;
  if (options_.adaptive) fan_out += (round > 5 ? 1 : 0) + (round > 7 ? 1 : 0);
  const bool near = options_.near_peers && round > 2 && own.sites != nullptr;
  const auto site = [&](int rank) { return (*own.sites)[std::size_t(rank)]; };
  std::vector<int> peers;
  // Random trials find few of the last ranks that are allowed; those need not be told then.
  for (int tries = 0; int(peers.size()) < fan_out && tries < 32 * fan_out; ++tries) {
    const int rank = random_.below(own.ranks);
    const bool known = options_.informed_peers && knows(rank);
    const bool far = near && site(rank) != site(own.rank);
    if (rank != own.rank && !known && !far && std::count(peers.begin(), peers.end(), rank) == 0)
      peers.push_back(rank);
  }
  return peers;
}

}  // namespace cardon
