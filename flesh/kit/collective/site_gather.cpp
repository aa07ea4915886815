// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/site_gather.hpp>
#include <cardon/thorn/error.hpp>
#include <cstdint>
#include <cstring>

namespace cardon {
namespace {

using Bytes = SiteGather::Bytes;

// What one rank says, within the words of several.
struct Entry {
  std::int64_t rank;
  std::uint64_t bytes;
};

// A receiver does not know how long a message is. So it comes in two: a head that tells it and
// holds as much as has room, and the rest, if any.
using Length = std::uint64_t;
constexpr std::size_t head_size = std::size_t{16} * 1024;
constexpr std::size_t in_head = head_size - sizeof(Length);

void append(Bytes& to, std::span<const std::byte> bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

Bytes labelled(int rank, std::span<const std::byte> bytes) {
  const Entry entry{rank, bytes.size()};
  Bytes result;
  append(result, std::as_bytes(std::span(&entry, 1)));
  append(result, bytes);
  return result;
}

std::vector<Bytes> by_rank(std::span<const std::byte> entries, int ranks) {
  std::vector<Bytes> result(static_cast<std::size_t>(ranks));
  while (!entries.empty()) {
    Entry entry;
    std::memcpy(&entry, entries.data(), sizeof entry);
    const auto said = entries.subspan(sizeof entry, entry.bytes);
    result.at(std::size_t(entry.rank)).assign(said.begin(), said.end());
    entries = entries.subspan(sizeof entry + entry.bytes);
  }
  return result;
}

}  // namespace

SiteGather::SiteGather(Transport& transport, std::span<const Site> sites, int tag)
    : transport_(transport), tag_(tag) {
  for (const Site& site : sites) {
    if (std::count(site.ranks.begin(), site.ranks.end(), transport.rank()) > 0)
      site_ = site.ranks;
    else if (!site.ranks.empty())
      firsts_.push_back(site.ranks.front());
  }
  if (site_.empty()) throw Bug("a rank belongs to no site");
}

std::vector<Bytes> SiteGather::all(std::span<const std::byte> bytes) {
  Bytes own = labelled(transport_.rank(), bytes);
  Bytes everything;
  if (const int first = site_.front(); transport_.rank() == first) {
    everything = of_all_sites(std::move(own));
  } else {
    send(std::span(&first, 1), std::move(own));
    everything = receive(std::span(&first, 1)).front();
  }
  transport_.wait(sent_);
  return by_rank(everything, transport_.size());
}

Bytes SiteGather::of_all_sites(Bytes own) {
  const auto others = std::span(site_).subspan(1);
  for (const Bytes& theirs : receive(others)) append(own, theirs);
  send(firsts_, own);
  for (const Bytes& theirs : receive(firsts_)) append(own, theirs);
  send(others, own);
  return own;
}

void SiteGather::send(std::span<const int> to, Bytes bytes) {
  if (to.empty()) return;
  const Length length = bytes.size();
  Bytes& message = sending_.emplace_back(sizeof length);
  std::memcpy(message.data(), &length, sizeof length);
  append(message, bytes);
  const auto all = std::span<const std::byte>(message);
  const std::size_t head = std::min(head_size, all.size());
  for (const int rank : to) sent_.push_back(transport_.send(rank, tag_, all.first(head)));
  if (head == all.size()) return;
  for (const int rank : to) sent_.push_back(transport_.send(rank, tag_, all.subspan(head)));
}

std::vector<Bytes> SiteGather::receive(std::span<const int> from) {
  std::vector<Bytes> heads(from.size(), Bytes(head_size)), result(from.size());
  std::vector<Transport::Request> requests;
  for (std::size_t n = 0; n < from.size(); ++n)
    requests.push_back(transport_.post_receive(from[n], tag_, heads[n]));
  transport_.wait(requests);
  requests.clear();
  for (std::size_t n = 0; n < from.size(); ++n) {
    Length length = 0;
    std::memcpy(&length, heads[n].data(), sizeof length);
    const std::size_t had = std::min<std::size_t>(length, in_head);
    result[n].assign(heads[n].begin() + sizeof length, heads[n].begin() + sizeof length + had);
    result[n].resize(length);
    if (length > had)
      requests.push_back(transport_.post_receive(from[n], tag_, std::span(result[n]).subspan(had)));
  }
  transport_.wait(requests);
  return result;
}

}  // namespace cardon
