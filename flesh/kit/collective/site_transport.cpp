// SPDX-License-Identifier: Apache-2.0
#include "collective/site_transport.hpp"

#include <algorithm>
#include <cardon/kit/message_tags.hpp>
#include <cardon/kit/site_gather.hpp>
#include <cardon/thorn/error.hpp>
#include <numeric>
#include <utility>

namespace cardon {
namespace {

// Below those of drivers; used by nothing else.

}  // namespace

SiteTransport::SiteTransport(Transport& all, std::vector<int> ranks)
    : all_(all), site_(std::move(ranks)), gathered_(1) {
  const auto own = std::find(site_.begin(), site_.end(), all.rank());
  if (own == site_.end()) throw Bug("a rank that belongs to another site");
  rank_ = int(own - site_.begin());
  size_ = int(site_.size());
  gathered_[0].ranks.resize(site_.size());
  std::iota(gathered_[0].ranks.begin(), gathered_[0].ranks.end(), 0);
}

Transport::Request SiteTransport::post_receive(int from, int tag, std::span<std::byte> buffer) {
  return all_.post_receive(rank_of_all(from), tag, buffer);
}

Transport::Request SiteTransport::send(int to, int tag, std::span<const std::byte> bytes) {
  return all_.send(rank_of_all(to), tag, bytes);
}

std::vector<std::vector<std::byte>> SiteTransport::all_gather(std::span<const std::byte> bytes) {
  if (size_ == all_.size()) return all_.all_gather(bytes);
  return SiteGather(*this, gathered_, message_tag::site_gather).all(bytes);
}

std::string SiteTransport::describe() const {
  return all_.describe() + "; " + std::to_string(size_) + " of its ranks";
}

}  // namespace cardon
