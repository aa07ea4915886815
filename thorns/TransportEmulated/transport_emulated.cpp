// SPDX-License-Identifier: Apache-2.0
#include "transport_emulated.hpp"

#include <sched.h>

#include <algorithm>
#include <cardon/kit/message_tags.hpp>
#include <cardon/kit/site_gather.hpp>
#include <cardon/thorn/error.hpp>
#include <cstdio>
#include <cstring>

namespace cardon {
namespace {

/// In front of every message between sites.
struct Header {
  Nanoseconds visible;
  std::uint64_t bytes;
};

constexpr Nanoseconds microsecond = 1000, millisecond = 1000 * microsecond;
constexpr Nanoseconds shortest_nap = 20 * microsecond;  // about what the kernel is able to do
constexpr Nanoseconds timer_lateness = 100 * microsecond;

/// Messages are not noticed later than they are visible if ranks look more often than this.
Nanoseconds longest_nap(Nanoseconds min_latency) {
  const Nanoseconds nap = min_latency > 0 ? std::min(millisecond, min_latency / 4) : millisecond;
  return std::max(nap, shortest_nap);
}

// Ranks may outnumber cores, so that those who wait must leave the cores to others.
void rest_until(Nanoseconds when) {
  if (when < now() + shortest_nap)
    sched_yield();
  else
    sleep_until(when);
}

std::vector<std::size_t> sites_of_ranks(const Machine& machine, int ranks) {
  std::vector<std::size_t> sites;
  for (int rank = 0; rank < ranks; ++rank) sites.push_back(std::size_t(machine.site_of_rank(rank)));
  return sites;
}

}  // namespace

TransportEmulated::TransportEmulated(std::shared_ptr<Transport> inner, const Machine& machine)
    : inner_(std::move(inner)),
      machine_(machine),
      site_(sites_of_ranks(machine, inner_->size())),
      figures_(machine),
      longest_nap_(longest_nap(figures_.min_latency())),
      words_(*inner_, LinkBook::words(figures_.pairs()), machine.where),
      links_(words_.words()),
      begin_(links_.begin(now())) {
  rank_ = inner_->rank();
  size_ = inner_->size();
  random_.seed(unsigned(rank_) + 1);
}

std::size_t TransportEmulated::link(int from, int to) const {
  return site_.at(std::size_t(from)) * machine_.sites.size() + site_.at(std::size_t(to));
}

Nanoseconds TransportEmulated::book(std::size_t link, std::size_t bytes) {
  const Nanoseconds time = now();
  const LinkSpeed& figures = figures_.at(time - begin_, link);
  const Nanoseconds transfer = figures.transfer(bytes);
  if (machine_.emulation.naive) {
    sleep_until(time + figures.latency + transfer);
    return 0;
  }
  Nanoseconds visible = links_.occupy(link, time, transfer) + figures.latency;
  const auto max_jitter =
      static_cast<Nanoseconds>(machine_.emulation.jitter * nanoseconds_per_second);
  if (max_jitter > 0) visible += std::uniform_int_distribution<Nanoseconds>(0, max_jitter)(random_);
  // A message that is sent when the latency has fallen may not overtake those before it.
  return max_jitter > 0 || figures_.changes() ? links_.behind_others(link, visible) : visible;
}

Transport::Request TransportEmulated::post_receive(int from, int tag, std::span<std::byte> buffer) {
  if (site_.at(std::size_t(from)) == site_[std::size_t(rank_)])
    return messages_.add({State::inner, inner_->post_receive(from, tag, buffer)});
  const std::size_t bytes = sizeof(Header) + buffer.size();
  auto frame = std::make_unique_for_overwrite<std::byte[]>(bytes);
  const Request inner = inner_->post_receive(from, tag, {frame.get(), bytes});
  return messages_.add({State::expected, inner, std::move(frame), buffer});
}

Transport::Request TransportEmulated::send(int to, int tag, std::span<const std::byte> bytes) {
  if (site_.at(std::size_t(to)) == site_[std::size_t(rank_)])
    return messages_.add({State::inner, inner_->send(to, tag, bytes)});
  const Header header{book(link(rank_, to), bytes.size()), bytes.size()};
  auto frame = std::make_unique_for_overwrite<std::byte[]>(sizeof header + bytes.size());
  std::memcpy(frame.get(), &header, sizeof header);
  std::copy(bytes.begin(), bytes.end(), frame.get() + sizeof header);
  const Request inner = inner_->send(to, tag, {frame.get(), sizeof header + bytes.size()});
  return messages_.add({State::inner, inner, std::move(frame)});
}

bool TransportEmulated::has_arrived(Message& message) {
  if (message.state == State::arrived) return true;
  if (!inner_->test(std::span(&message.inner, 1))) return false;
  inner_->wait(std::span(&message.inner, 1));
  Header header;
  std::memcpy(&header, message.frame.get(), sizeof header);
  const std::byte* payload = message.frame.get() + sizeof header;
  std::copy(payload, payload + header.bytes, message.buffer.begin());
  message.visible = header.visible;
  message.state = State::arrived;
  message.frame.reset();
  return true;
}

bool TransportEmulated::test(std::span<const Request> requests) {
  if (requests.empty()) return inner_->test({});
  bool complete = true;
  for (const Request request : requests) {
    Message& message = messages_.at(request);
    if (message.state == State::inner)
      complete &= inner_->test(std::span(&message.inner, 1));
    else
      complete &= has_arrived(message) && message.visible <= now();
  }
  return complete;
}

void TransportEmulated::await_arrival(Message& message) {
  for (const Nanoseconds since = now(); !has_arrived(message);) {
    const Nanoseconds time = now();
    rest_until(time + std::min(longest_nap_, (time - since) / 16));
  }
}

void TransportEmulated::wait(std::span<const Request> requests) {
  Nanoseconds visible = 0;
  scratch_.clear();
  for (const Request request : requests) {
    Message& message = messages_.at(request);
    if (message.state == State::inner) {
      scratch_.push_back(message.inner);
    } else {
      await_arrival(message);
      visible = std::max(visible, message.visible);
    }
  }
  for (Nanoseconds time = now(); time < visible; time = now()) {
    rest_until(std::min(time + millisecond, visible - timer_lateness));
    inner_->test({});
  }
  if (!scratch_.empty()) inner_->wait(scratch_);
  for (const Request request : requests) {
    messages_.at(request) = {};
    messages_.release(request);
  }
}

std::vector<std::vector<std::byte>> TransportEmulated::all_gather(
    std::span<const std::byte> bytes) {
  return SiteGather(*this, machine_.sites, message_tag::emulated_gather).all(bytes);
}

std::string TransportEmulated::describe() const {
  std::string text = inner_->describe() + ", emulated links";
  if (machine_.emulation.naive) text += " (naive)";
  const char* separator = ": ";
  for (const SiteLink& link : machine_.links) {
    char figures[64];
    std::snprintf(figures, sizeof figures, " %g ms", link.latency * 1e3);
    text += separator + link.name + figures;
    std::snprintf(figures, sizeof figures, " %g MB/s", link.bandwidth * 1e-6);
    if (link.bandwidth > 0) text += figures;
    separator = ", ";
  }
  if (const std::size_t changes = machine_.emulation.changes.size(); changes > 0)
    text += ", " + std::to_string(changes) + (changes > 1 ? " changes" : " change");
  return text;
}

}  // namespace cardon
