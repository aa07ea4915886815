// SPDX-License-Identifier: Apache-2.0
// Ranks that are threads of one test.
#pragma once
#include <algorithm>
#include <cardon/services/transport.hpp>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <tuple>

namespace cardon {

/// What the ranks of one run share.
struct LocalWorld {
  explicit LocalWorld(int ranks) : size(ranks), said(std::size_t{1} * ranks) {}
  using Bytes = std::vector<std::byte>;

  const int size;
  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::tuple<int, int, int>, std::deque<Bytes>> mail;  // from, to, tag
  std::vector<Bytes> said, heard;
  int arrived = 0;
  long collectives = 0;
};

class LocalTransport : public Transport {
 public:
  LocalTransport(LocalWorld& world, int rank) : world_(&world) {
    rank_ = rank;
    size_ = world.size;
  }

  Request post_receive(int from, int tag, std::span<std::byte> buffer) override {
    receives_.push_back({from, tag, buffer});
    return int(receives_.size()) - 1;
  }
  Request send(int to, int tag, std::span<const std::byte> bytes) override {
    const std::lock_guard lock(world_->mutex);
    world_->mail[{rank_, to, tag}].emplace_back(bytes.begin(), bytes.end());
    world_->changed.notify_all();
    return -1;
  }
  // With one message at a time from a rank with a tag.
  bool test(std::span<const Request> requests) override {
    const std::lock_guard lock(world_->mutex);
    return std::all_of(requests.begin(), requests.end(), [this](Request request) {
      if (request < 0) return true;
      const auto& [from, tag, buffer] = receives_[std::size_t(request)];
      return !world_->mail[{from, rank_, tag}].empty();
    });
  }
  void wait(std::span<const Request> requests) override {
    std::unique_lock lock(world_->mutex);
    for (const Request request : requests) {
      if (request < 0) continue;
      const auto& [from, tag, buffer] = receives_[std::size_t(request)];
      auto& box = world_->mail[{from, rank_, tag}];
      world_->changed.wait(lock, [&box] { return !box.empty(); });
      if (box.front().size() > buffer.size()) throw std::logic_error("message too long");
      std::memcpy(buffer.data(), box.front().data(), box.front().size());
      box.pop_front();
    }
  }
  std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> bytes) override {
    std::unique_lock lock(world_->mutex);
    world_->said[std::size_t(rank_)].assign(bytes.begin(), bytes.end());
    const long number = world_->collectives;
    if (++world_->arrived == size_) {
      world_->heard = world_->said;
      world_->arrived = 0;
      ++world_->collectives;
      world_->changed.notify_all();
    }
    world_->changed.wait(lock, [&] { return world_->collectives > number; });
    return world_->heard;
  }
  std::string describe() const override { return "threads of one test"; }

 private:
  struct Receive {
    int from, tag;
    std::span<std::byte> buffer;
  };
  LocalWorld* world_;
  std::vector<Receive> receives_;
};

/// Runs `work` on every rank at once; rethrows the exception of the lowest rank that threw. Returns
/// the number of collectives.
inline long on_ranks(int ranks, const std::function<void(Transport&)>& work) {
  LocalWorld world(ranks);
  std::vector<std::exception_ptr> failures(std::size_t{1} * ranks);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank)
    threads.emplace_back([&, rank] {
      LocalTransport transport(world, rank);
      try {
        work(transport);
      } catch (...) {
        failures[std::size_t(rank)] = std::current_exception();
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
  return world.collectives;
}

}  // namespace cardon
