// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// Lines of a table on their way to rank 0 during a run. Nobody waits before close().
class RowRelay {
 public:
  /// `from`: the ranks that send, without rank 0. `tag`: of messages.
  RowRelay(Transport& transport, int tag, const std::vector<int>& from);
  ~RowRelay();
  RowRelay(const RowRelay&) = delete;
  RowRelay& operator=(const RowRelay&) = delete;

  /// On a rank that sends: these lines are sent as soon as the ones before have left.
  void send(std::string_view rows);
  /// Moves lines on. On rank 0 it returns those that have arrived, elsewhere nothing.
  std::string progress();
  /// Receives what is on its way, and forgets it and what has not been sent. Collective.
  void close();

 private:
  using Buffer = std::vector<std::byte>;
  struct Source {
    int rank = 0;
    Transport::Request request = 0;
    std::unique_ptr<Buffer> buffer;
    bool ended = false;
  };
  void post(Source& source);
  std::string receive(Source& source);
  void send_next();

  Transport& transport_;
  int tag_;
  std::vector<Source> sources_;  // on rank 0; each with a receive that waits for a message
  bool sends_ = false;
  std::string unsent_;
  Buffer leaving_;
  std::vector<Transport::Request> sent_;
};

}  // namespace cardon
