// SPDX-License-Identifier: Apache-2.0
// Several ranks in one process: one thread each, messages through a shared mailbox.
#pragma once
#include <algorithm>
#include <cardon/services/transport.hpp>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <tuple>

namespace cardon::test {

/// What the ranks share.
struct ThreadWorld {
  using Bytes = std::vector<std::byte>;
  explicit ThreadWorld(int ranks) : said(std::size_t(ranks)) {}

  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::tuple<int, int, int>, std::deque<Bytes>> mail;  // from, to, tag
  std::vector<Bytes> said, heard;
  std::size_t arrived = 0;
  long gatherings = 0;
};

class ThreadTransport : public Transport {
 public:
  ThreadTransport(ThreadWorld& world, int rank) : world_(world) {
    rank_ = rank;
    size_ = int(world.said.size());
  }

  Request post_receive(int from, int tag, std::span<std::byte> buffer) override {
    receives_.push_back({++last_, {from, rank_, tag}, buffer});
    return last_;
  }
  Request send(int to, int tag, std::span<const std::byte> bytes) override {
    const std::lock_guard lock(world_.mutex);
    world_.mail[{rank_, to, tag}].emplace_back(bytes.begin(), bytes.end());
    world_.changed.notify_all();
    return ++last_;
  }
  bool test(std::span<const Request> requests) override {
    const std::lock_guard lock(world_.mutex);
    return deliver(requests);
  }
  void wait(std::span<const Request> requests) override {
    std::unique_lock lock(world_.mutex);
    world_.changed.wait(lock, [&] { return deliver(requests); });
  }
  std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> bytes) override {
    std::unique_lock lock(world_.mutex);
    world_.said[std::size_t(rank_)].assign(bytes.begin(), bytes.end());
    const long number = world_.gatherings;
    if (++world_.arrived == world_.said.size()) {
      world_.heard = world_.said;
      world_.arrived = 0;
      ++world_.gatherings;
      world_.changed.notify_all();
    }
    world_.changed.wait(lock, [&] { return world_.gatherings > number; });
    return world_.heard;
  }
  std::string describe() const override { return "threads"; }

 private:
  struct Receive {
    Request request;
    std::tuple<int, int, int> key;
    std::span<std::byte> buffer;
  };
  // Messages go to the receives in the order of posting.
  bool deliver(std::span<const Request> requests) {
    receives_.remove_if([&](const Receive& receive) {
      auto& box = world_.mail[receive.key];
      if (box.empty()) return false;
      if (box.front().size() > receive.buffer.size()) throw std::logic_error("too long");
      std::copy(box.front().begin(), box.front().end(), receive.buffer.begin());
      box.pop_front();
      return true;
    });
    return std::none_of(receives_.begin(), receives_.end(), [&](const Receive& receive) {
      return std::count(requests.begin(), requests.end(), receive.request) > 0;
    });
  }

  ThreadWorld& world_;
  std::list<Receive> receives_;
  Request last_ = 0;
};

/// Runs `work` on every rank at once; rethrows what the lowest rank that threw has thrown.
inline void on_ranks(int ranks, const std::function<void(std::shared_ptr<Transport>)>& work) {
  ThreadWorld world(ranks);
  std::vector<std::exception_ptr> failures(world.said.size());
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank)
    threads.emplace_back([&, rank] {
      try {
        work(std::make_shared<ThreadTransport>(world, rank));
      } catch (...) {
        failures[std::size_t(rank)] = std::current_exception();
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace cardon::test
