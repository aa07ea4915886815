// SPDX-License-Identifier: Apache-2.0
// Gathering made of messages from one rank to another.
#pragma once
#include <cardon/services/machine.hpp>
#include <cardon/services/transport.hpp>
#include <list>
#include <span>
#include <vector>

namespace cardon {

/// Gathering made of messages: to the first rank of each site, between the first ranks, back to the
/// others. Nothing crosses a link twice, and all links are crossed at once.
class SiteGather {
 public:
  using Bytes = std::vector<std::byte>;  ///< what one rank gives
  /// `tag` must be used by nothing else. `transport` and `sites` must live as long.
  SiteGather(Transport& transport, std::span<const Site> sites, int tag);
  /// Every rank's bytes, in the order of ranks; lengths may differ. Collective, once per object.
  std::vector<Bytes> all(std::span<const std::byte> bytes);

 private:
  Bytes of_all_sites(Bytes own);
  std::vector<Bytes> receive(std::span<const int> from);
  void send(std::span<const int> to, Bytes bytes);

  Transport& transport_;
  int tag_;
  std::vector<int> site_;    // ranks of this rank's site
  std::vector<int> firsts_;  // first ranks of the other sites
  std::list<Bytes> sending_;
  std::vector<Transport::Request> sent_;
};

}  // namespace cardon
