// SPDX-License-Identifier: Apache-2.0
#include "gossip_agent.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace cardon {
namespace {

// The first word of a message, and what follows.
constexpr double rumour = 0;   // rank, room, ...
constexpr double offers = 1;   // block, work, ...
constexpr double answers = 2;  // block, work, whether it is accepted, ...

double room_of(const RankView& own, double threshold) {
  return own.speed * (threshold * own.mean_seconds - own.seconds());
}

// With fewer rounds some ranks would hear of nobody: after r rounds a rank has heard of none with a
// probability of about exp(-2 r + 1).
constexpr double min_rounds = 7;

long gossip_rounds(const RankView& own, double share) {
  const double all = std::log2(double(own.ranks));
  return std::lround(std::ceil(std::max(share * all, std::min(all, min_rounds))));
}

}  // namespace

GossipAgent::GossipAgent(const GossipOptions& options, unsigned seed, int rank, bool negotiates)
    : options_(options), negotiates_(negotiates), gossip_(options, seed, rank) {}

bool GossipAgent::round(const RankView& own, std::span<const BalanceMessage> inbox,
                        BalanceChannel& channel) {
  const long rounds = gossip_rounds(own, options_.rounds_share);
  if (round_ == 0 && own.seconds() < own.mean_seconds)
    gossip_.add({own.rank, room_of(own, options_.threshold)});
  bool told = round_ == 0 && !gossip_.known().empty();
  for (const BalanceMessage& message : inbox) {
    if (message.words[0] == rumour) {
      gossip_.merge(message.words.subspan(1));
      told = true;
    } else if (message.words[0] == offers) {
      answer(own, message, channel);
    } else {
      conclude(message, channel);
    }
  }
  ++round_;
  if (round_ <= rounds) {
    if (told) tell(own, channel);
    return true;
  }
  if (!transfer_) begin_transfer(own);
  if (negotiates_)
    offer(own, channel);
  else
    give(own, channel);
  return open_ > 0;
}

void GossipAgent::tell(const RankView& own, BalanceChannel& channel) {
  std::vector<double> words{rumour};
  for (const double word : gossip_.message()) words.push_back(word);
  const std::vector<int> peers = gossip_.peers(own, round_);
  if (!peers.empty()) channel.send(peers, std::move(words));
}

// What a rank heard takes most of the memory where all agents are in one process: those that have
// nothing to give forget it.
void GossipAgent::begin_transfer(const RankView& own) {
  surplus_ = -room_of(own, options_.threshold);
  const bool gives = surplus_ > 0 && own.blocks.size() >= 2;
  transfer_.emplace(gives ? gossip_.take_known() : std::vector<Gossip::Entry>(),
                    options_.informed_transfer);
  if (!gives) return gossip_.forget();
  blocks_ = own.blocks;
  std::erase_if(blocks_, [](const RankBlock& block) { return !block.movable; });
  std::stable_sort(blocks_.begin(), blocks_.end(),
                   [](const RankBlock& a, const RankBlock& b) { return a.work > b.work; });
}

void GossipAgent::give(const RankView&, BalanceChannel& channel) {
  while (surplus_ > 0 && !blocks_.empty()) {
    const RankBlock block = blocks_.back();
    blocks_.pop_back();
    const int to = transfer_->target(block.work, gossip_.random());
    if (to < 0) continue;
    channel.move(block.block, to);
    surplus_ -= block.work;
  }
  blocks_.clear();
}

void GossipAgent::offer(const RankView&, BalanceChannel& channel) {
  if (open_ > 0 || surplus_ <= 0 || blocks_.empty() || offers_ >= options_.negotiations) return;
  ++offers_;
  std::map<int, std::vector<double>> letters;
  double offered = 0;
  for (auto block = blocks_.rbegin(); block != blocks_.rend() && offered < surplus_; ++block) {
    const int to = transfer_->target(block->work, gossip_.random());
    if (to < 0) continue;
    std::vector<double>& words = letters.insert({to, {offers}}).first->second;
    words.push_back(block->block);
    words.push_back(block->work);
    offered += block->work;
  }
  open_ = int(letters.size());
  for (auto& [rank, words] : letters) channel.send(std::array{rank}, std::move(words));
}

// Work that was accepted counts at once; the block itself comes two rounds later, when the view is
// not asked again.
void GossipAgent::answer(const RankView& own, const BalanceMessage& message,
                         BalanceChannel& channel) {
  if (promised_ < 0) promised_ = own.speed * own.seconds();
  std::vector<double> words{answers};
  for (std::size_t i = 1; i < message.words.size(); i += 2) {
    const double work = message.words[i + 1];
    const bool fits =
        promised_ + work <= options_.threshold * own.mean_seconds * own.speed * (1 + 1e-12);
    if (fits) promised_ += work;
    words.push_back(message.words[i]);
    words.push_back(work);
    words.push_back(fits ? 1 : 0);
  }
  channel.send(std::array{message.from}, std::move(words));
}

void GossipAgent::conclude(const BalanceMessage& message, BalanceChannel& channel) {
  --open_;
  for (std::size_t i = 1; i < message.words.size(); i += 3) {
    const int number = int(message.words[i]);
    if (message.words[i + 2] == 0) {
      ++refusals_;
      transfer_->refused(message.from);
      continue;
    }
    channel.move(number, message.from);
    surplus_ -= message.words[i + 1];
    std::erase_if(blocks_, [&](const RankBlock& block) { return block.block == number; });
  }
}

}  // namespace cardon
