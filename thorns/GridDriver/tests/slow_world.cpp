// SPDX-License-Identifier: Apache-2.0
#include "slow_world.hpp"

#include <algorithm>
#include <cardon/services/timings.hpp>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace cardon::test {
namespace {

struct PeerIsGone : std::runtime_error {
  PeerIsGone() : std::runtime_error("a peer is gone") {}
};

// In s. A test that hangs says so.
constexpr double longest_silence = 20;

}  // namespace

void SlowWorld::run(const std::function<void(Transport&)>& work) {
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks_; ++rank)
    threads.emplace_back([&, rank] {
      try {
        SlowTransport transport(*this, rank);
        work(transport);
        const std::lock_guard lock(mutex_);
        if (!failure_ && transport.open() > 0)
          throw std::runtime_error("requests of a rank were never waited for");
      } catch (const PeerIsGone&) {
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
      }
    });
  for (std::thread& thread : threads) thread.join();
  if (failure_) std::rethrow_exception(failure_);
}

std::size_t SlowWorld::left_over() const {
  std::size_t count = 0;
  for (const auto& [key, stream] : streams_) count += stream.messages.size();
  return count;
}

long SlowWorld::sent(int from, int to) const {
  const auto found = sent_.find({from, to});
  return found == sent_.end() ? 0 : found->second.first;
}

std::size_t SlowWorld::longest(int from, int to) const {
  const auto found = sent_.find({from, to});
  return found == sent_.end() ? 0 : found->second.second;
}

void SlowWorld::depart(const Key& key, Stream& stream, Message& message) {
  const Envelope envelope{std::get<0>(key), std::get<1>(key), std::get<2>(key), message.bytes};
  const double delay = weather_.delay ? weather_.delay(envelope) : 0;
  if (weather_.harm) weather_.harm(envelope);
  stream.visible = message.visible = std::max(stream.visible, seconds_now() + delay);
  message.there = true;
}

SlowTransport::SlowTransport(SlowWorld& world, int rank) : world_(world) {
  rank_ = rank;
  size_ = world.size();
  moved_ = seconds_now();
}

Transport::Request SlowTransport::post_receive(int from, int tag, std::span<std::byte> buffer) {
  const std::lock_guard lock(world_.mutex_);
  const SlowWorld::Key key{from, rank_, tag};
  open_[++last_] = {key, world_.streams_[key].posted++, true, false, buffer, {}};
  moved_ = seconds_now();
  move_on();
  return last_;
}

Transport::Request SlowTransport::send(int to, int tag, std::span<const std::byte> bytes) {
  const std::lock_guard lock(world_.mutex_);
  const SlowWorld::Key key{rank_, to, tag};
  SlowWorld::Stream& stream = world_.streams_[key];
  SlowWorld::Message& message = stream.messages.emplace_back();
  auto& [messages, longest] = world_.sent_[{rank_, to}];
  ++messages;
  longest = std::max(longest, bytes.size());
  open_[++last_] = {key, stream.sent++, false, false, {}, bytes};
  if (bytes.size() <= world_.weather_.eager_bytes) {
    message.bytes.assign(bytes.begin(), bytes.end());
    world_.depart(key, stream, message);
    open_[last_].complete = true;
  }
  moved_ = seconds_now();
  move_on();
  return last_;
}

// Every call moves all messages of the rank on, as MPI does.
void SlowTransport::move_on() {
  if (world_.failure_) throw PeerIsGone();
  for (auto& [request, pending] : open_)
    if (!pending.complete && complete(pending)) moved_ = seconds_now();
  if (seconds_now() - moved_ > longest_silence)
    throw std::runtime_error("rank " + std::to_string(rank_) + " waits for ever");
}

bool SlowTransport::complete(Pending& pending) {
  if (pending.complete) return true;
  SlowWorld::Stream& stream = world_.streams_[pending.key];
  if (pending.receives) return take(pending, stream);
  const auto place = std::size_t(pending.number - stream.received);
  SlowWorld::Message& message = stream.messages.at(place);
  if (!message.wanted) return false;
  message.bytes.assign(pending.from.begin(), pending.from.end());
  world_.depart(pending.key, stream, message);
  return pending.complete = true;
}

// Receives take messages in the order in which they were posted.
bool SlowTransport::take(Pending& pending, SlowWorld::Stream& stream) {
  const auto place = std::size_t(pending.number - stream.received);
  if (place >= stream.messages.size()) return false;
  SlowWorld::Message& message = stream.messages[place];
  message.wanted = true;
  if (place > 0 || !message.there || message.visible > seconds_now()) return false;
  if (message.bytes.size() > pending.to.size())
    throw std::runtime_error("a message is longer than the buffer for it");
  std::copy(message.bytes.begin(), message.bytes.end(), pending.to.begin());
  stream.messages.pop_front();
  ++stream.received;
  return pending.complete = true;
}

bool SlowTransport::test(std::span<const Request> requests) {
  const std::lock_guard lock(world_.mutex_);
  move_on();
  return std::all_of(requests.begin(), requests.end(),
                     [&](Request request) { return open_.at(request).complete; });
}

void SlowTransport::wait(std::span<const Request> requests) {
  while (!test(requests)) std::this_thread::sleep_for(std::chrono::microseconds(20));
  for (const Request request : requests) open_.erase(request);
}

std::vector<std::vector<std::byte>> SlowTransport::all_gather(std::span<const std::byte> bytes) {
  const auto join = [&] {
    const std::lock_guard lock(world_.mutex_);
    gathering_ = std::find_if(world_.gatherings_.begin(), world_.gatherings_.end(),
                              [&](const auto& g) { return g.count(rank_) == 0; });
    if (gathering_ == world_.gatherings_.end())
      gathering_ = world_.gatherings_.insert(gathering_, SlowWorld::Gathering{});
    (*gathering_)[rank_].assign(bytes.begin(), bytes.end());
    moved_ = seconds_now();
  };
  const auto all_there = [&] {
    const std::lock_guard lock(world_.mutex_);
    move_on();
    return int(gathering_->size()) == size_;
  };
  join();
  while (!all_there()) std::this_thread::sleep_for(std::chrono::microseconds(20));
  const std::lock_guard lock(world_.mutex_);
  std::vector<std::vector<std::byte>> all;
  for (const auto& [rank, part] : *gathering_) all.push_back(part);
  return all;
}

}  // namespace cardon::test
