// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <map>
#include <span>
#include <vector>

namespace cardon::grid_driver {

/// Messages of a rank that are on their way out. Holds their buffers until they are sent, and hands
/// these out again, so that no sender ever waits for an earlier message.
class Outbox {
 public:
  explicit Outbox(Transport& transport) : transport_(transport) {}
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;

  /// A buffer of this size with any content.
  std::vector<std::byte> buffer(std::size_t bytes);
  /// Hands a buffer out again.
  void keep(std::vector<std::byte> buffer);
  void send(int rank, int tag, std::vector<std::byte> message);
  /// Gets buffers for messages of these sizes, in bytes, that are to be on their way together.
  void provide(std::span<const std::size_t> messages);
  /// Whether all that it was given has been sent, as far as it has looked.
  bool empty() const { return sending_.empty(); }
  /// Takes back the buffers of what has been sent.
  void reap_sends();
  /// Waits until everything is sent.
  void finish();

 private:
  struct Sending {
    Transport::Request request;
    std::vector<std::byte> message;
  };
  using Buffers = std::multimap<std::size_t, std::vector<std::byte>>;  // by capacity
  Buffers::iterator fitting(std::size_t bytes);
  std::vector<std::byte> take(Buffers::iterator place, std::size_t bytes);

  Transport& transport_;
  std::vector<Sending> sending_;
  Buffers free_;
};

}  // namespace cardon::grid_driver
