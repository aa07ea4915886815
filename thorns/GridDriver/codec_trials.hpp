// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/codec/codec_chain.hpp>
#include <cardon/thorn/types.hpp>
#include <cardon/tuning/driver_settings.hpp>
#include <cardon/tuning/rank_window.hpp>
#include <list>
#include <map>
#include <span>
#include <vector>

#include "pieces.hpp"

namespace cardon::grid_driver {

/// Tries codec chains on the data: some pieces of the messages of one stream of every link go
/// through all of them, message after message, since codecs may remember. What a chain does before
/// it knows as many messages as it remembers is not counted. Without chains nothing is done.
class CodecTrials {
 public:
  explicit CodecTrials(CodecFactory codec) : codec_(std::move(codec)) {}

  /// Chains to try from now on, on other pieces than before.
  void begin(const std::vector<CodecNames>& chains);
  /// The same chains on new streams.
  void restart() { samples_.clear(); }
  bool active() const { return !chains_.empty(); }
  const std::vector<CodecNames>& chains() const { return chains_; }
  /// A message was sent. `stream` is the same for all messages between the same two ends, `in_use`
  /// the chain that they go through anyway.
  void look(int link, const void* stream, std::span<const Real> values,
            const std::vector<MessagePiece>& pieces, const CodecNames& in_use);
  /// What was found since the last call; CodecTrial::link as in Timings.
  std::vector<CodecTrial> take();
  /// s spent on trials since take().
  double seconds() const { return seconds_; }

 private:
  using Values = std::span<const Real>;
  /// A chain beside the one in use.
  struct Shadow {
    std::vector<CodecChain> chains;      // of the pieces
    CodecTrial result;                   // times are still to be filled in
    std::vector<double> encode, decode;  // s per byte of the pieces
    double seconds = 0;                  // spent on it
  };
  /// Where a link is sampled.
  struct Sample {
    std::vector<const void*> seen;
    std::size_t returns = 0;  // of streams seen before
    const void* stream = nullptr;
    std::vector<MessagePiece> pieces;
    int messages = 0;
    std::list<Shadow> shadows;
    std::list<Shadow>::iterator next;  // where to continue
  };
  bool belongs_to_sample(Sample& sample, const void* stream) const;
  void open(Sample& sample, int link, const std::vector<MessagePiece>& pieces,
            const CodecNames& in_use) const;
  static void run(Sample& sample, Values values, double start);
  static CodecTrial take(Shadow& shadow);
  static void count(Shadow& shadow, const std::vector<MessagePiece>& pieces, Values values);

  CodecFactory codec_;
  std::vector<CodecNames> chains_;
  std::size_t turn_ = 0;  // trials begun
  std::map<int, Sample> samples_;
  double seconds_ = 0;
};

}  // namespace cardon::grid_driver
