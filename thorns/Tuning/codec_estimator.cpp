// SPDX-License-Identifier: Apache-2.0
#include "codec_estimator.hpp"

#include <algorithm>
#include <cmath>

namespace cardon {
namespace {

// Of one chain over all ranks in the list.
CodecTrial sum_of(const std::vector<RankWindow>& ranks, const std::vector<int>& list, int link,
                  int chain) {
  CodecTrial sum;
  for (const int rank : list)
    for (const CodecTrial& t : ranks[std::size_t(rank)].readings.trials) {
      if (t.link != link || t.chain != chain) continue;
      sum.pieces += t.pieces;
      sum.raw += t.raw;
      sum.sent += t.sent;
      sum.encode += t.encode;
      sum.decode += t.decode;
      sum.decoded += t.decoded;
      sum.ratios += t.ratios;
      sum.squares += t.squares;
    }
  return sum;
}

Estimate per_byte(double seconds, double bytes, double pieces) {
  if (bytes <= 0 || pieces <= 0) return {};
  return {seconds / bytes, seconds / bytes / std::sqrt(pieces), pieces};
}

CodecEstimate estimate(const CodecNames& chain, const CodecTrial& sent,
                       const CodecTrial& received) {
  CodecEstimate result;
  result.chain = chain;
  const auto n = double(sent.pieces);
  if (n > 0) {
    const double mean = sent.ratios / n;
    const double variance = std::max(0.0, sent.squares / n - mean * mean);
    result.ratio = {sent.raw / sent.sent, std::sqrt(variance / n), n};
  }
  result.encode = per_byte(sent.encode, sent.raw, n);
  const double piece = n > 0 ? sent.raw / n : received.decoded;
  result.decode = per_byte(received.decode, received.decoded, received.decoded / piece);
  return result;
}

}  // namespace

std::vector<CodecEstimate> estimate_codecs(const std::vector<RankWindow>& ranks, int link,
                                           const std::vector<int>& senders,
                                           const std::vector<int>& receivers,
                                           const CodecNames& in_use,
                                           const std::vector<CodecNames>& trials) {
  std::vector<CodecEstimate> all;
  if (in_use.empty()) {
    const Estimate nothing{0, 0, 1};
    all.push_back({{}, {1, 0, 1}, nothing, nothing});
  } else {
    all.push_back(estimate(in_use, sum_of(ranks, senders, link, CodecTrial::in_use),
                           sum_of(ranks, receivers, link, CodecTrial::in_use)));
  }
  for (std::size_t n = 0; n < trials.size(); ++n) {
    if (same_chain(trials[n], in_use) || trials[n].empty()) continue;
    const CodecTrial sum = sum_of(ranks, senders, link, int(n));
    if (sum.pieces > 0) all.push_back(estimate(trials[n], sum, sum));
  }
  return all;
}

}  // namespace cardon
