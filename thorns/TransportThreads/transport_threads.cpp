// SPDX-License-Identifier: Apache-2.0
#include "transport_threads.hpp"

#include <algorithm>
#include <cardon/services/rank_threads.hpp>
#include <cardon/services/timings.hpp>
#include <cardon/thorn/error.hpp>
#include <chrono>
#include <set>
#include <string>
#include <thread>

#include "peer_silence.hpp"

namespace cardon {
namespace {

// A sleeping rank looks as often, in s, which is its heartbeat.
constexpr double longest_sleep = 1;
// Where each rank has a core of its own, a message is often there before a thread would sleep.
constexpr int max_spins = 50;

Error rank_ended(int rank) {
  Problem problem{.slug = rank_ended_slug};
  problem.message = "rank " + std::to_string(rank) + " has failed, so this one ends as well";
  problem.help = "read the report of that rank";
  return Error(problem, exit_environment);
}

}  // namespace

TransportThreads::TransportThreads(std::shared_ptr<ThreadWorld> world, int rank)
    : world_(std::move(world)),
      mailbox_(world_->mailbox(rank)),
      may_spin_(unsigned(world_->size()) <= std::thread::hardware_concurrency()) {
  rank_ = rank;
  size_ = world_->size();
}

Transport::Request TransportThreads::post_receive(int from, int tag, std::span<std::byte> buffer) {
  static_cast<void>(world_->mailbox(from));  // there is such a rank
  receive();
  const Request request = messages_.add({.buffer = buffer, .from = from});
  const auto waiting = unclaimed_.find({from, tag});
  if (waiting == unclaimed_.end()) {
    posted_[{from, tag}].push_back(request);
    return request;
  }
  complete(messages_.at(request), waiting->second.front());
  waiting->second.pop_front();
  if (waiting->second.empty()) unclaimed_.erase(waiting);
  return request;
}

Transport::Request TransportThreads::send(int to, int tag, std::span<const std::byte> bytes) {
  Mailbox& mailbox = world_->mailbox(to);
  receive();
  mailbox.put({rank_, tag, bytes});
  return messages_.add({.complete = true});
}

void TransportThreads::complete(Message& message, const Letter& letter) const {
  if (letter.bytes().size() > message.buffer.size())
    throw Bug("a message is longer than its receiver expects");
  std::ranges::copy(letter.bytes(), message.buffer.begin());
  message.complete = true;
}

// Letters come in the order of sending and go to the receives in the order of posting.
void TransportThreads::deliver(Letter letter) {
  const Key key{letter.from(), letter.tag()};
  const auto receives = posted_.find(key);
  if (receives == posted_.end()) {
    unclaimed_[key].push_back(std::move(letter));
    return;
  }
  complete(messages_.at(receives->second.front()), letter);
  receives->second.pop_front();
  if (receives->second.empty()) posted_.erase(receives);
}

void TransportThreads::receive() {
  world_->look(rank_);
  if (const int failed = world_->failed(); failed >= 0) throw rank_ended(failed);
  if (!mailbox_.has_letters()) return;
  for (Letter& letter : mailbox_.take()) deliver(std::move(letter));
}

bool TransportThreads::is_complete(std::span<const Request> requests) {
  return std::ranges::all_of(requests,
                             [this](Request request) { return messages_.at(request).complete; });
}

bool TransportThreads::test(std::span<const Request> requests) {
  receive();
  return is_complete(requests);
}

template <class Done, class Awaited>
void TransportThreads::wait_until(const Done& done, const Awaited& awaited) {
  receive();
  for (int spin = 0; may_spin_ && !done() && spin < max_spins; ++spin) {
    std::this_thread::yield();
    receive();
  }
  if (done()) return;
  const double pause = patience_ > 0 ? std::min(longest_sleep, patience_ / 4) : longest_sleep;
  for (PeerSilence peers(*world_, seconds_now()); !done(); receive()) {
    if (gave_up_) lost_(awaited());
    mailbox_.wait(std::chrono::duration<double>(pause));
    if (!lost_ || mailbox_.has_letters()) continue;
    const std::vector<int> gone = peers.silent(awaited(), seconds_now(), patience_);
    if (gone.empty() || world_->failed() >= 0) continue;
    gave_up_ = true;
    lost_(gone);
  }
}

/// Whose messages, of these, have not come; in ascending order.
std::vector<int> TransportThreads::awaited(std::span<const Request> requests) {
  std::set<int> ranks;
  for (const Request request : requests)
    if (const Message& message = messages_.at(request); !message.complete)
      ranks.insert(message.from);
  ranks.erase(rank_);
  return {ranks.begin(), ranks.end()};
}

void TransportThreads::wait(std::span<const Request> requests) {
  wait_until([&] { return is_complete(requests); }, [&] { return awaited(requests); });
  for (const Request request : requests) messages_.release(request);
}

std::vector<std::vector<std::byte>> TransportThreads::all_gather(std::span<const std::byte> bytes) {
  receive();
  const auto gathering = world_->say(rank_, gatherings_++, bytes);
  wait_until([&] { return gathering->is_complete(); }, [&] { return gathering->missing(); });
  return gathering->said();
}

void TransportThreads::set_timeout(double seconds,
                                   std::function<void(const std::vector<int>&)> lost) {
  patience_ = seconds;
  lost_ = std::move(lost);
}

std::string TransportThreads::describe() const {
  return size_ == 1 ? "1 rank, a thread of one process"
                    : std::to_string(size_) + " ranks, threads of one process";
}

}  // namespace cardon
