// SPDX-License-Identifier: Apache-2.0
// Several ranks in one process, one thread each, and messages that take their time.
#pragma once
#include <cardon/services/transport.hpp>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <tuple>

namespace cardon::test {

/// A message as tests see it.
struct Envelope {
  int from = 0, to = 0, tag = 0;
  std::span<std::byte> bytes;
};

/// How messages behave. Functions are called by one thread at a time.
struct Weather {
  /// Seconds until the receiver may have it; messages with equal ends and tag never overtake.
  std::function<double(const Envelope&)> delay;
  /// May change the bytes on their way.
  std::function<void(const Envelope&)> harm;
  /// Longer messages leave only when they are wanted, and when their sender looks after them then.
  std::size_t eager_bytes = std::size_t(-1);
};

class SlowWorld {
 public:
  explicit SlowWorld(int ranks, Weather weather = {})
      : ranks_(ranks), weather_(std::move(weather)) {}
  int size() const { return ranks_; }
  /// Runs `work` for every rank. Throws what the first rank that failed threw; the others are told
  /// that a peer is gone.
  void run(const std::function<void(Transport&)>& work);
  /// Messages that were sent and not received.
  std::size_t left_over() const;
  /// Messages sent from one rank to another by any tag, and the longest of them.
  long sent(int from, int to) const;
  std::size_t longest(int from, int to) const;

 private:
  friend class SlowTransport;
  struct Message {
    std::vector<std::byte> bytes;
    bool wanted = false;  // a receive waits for it
    bool there = false;   // it has left the sender
    double visible = 0;   // then, for the receiver
  };
  struct Stream {
    std::deque<Message> messages;  // not received
    long received = 0, posted = 0, sent = 0;
    double visible = 0;  // of the last one
  };
  using Key = std::tuple<int, int, int>;                    // from, to, tag
  using Gathering = std::map<int, std::vector<std::byte>>;  // what each rank said

  void depart(const Key& key, Stream& stream, Message& message);

  int ranks_;
  Weather weather_;
  mutable std::mutex mutex_;
  std::map<Key, Stream> streams_;
  std::list<Gathering> gatherings_;
  std::exception_ptr failure_;
  std::map<std::pair<int, int>, std::pair<long, std::size_t>> sent_;
};

/// Checks that requests are used as transport.hpp says.
class SlowTransport : public Transport {
 public:
  SlowTransport(SlowWorld& world, int rank);
  Request post_receive(int from, int tag, std::span<std::byte> buffer) override;
  Request send(int to, int tag, std::span<const std::byte> bytes) override;
  bool test(std::span<const Request> requests) override;
  void wait(std::span<const Request> requests) override;
  std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> bytes) override;
  std::string describe() const override { return "threads"; }
  /// Requests that were not waited for.
  std::size_t open() const { return open_.size(); }

 private:
  struct Pending {
    SlowWorld::Key key;
    long number = 0;  // of the message in its stream
    bool receives = false, complete = false;
    std::span<std::byte> to;
    std::span<const std::byte> from;
  };
  void move_on();  // with the lock
  bool complete(Pending& pending);
  bool take(Pending& pending, SlowWorld::Stream& stream);

  SlowWorld& world_;
  std::map<Request, Pending> open_;
  Request last_ = 0;
  double moved_ = 0;  // when something last happened
  std::list<SlowWorld::Gathering>::iterator gathering_;
};

}  // namespace cardon::test
