// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <cardon/thorn/error.hpp>
#include <cstddef>
#include <utility>
#include <vector>

namespace cardon {

/// The messages of a transport by the requests that stand for them. Requests are given out again
/// after release().
template <typename Message>
class RequestTable {
 public:
  using Request = Transport::Request;  ///< what transports call it

  /// The request that stands for a message from now on.
  Request add(Message message) {
    if (free_.empty()) {
      free_.push_back(Request(entries_.size()));
      entries_.emplace_back();
    }
    const Request request = free_.back();
    free_.pop_back();
    entries_[std::size_t(request)] = {std::move(message), true};
    return request;
  }
  /// Whether a request was given out and not released.
  bool has(Request request) const {
    return std::size_t(request) < entries_.size() && entries_[std::size_t(request)].used;
  }
  /// Throws Bug for a request that was released, or that was never given out.
  Message& at(Request request) {
    if (!has(request)) throw Bug("a request is used that stands for no message, or no longer does");
    return entries_[std::size_t(request)].message;
  }
  /// Without a check. After release() the message is there until add() gives its request out again.
  Message& operator[](Request request) { return entries_[std::size_t(request)].message; }
  const Message& operator[](Request request) const {  ///< the same
    return entries_[std::size_t(request)].message;
  }
  /// The message of a request was waited for. Throws as at() does.
  void release(Request request) {
    static_cast<void>(at(request));
    entries_[std::size_t(request)].used = false;
    free_.push_back(request);
  }

 private:
  struct Entry {
    Message message;
    bool used = false;
  };
  std::vector<Entry> entries_;
  std::vector<Request> free_;
};

}  // namespace cardon
