// SPDX-License-Identifier: Apache-2.0
#include "transport_emulated.hpp"

#include <sched.h>

#include <algorithm>
#include <cardon/error.hpp>
#include <cstdio>
#include <cstring>

#include "site_gather.hpp"

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
Nanoseconds longest_nap(const std::vector<LinkFigures>& figures) {
  Nanoseconds nap = millisecond;
  for (const LinkFigures& link : figures)
    if (link.latency > 0) nap = std::min(nap, link.latency / 4);
  return std::max(nap, shortest_nap);
}

std::vector<std::size_t> sites_of_ranks(const Machine& machine, int ranks) {
  std::vector<std::size_t> sites;
  for (int rank = 0; rank < ranks; ++rank)
    sites.push_back(static_cast<std::size_t>(machine.site_of_rank(rank)));
  return sites;
}

}  // namespace

TransportEmulated::TransportEmulated(std::shared_ptr<Transport> inner, const Machine& machine)
    : inner_(std::move(inner)),
      machine_(machine),
      site_(sites_of_ranks(machine, inner_->size())),
      figures_(link_figures(machine)),
      longest_nap_(longest_nap(figures_)),
      words_(*inner_, LinkBook::words(figures_.size()), machine.where),
      links_(words_.words()) {
  rank_ = inner_->rank();
  size_ = inner_->size();
  random_.seed(static_cast<unsigned>(rank_) + 1);
}

Transport::Request TransportEmulated::new_message(Message message) {
  if (free_.empty()) {
    free_.push_back(static_cast<Request>(messages_.size()));
    messages_.emplace_back();
  }
  const Request request = free_.back();
  free_.pop_back();
  messages_[static_cast<std::size_t>(request)] = std::move(message);
  return request;
}

TransportEmulated::Message& TransportEmulated::at(Request request) {
  Message& message = messages_.at(static_cast<std::size_t>(request));
  if (message.state == State::unused) throw Bug("asking for a message that was waited for before");
  return message;
}

std::size_t TransportEmulated::link(int from, int to) const {
  return site_.at(static_cast<std::size_t>(from)) * machine_.sites.size() +
         site_.at(static_cast<std::size_t>(to));
}

Nanoseconds TransportEmulated::book(std::size_t link, std::size_t bytes) {
  const LinkFigures& figures = figures_[link];
  const Nanoseconds transfer = figures.transfer(bytes);
  if (machine_.emulation.naive) {
    sleep_until(now() + figures.latency + transfer);
    return 0;
  }
  Nanoseconds visible = links_.occupy(link, now(), transfer) + figures.latency;
  if (machine_.emulation.jitter <= 0) return visible;
  const auto most = static_cast<Nanoseconds>(machine_.emulation.jitter * nanoseconds_per_second);
  visible += std::uniform_int_distribution<Nanoseconds>(0, most)(random_);
  return links_.behind_others(link, visible);
}

Transport::Request TransportEmulated::post_receive(int from, int tag, std::span<std::byte> buffer) {
  if (site_.at(static_cast<std::size_t>(from)) == site_[static_cast<std::size_t>(rank_)])
    return new_message({State::inner, inner_->post_receive(from, tag, buffer)});
  const std::size_t bytes = sizeof(Header) + buffer.size();
  auto frame = std::make_unique_for_overwrite<std::byte[]>(bytes);
  const Request inner = inner_->post_receive(from, tag, {frame.get(), bytes});
  expected_.push_back(new_message({State::expected, inner, std::move(frame), buffer}));
  return expected_.back();
}

Transport::Request TransportEmulated::send(int to, int tag, std::span<const std::byte> bytes) {
  if (site_.at(static_cast<std::size_t>(to)) == site_[static_cast<std::size_t>(rank_)])
    return new_message({State::inner, inner_->send(to, tag, bytes)});
  const Header header{book(link(rank_, to), bytes.size()), bytes.size()};
  auto frame = std::make_unique_for_overwrite<std::byte[]>(sizeof header + bytes.size());
  std::memcpy(frame.get(), &header, sizeof header);
  std::copy(bytes.begin(), bytes.end(), frame.get() + sizeof header);
  const Request inner = inner_->send(to, tag, {frame.get(), sizeof header + bytes.size()});
  return new_message({State::inner, inner, std::move(frame)});
}

void TransportEmulated::unpack(Message& message) {
  inner_->wait(std::span(&message.inner, 1));
  Header header;
  std::memcpy(&header, message.frame.get(), sizeof header);
  const std::byte* payload = message.frame.get() + sizeof header;
  std::copy(payload, payload + header.bytes, message.buffer.begin());
  message.visible = header.visible;
  message.state = State::arrived;
  message.frame.reset();
}

void TransportEmulated::collect() {
  if (expected_.empty()) inner_->test({});
  std::erase_if(expected_, [&](Request request) {
    Message& message = at(request);
    if (!inner_->test(std::span(&message.inner, 1))) return false;
    unpack(message);
    return true;
  });
}

bool TransportEmulated::test(std::span<const Request> requests) {
  collect();
  scratch_.clear();
  bool complete = true;
  const Nanoseconds time = now();
  for (const Request request : requests) {
    const Message& message = at(request);
    if (message.state == State::inner) scratch_.push_back(message.inner);
    if (message.state == State::expected) complete = false;
    if (message.state == State::arrived && message.visible > time) complete = false;
  }
  return complete && (scratch_.empty() || inner_->test(scratch_));
}

TransportEmulated::Outlook TransportEmulated::outlook(std::span<const Request> requests,
                                                      Nanoseconds time) {
  Outlook outlook;
  for (const Request request : requests) {
    const Message& message = at(request);
    if (message.state == State::expected) outlook.expecting = true;
    if (message.state != State::arrived || message.visible <= time) continue;
    if (outlook.next == 0 || message.visible < outlook.next) outlook.next = message.visible;
  }
  return outlook;
}

// Ranks may outnumber cores, so that those who wait must leave the cores to others.
void TransportEmulated::pause(const Outlook& outlook, Nanoseconds since) const {
  const Nanoseconds time = now();
  Nanoseconds until = time + longest_nap_;
  if (outlook.expecting) until = std::min(until, time + (time - since) / 16);
  if (outlook.next > 0) until = std::min(until, outlook.next - timer_lateness);
  if (until < time + shortest_nap)
    sched_yield();
  else
    sleep_until(until);
}

void TransportEmulated::wait(std::span<const Request> requests) {
  const Nanoseconds since = now();
  for (Outlook left = outlook(requests, since); left.expecting || left.next > 0;) {
    collect();
    left = outlook(requests, now());
    if (left.expecting || left.next > 0) pause(left, since);
  }
  scratch_.clear();
  for (const Request request : requests)
    if (at(request).state == State::inner) scratch_.push_back(at(request).inner);
  if (!scratch_.empty()) inner_->wait(scratch_);
  for (const Request request : requests) {
    at(request) = {};
    free_.push_back(request);
  }
}

std::vector<std::vector<std::byte>> TransportEmulated::all_gather(
    std::span<const std::byte> bytes) {
  return SiteGather(*this, machine_.sites, gather_tag).all(bytes);
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
  return text;
}

}  // namespace cardon
