// SPDX-License-Identifier: Apache-2.0
#include "own_codecs.hpp"

#include <algorithm>
#include <cardon/kit/codec/codec_chain.hpp>
#include <cardon/kit/codec/piece_writer.hpp>
#include <iterator>
#include <utility>

namespace cardon::grid_driver {
namespace {

constexpr long pieces_to_judge_by = 20;     // between two readings, to know a chain
constexpr double smaller = 0.97;            // messages that are worth another chain
constexpr double cold_caches = 1.25;        // trials are repeated, and so find their data in caches
constexpr double much_faster = 0.5;         // that is worth a chain whose messages are as small
constexpr int readings_without_codecs = 8;  // before the agreed chain is tried again

double per_byte(double value, double bytes) { return bytes > 0 ? value / bytes : 0; }

double size_of(const CodecTrial& chain) { return chain.raw > 0 ? chain.sent / chain.raw : 1; }

// Decoding takes place at the receiver, for whom this rank's own decoding stands.
bool is_faster(const CodecTrial& trial, const CodecTrial& now, double factor) {
  const double encode[] = {per_byte(trial.encode, trial.raw), per_byte(now.encode, now.raw)};
  const double decode[] = {per_byte(trial.decode, trial.decoded),
                           per_byte(now.decode, now.decoded)};
  return cold_caches * encode[0] <= factor * encode[1] &&
         cold_caches * (encode[0] + decode[0]) <= factor * (encode[1] + decode[1]);
}

bool is_better(const CodecTrial& trial, const CodecTrial& now) {
  const double size = size_of(trial), before = size_of(now);
  return (size <= smaller * before && is_faster(trial, now, 1)) ||
         (size <= before && is_faster(trial, now, much_faster));
}

}  // namespace

OwnCodecs::OwnCodecs(std::size_t links, std::vector<bool> free, CodecFactory codec)
    : links_(links), free_(std::move(free)), codec_(std::move(codec)) {
  free_.resize(links, false);
}

const CodecNames& OwnCodecs::chain(std::size_t link, const CodecNames& agreed) {
  Own& own = links_.at(link);
  if (!own.known) own = {.known = true, .agreed = agreed};
  if (!same_chain(own.agreed, agreed)) own = {.known = true, .mixed = true, .agreed = own.agreed};
  return own.chosen ? own.chain : agreed;
}

void OwnCodecs::clear() { std::fill(links_.begin(), links_.end(), Own()); }

bool OwnCodecs::any() const {
  return std::any_of(links_.begin(), links_.end(), [](const Own& own) { return own.chosen; });
}

void OwnCodecs::describe(std::vector<LinkTimings>& links) const {
  for (std::size_t n = 0; n < links_.size(); ++n)
    if (links_[n].chosen)
      links[n + 1].codec = chain_text(links_[n].chain) + " (chosen by the rank)";
}

bool OwnCodecs::is_allowed(const CodecNames& chain) const {
  return !chain.empty() && PieceWriter::is_short_name(chain) && is_lossless(chain, codec_);
}

// Where all agreed on no codecs, these would cost more than they gain, whatever the data.
std::vector<OwnChain> OwnCodecs::choose(const std::vector<CodecTrial>& in_use,
                                        const std::vector<CodecTrial>& trials,
                                        const std::vector<CodecNames>& chains) {
  std::vector<OwnChain> news;
  for (std::size_t link = 0; link < links_.size(); ++link) {
    Own& own = links_[link];
    if (!free_[link] || own.mixed || own.agreed.empty()) continue;
    if (in_use[link].pieces < pieces_to_judge_by) continue;
    std::vector<CodecTrial> here;
    std::copy_if(trials.begin(), trials.end(), std::back_inserter(here),
                 [&](const CodecTrial& trial) { return trial.link == int(link); });
    const Own before = own;
    choose(own, in_use[link], here, chains);
    if (!before.chosen && !own.chosen) continue;
    news.push_back(news_of(before, own, in_use[link], here, chains));
    news.back().link = int(link);
  }
  return news;
}

// What returns to the agreed chain without a trial of it expects what it did before the choice.
OwnChain OwnCodecs::news_of(const Own& before, const Own& own, const CodecTrial& now,
                            const std::vector<CodecTrial>& trials,
                            const std::vector<CodecNames>& chains) {
  const double size = size_of(now);
  OwnChain news{.changed = !same_chain(before.in_use(), own.in_use()),
                .agreed = chain_text(own.agreed),
                .chain = chain_text(own.in_use()),
                .before = size,
                .expected = own.in_use().empty() ? 1
                            : own.chosen         ? size
                                                 : before.size};
  if (before.chosen) news.saved = (before.size - size) * now.raw;
  for (const CodecTrial& trial : trials)
    if (news.changed && same_chain(chains.at(std::size_t(trial.chain)), own.in_use()))
      news.expected = size_of(trial);
  return news;
}

void OwnCodecs::choose(Own& own, const CodecTrial& now, const std::vector<CodecTrial>& trials,
                       const std::vector<CodecNames>& chains) const {
  ++own.readings;
  const auto chain_of = [&](const CodecTrial& t) { return chains.at(std::size_t(t.chain)); };
  const auto works_again = [&](const CodecTrial& trial) {
    return same_chain(chain_of(trial), own.agreed) && size_of(trial) <= smaller;
  };
  if (own.chosen && own.chain.empty()) {
    if (own.readings >= readings_without_codecs ||
        std::any_of(trials.begin(), trials.end(), works_again))
      own = without_choice(own);
    return;
  }
  if (own.chosen && size_of(now) > own.size) {
    own = without_choice(own);
    return;
  }
  const CodecTrial* best = nullptr;
  for (const CodecTrial& trial : trials)
    if (is_better(trial, now) && (!best || size_of(trial) < size_of(*best)) &&
        is_allowed(chain_of(trial)))
      best = &trial;
  if (best)
    take(own, now, chain_of(*best));
  else if (size_of(now) > smaller)
    take(own, now, {});
}

void OwnCodecs::take(Own& own, const CodecTrial& now, const CodecNames& chain) const {
  if (same_chain(chain, own.agreed)) {
    own = without_choice(own);
    return;
  }
  if (!own.chosen) own.size = size_of(now);
  own.chosen = true;
  own.chain = chain;
  own.readings = 0;
}

}  // namespace cardon::grid_driver
