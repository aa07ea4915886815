// SPDX-License-Identifier: Apache-2.0
#include "transport_self.hpp"

#include <algorithm>
#include <cardon/thorn/error.hpp>

namespace cardon {
namespace {

void deliver(std::span<const std::byte> bytes, std::span<std::byte> buffer) {
  if (bytes.size() > buffer.size()) throw Bug("a message is longer than its receiver expects");
  std::copy(bytes.begin(), bytes.end(), buffer.begin());
}

void check_rank(int rank) {
  if (rank != 0) throw Bug("a message to or from a rank that does not exist");
}

}  // namespace

Transport::Request TransportSelf::post_receive(int from, int tag, std::span<std::byte> buffer) {
  check_rank(from);
  const auto waiting =
      std::find_if(sent_.begin(), sent_.end(), [&](const Sent& sent) { return sent.tag == tag; });
  if (waiting == sent_.end()) {
    receives_.push_back({++last_, tag, buffer});
    return last_;
  }
  deliver(waiting->bytes, buffer);
  sent_.erase(waiting);
  return done;
}

Transport::Request TransportSelf::send(int to, int tag, std::span<const std::byte> bytes) {
  check_rank(to);
  const auto posted = std::find_if(receives_.begin(), receives_.end(),
                                   [&](const Receive& receive) { return receive.tag == tag; });
  if (posted == receives_.end()) {
    sent_.push_back({tag, {bytes.begin(), bytes.end()}});
    return done;
  }
  deliver(bytes, posted->buffer);
  receives_.erase(posted);
  return done;
}

bool TransportSelf::test(std::span<const Request> requests) {
  return std::none_of(receives_.begin(), receives_.end(), [&](const Receive& receive) {
    return std::find(requests.begin(), requests.end(), receive.request) != requests.end();
  });
}

void TransportSelf::wait(std::span<const Request> requests) {
  if (!test(requests)) throw Bug("waiting for a message that nobody has sent");
}

std::vector<std::vector<std::byte>> TransportSelf::all_gather(std::span<const std::byte> bytes) {
  return {{bytes.begin(), bytes.end()}};
}

}  // namespace cardon
