// SPDX-License-Identifier: Apache-2.0
// How bytes move between ranks.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace cardon {

/// Point-to-point messages between ranks, never blocking, and one collective for reductions and
/// output. Messages between the same two ranks with the same tag arrive in the order of sending.
class Transport {
 public:
  using Request = int;  ///< valid until wait() returns for it
  virtual ~Transport() = default;

  /// Number of this rank, from 0.
  int rank() const { return rank_; }
  /// Number of ranks.
  int size() const { return size_; }

  /// Receives a message of at most buffer.size() bytes from a rank. The buffer must live until
  /// wait() says it is done; what is in it must tell its own length.
  virtual Request post_receive(int from, int tag, std::span<std::byte> buffer) = 0;
  /// Sends bytes; the buffer must live until wait().
  virtual Request send(int to, int tag, std::span<const std::byte> bytes) = 0;
  /// Moves messages on without blocking and tells whether these requests are complete (true for
  /// none); they stay valid until wait(). To be called between pieces of computation.
  virtual bool test(std::span<const Request> requests) = 0;
  /// Blocks until all requests are complete. Throws Error (exit_environment) if a peer is gone.
  virtual void wait(std::span<const Request> requests) = 0;
  /// Every rank's bytes, in the order of ranks; lengths may differ. Collective.
  virtual std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> bytes) = 0;
  /// One line for people: library and what it runs over.
  virtual std::string describe() const = 0;

 protected:
  int rank_ = 0;  ///< set by the implementation
  int size_ = 1;  ///< set by the implementation
};

}  // namespace cardon
