// SPDX-License-Identifier: Apache-2.0
#include "codec_trials.hpp"

#include <algorithm>
#include <cardon/services/timings.hpp>
#include <utility>

namespace cardon::grid_driver {
namespace {

// Pieces of a message differ: those in the middle of a face are not like those at its edge.
constexpr std::size_t sampled_pieces = 5;
// More make a mean no better; messages of a run are much alike.
constexpr long enough_pieces = 20;
constexpr double enough_seconds = 20e-3;
// Other messages wait behind a message that is looked at.
constexpr double longest_look = 1e-3;

bool has_enough(const CodecTrial& result, double seconds) {
  return result.pieces >= enough_pieces || (result.pieces > 0 && seconds > enough_seconds);
}

std::span<const std::byte> bytes_of(const MessagePiece& piece, std::span<const Real> values) {
  return std::as_bytes(values.subspan(piece.first, piece.count));
}

/// What a chain made of a piece.
struct Tried {
  double raw = 0, sent = 0;       // bytes
  double encode = 0, decode = 0;  // s
};

// As PieceWriter and PieceReader do: what does not shrink travels as it is.
Tried try_chain(CodecChain& chain, std::span<const std::byte> raw) {
  static thread_local std::vector<std::byte> sent, back;
  const double start = seconds_now();
  const std::span<const std::byte> encoded = chain.encode(raw);
  const double encode = seconds_now() - start;
  const auto size = double(raw.size());
  if (encoded.size() >= raw.size()) return {size, size, encode, 0};
  sent.assign(encoded.begin(), encoded.end());
  back.resize(raw.size());
  const double middle = seconds_now();
  chain.decode(sent, back);
  return {size, double(sent.size()), encode, seconds_now() - middle};
}

// Of times the middle one: now and then another process has the core.
double middle(std::vector<double>& values) {
  const auto place = values.begin() + std::ptrdiff_t(values.size() / 2);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

void add(CodecTrial& result, const Tried& tried) {
  const double ratio = tried.raw / tried.sent;
  result.pieces += 1;
  result.raw += tried.raw;
  result.sent += tried.sent;
  result.decoded += tried.raw;
  result.ratios += ratio;
  result.squares += ratio * ratio;
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
  const std::size_t all = pieces.size(), some = std::min(sampled_pieces, all);
  for (std::size_t n = 0; n < some; ++n)
    sample.pieces.push_back(pieces[((2 * n + 1) * all / (2 * some) + turn_ - 1) % all]);
  for (std::size_t n = 0; n < chains_.size(); ++n) {
    if (chains_[n].empty() || same_chain(chains_[n], in_use)) continue;
    Shadow& shadow = sample.shadows.emplace_back();
    for (const MessagePiece& piece : sample.pieces)
      shadow.chains.emplace_back(chains_[n], codec_, piece.rows);
    shadow.result.link = link;
    shadow.result.chain = int(n);
  }
  sample.next = sample.shadows.begin();
}

void CodecTrials::look(int link, const void* stream, Values values,
                       const std::vector<MessagePiece>& pieces, const CodecNames& in_use) {
  if (!active() || pieces.empty()) return;
  const double start = seconds_now();
  Sample& sample = samples_[link];
  const bool is_new = sample.stream == nullptr;
  if (belongs_to_sample(sample, stream)) {
    if (is_new) open(sample, link, pieces, in_use);
    run(sample, values, start);
  }
  seconds_ += seconds_now() - start;
}

// All chains remember the pieces; as many as there is time for are measured, in turn.
void CodecTrials::run(Sample& sample, Values values, double start) {
  for (std::size_t n = 0; n < sample.shadows.size(); ++n) {
    if (sample.next == sample.shadows.end()) sample.next = sample.shadows.begin();
    Shadow& shadow = *sample.next;
    if (seconds_now() - start > longest_look) break;
    if (sample.messages >= shadow.chains.front().memory()) count(shadow, sample.pieces, values);
    ++sample.next;
  }
  for (Shadow& shadow : sample.shadows)
    for (std::size_t n = 0; n < sample.pieces.size(); ++n)
      shadow.chains[n].remember(bytes_of(sample.pieces[n], values));
  ++sample.messages;
}

// The first piece goes through twice. What it takes the first time, with cold caches, hardly
// matters in a message of many pieces.
void CodecTrials::count(Shadow& shadow, const std::vector<MessagePiece>& pieces, Values values) {
  if (has_enough(shadow.result, shadow.seconds)) return;
  const double start = seconds_now();
  try_chain(shadow.chains.front(), bytes_of(pieces.front(), values));
  for (std::size_t n = 0; n < pieces.size(); ++n) {
    const Tried tried = try_chain(shadow.chains[n], bytes_of(pieces[n], values));
    add(shadow.result, tried);
    shadow.encode.push_back(tried.encode / tried.raw);
    shadow.decode.push_back(tried.decode / tried.raw);
  }
  shadow.seconds += seconds_now() - start;
}

CodecTrial CodecTrials::take(Shadow& shadow) {
  CodecTrial result =
      std::exchange(shadow.result, {.link = shadow.result.link, .chain = shadow.result.chain});
  result.encode = middle(shadow.encode) * result.raw;
  result.decode = middle(shadow.decode) * result.raw;
  shadow.encode.clear();
  shadow.decode.clear();
  shadow.seconds = 0;
  return result;
}

std::vector<CodecTrial> CodecTrials::take() {
  std::vector<CodecTrial> results;
  for (auto& [link, sample] : samples_)
    for (Shadow& shadow : sample.shadows)
      if (shadow.result.pieces > 0) results.push_back(take(shadow));
  seconds_ = 0;
  return results;
}

}  // namespace cardon::grid_driver
