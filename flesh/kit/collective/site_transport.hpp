// SPDX-License-Identifier: Apache-2.0
// The ranks of one site among themselves.
#pragma once
#include <cardon/services/machine.hpp>
#include <cardon/services/transport.hpp>
#include <vector>

namespace cardon {

/// A transport between some of the ranks of another one, counted from 0. Nothing of it leaves
/// them, collectives included.
class SiteTransport : public Transport {
 public:
  /// `ranks` of `all`, in ascending order; this rank is one of them. `all` must live as long.
  SiteTransport(Transport& all, std::vector<int> ranks);

  Request post_receive(int from, int tag, std::span<std::byte> buffer) override;
  Request send(int to, int tag, std::span<const std::byte> bytes) override;
  bool test(std::span<const Request> requests) override { return all_.test(requests); }
  void wait(std::span<const Request> requests) override { all_.wait(requests); }
  std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> bytes) override;
  std::string describe() const override;

  /// The number of one of its ranks in the transport of all.
  int rank_of_all(int rank) const { return site_[std::size_t(rank)]; }

 private:
  Transport& all_;
  std::vector<int> site_;
  std::vector<Site> gathered_;  // one, with ranks by their number here
};

}  // namespace cardon
