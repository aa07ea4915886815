// SPDX-License-Identifier: Apache-2.0
// Ranks that note whom they talk to.
#pragma once
#include <cardon/services/transport.hpp>
#include <map>

namespace cardon {

/// Passes everything on to another transport, and counts.
class WatchedTransport : public Transport {
 public:
  explicit WatchedTransport(Transport& to) : to_(to) {
    rank_ = to.rank();
    size_ = to.size();
  }
  Request post_receive(int from, int tag, std::span<std::byte> buffer) override {
    return to_.post_receive(from, tag, buffer);
  }
  Request send(int to, int tag, std::span<const std::byte> bytes) override {
    sent[to] += bytes.size();
    return to_.send(to, tag, bytes);
  }
  bool test(std::span<const Request> requests) override { return to_.test(requests); }
  void wait(std::span<const Request> requests) override { to_.wait(requests); }
  std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> bytes) override {
    ++gathered;
    return to_.all_gather(bytes);
  }
  std::string describe() const override { return to_.describe(); }

  std::map<int, std::size_t> sent;  ///< bytes by rank
  int gathered = 0;                 ///< collectives of all ranks

 private:
  Transport& to_;
};

}  // namespace cardon
