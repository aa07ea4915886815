// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <list>
#include <vector>

namespace cardon {

/// One process by itself. It can send messages to itself, in any order of sends and receives.
class TransportSelf : public Transport {
 public:
  Request post_receive(int from, int tag, std::span<std::byte> buffer) override;
  Request send(int to, int tag, std::span<const std::byte> bytes) override;
  bool test(std::span<const Request> requests) override;
  /// Throws Bug if a receive was posted that nothing was sent for: it could never end.
  void wait(std::span<const Request> requests) override;
  std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> bytes) override;
  std::string describe() const override { return "one process, no messages"; }

 private:
  struct Receive {
    Request request;
    int tag;
    std::span<std::byte> buffer;
  };
  struct Sent {
    int tag;
    std::vector<std::byte> bytes;
  };
  static constexpr Request done = 0;  // what completes at once
  Request last_ = done;
  std::list<Receive> receives_;  // posted and not yet sent for
  std::list<Sent> sent_;         // sent and not yet asked for
};

}  // namespace cardon
