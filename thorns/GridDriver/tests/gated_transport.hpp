// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport.hpp>
#include <functional>
#include <map>
#include <stdexcept>
#include <thread>

namespace cardon::test {

/// Shows every message when the test wants it: not before, and then it is waited for. Not in the
/// piece of work that posts the receive, though, in which this rank may still have to send: only
/// after messages were moved on, test({}).
class GatedTransport : public Transport {
 public:
  /// Whether the n-th message from a rank with a tag may be seen now.
  using Gate = std::function<bool(int from, int tag, long n)>;
  explicit GatedTransport(Transport& inner) : inner_(inner) {
    rank_ = inner.rank();
    size_ = inner.size();
  }
  void set_gate(Gate gate) { gate_ = std::move(gate); }

  Request post_receive(int from, int tag, std::span<std::byte> buffer) override {
    const Request request = inner_.post_receive(from, tag, buffer);
    expected_[request] = {from, tag, posted_[{from, tag}]++, ++last_};
    return request;
  }
  Request send(int to, int tag, std::span<const std::byte> bytes) override {
    return inner_.send(to, tag, bytes);
  }
  bool test(std::span<const Request> requests) override {
    if (requests.empty()) moved_on_ = last_;
    for (const Request request : requests) {
      const auto found = expected_.find(request);
      if (found == expected_.end() || !gate_) continue;
      if (found->second.number > moved_on_) return false;
      if (!gate_(found->second.from, found->second.tag, found->second.n)) return false;
      for (int look = 0; !inner_.test(std::span(&request, 1)); ++look) {
        if (look > max_looks) throw std::runtime_error("a message that was foreseen never came");
        std::this_thread::sleep_for(std::chrono::microseconds(200));
      }
    }
    return inner_.test(requests);
  }
  void wait(std::span<const Request> requests) override {
    inner_.wait(requests);
    for (const Request request : requests) expected_.erase(request);
  }
  std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> bytes) override {
    return inner_.all_gather(bytes);
  }
  std::string describe() const override { return inner_.describe(); }

 private:
  static constexpr int max_looks = 100000;  // 20 s and more
  struct Expected {
    int from = 0, tag = 0;
    long n = 0;       // of this rank and tag
    long number = 0;  // of all
  };
  Transport& inner_;
  Gate gate_;
  long last_ = 0, moved_on_ = 0;  // receives posted: all, and before messages were moved on
  std::map<Request, Expected> expected_;
  std::map<std::pair<int, int>, long> posted_;
};

}  // namespace cardon::test
