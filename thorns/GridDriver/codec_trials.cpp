// SPDX-License-Identifier: Apache-2.0
#include "codec_trials.hpp"

#include <algorithm>
#include <cardon/timings.hpp>
#include <utility>

namespace cardon::grid_driver {
namespace {

// More pieces make a mean no better; messages of a run are much alike.
constexpr long enough_pieces = 16;
constexpr double enough_seconds = 20e-3;
constexpr long least_pieces = 4;
// Other messages wait behind a message that is looked at.
constexpr double longest_look = 1e-3;

bool has_enough(const CodecTrial& result, double seconds) {
  return result.pieces >= enough_pieces ||
         (result.pieces >= least_pieces && seconds > enough_seconds);
}

}  // namespace

void CodecTrials::begin(const std::vector<CodecNames>& chains) {
  chains_ = chains;
  samples_.clear();
  ++turn_;
}

// Some messages are sent only once, after a change of settings; so a stream must come again to be
// chosen, and then not always the first.
bool CodecTrials::belongs_to_sample(Sample& sample, const void* stream) const {
  if (sample.stream != nullptr) return sample.stream == stream;
  if (std::find(sample.seen.begin(), sample.seen.end(), stream) == sample.seen.end()) {
    sample.seen.push_back(stream);
    return false;
  }
  if (sample.returns++ != turn_ % sample.seen.size()) return false;
  sample.stream = stream;
  return true;
}

void CodecTrials::open(Sample& sample, int link, const std::vector<MessagePiece>& pieces,
                       const CodecNames& in_use) const {
  sample.piece = (pieces.size() / 2 + 3 * (turn_ - 1)) % pieces.size();
  for (std::size_t n = 0; n < chains_.size(); ++n) {
    if (chains_[n].empty() || same_chain(chains_[n], in_use)) continue;
    Shadow& shadow = sample.shadows.emplace_back();
    shadow.chain = CodecChain(chains_[n], codec_, pieces[sample.piece].rows);
    shadow.result.link = link;
    shadow.result.chain = static_cast<int>(n);
  }
  sample.next = sample.shadows.begin();
}

void CodecTrials::look(int link, const void* stream, std::span<const Real> values,
                       const std::vector<MessagePiece>& pieces, const CodecNames& in_use) {
  if (!active() || pieces.empty()) return;
  const double start = seconds_now();
  Sample& sample = samples_[link];
  const bool is_new = sample.stream == nullptr;
  if (belongs_to_sample(sample, stream)) {
    if (is_new) open(sample, link, pieces, in_use);
    const MessagePiece& piece = pieces[sample.piece];
    run(sample, std::as_bytes(values.subspan(piece.first, piece.count)), start);
  }
  seconds_ += seconds_now() - start;
}

// All chains remember the piece; as many as there is time for are measured, in turn.
void CodecTrials::run(Sample& sample, std::span<const std::byte> raw, double start) {
  for (std::size_t n = 0; n < sample.shadows.size(); ++n) {
    if (sample.next == sample.shadows.end()) sample.next = sample.shadows.begin();
    Shadow& shadow = *sample.next;
    if (seconds_now() - start > longest_look) break;
    if (sample.messages >= shadow.chain.memory()) count(shadow, raw);
    ++sample.next;
  }
  for (Shadow& shadow : sample.shadows) shadow.chain.remember(raw);
  ++sample.messages;
}

// As PieceWriter and PieceReader do: what does not shrink travels as it is.
void CodecTrials::count(Shadow& shadow, std::span<const std::byte> raw) {
  CodecTrial& result = shadow.result;
  if (has_enough(result, shadow.seconds)) return;
  static thread_local std::vector<std::byte> sent, back;
  const double start = seconds_now();
  const std::span<const std::byte> encoded = shadow.chain.encode(raw);
  const double middle = seconds_now();
  const bool shrinks = encoded.size() < raw.size();
  sent.assign(encoded.begin(), encoded.end());
  back.resize(raw.size());
  const double before = seconds_now();
  if (shrinks) shadow.chain.decode(sent, back);
  const double end = seconds_now();
  shadow.seconds += end - start;
  if (std::exchange(shadow.first, false)) return;
  const double size = static_cast<double>(raw.size());
  const double travels = shrinks ? static_cast<double>(sent.size()) : size;
  result.pieces += 1;
  result.raw += size;
  result.sent += travels;
  result.encode += middle - start;
  result.decode += end - before;
  result.decoded += size;
  result.ratios += size / travels;
  result.squares += (size / travels) * (size / travels);
}

std::vector<CodecTrial> CodecTrials::take() {
  std::vector<CodecTrial> results;
  for (auto& [link, sample] : samples_)
    for (Shadow& shadow : sample.shadows) {
      if (shadow.result.pieces > 0) results.push_back(shadow.result);
      shadow.result = {.link = shadow.result.link, .chain = shadow.result.chain};
      shadow.seconds = 0;
    }
  seconds_ = 0;
  return results;
}

}  // namespace cardon::grid_driver
