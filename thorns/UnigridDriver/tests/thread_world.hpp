// SPDX-License-Identifier: Apache-2.0
// Several ranks in one process: one thread each, messages through a shared mailbox.
#pragma once
#include <cardon/services/transport.hpp>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <tuple>

namespace cardon::test {

class ThreadWorld {
 public:
  explicit ThreadWorld(int ranks) : ranks_(ranks) {}
  int size() const { return ranks_; }
  /// Runs `work` for every rank and throws what the first failing rank threw.
  void run(const std::function<void(Transport&)>& work);
  /// Messages that were sent and not received.
  std::size_t left_over() const;

 private:
  friend class ThreadTransport;
  using Key = std::tuple<int, int, int>;  // from, to, tag
  int ranks_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<Key, std::deque<std::vector<std::byte>>> mail_;
};

class ThreadTransport : public Transport {
 public:
  ThreadTransport(ThreadWorld& world, int rank) : world_(world) {
    rank_ = rank;
    size_ = world.size();
  }

  Request post_receive(int from, int tag, std::span<std::byte> buffer) override {
    receives_[++last_] = {{from, rank_, tag}, buffer};
    return last_;
  }
  Request send(int to, int tag, std::span<const std::byte> bytes) override {
    const std::lock_guard lock(world_.mutex_);
    world_.mail_[{rank_, to, tag}].emplace_back(bytes.begin(), bytes.end());
    world_.changed_.notify_all();
    return ++last_;
  }
  bool test(std::span<const Request>) override {
    std::this_thread::yield();
    return false;
  }
  void wait(std::span<const Request> requests) override {
    std::unique_lock lock(world_.mutex_);
    for (const Request request : requests) {
      const auto found = receives_.find(request);
      if (found == receives_.end()) continue;
      auto& box = world_.mail_[found->second.key];
      world_.changed_.wait(lock, [&] { return !box.empty(); });
      if (box.front().size() != found->second.buffer.size())
        throw std::runtime_error("message of wrong length");
      std::copy(box.front().begin(), box.front().end(), found->second.buffer.begin());
      box.pop_front();
      receives_.erase(found);
    }
  }
  std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte>) override {
    throw std::runtime_error("the driver gathers nothing");
  }
  std::string describe() const override { return "threads"; }

 private:
  struct Receive {
    ThreadWorld::Key key;
    std::span<std::byte> buffer;
  };
  ThreadWorld& world_;
  std::map<Request, Receive> receives_;
  Request last_ = 0;
};

inline void ThreadWorld::run(const std::function<void(Transport&)>& work) {
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(ranks_));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks_; ++rank)
    threads.emplace_back([&, rank] {
      try {
        ThreadTransport transport(*this, rank);
        work(transport);
      } catch (...) {
        failures[std::size_t(rank)] = std::current_exception();
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

inline std::size_t ThreadWorld::left_over() const {
  std::size_t count = 0;
  for (const auto& [key, box] : mail_) count += box.size();
  return count;
}

}  // namespace cardon::test
