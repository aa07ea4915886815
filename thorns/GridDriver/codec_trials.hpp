// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/codec/codec_chain.hpp>
#include <cardon/tuning/driver_settings.hpp>
#include <cardon/tuning/rank_window.hpp>
#include <cardon/types.hpp>
#include <list>
#include <map>
#include <span>
#include <vector>

#include "pieces.hpp"

namespace cardon::grid_driver {

/// Tries codec chains on the data: one piece of the messages of one stream of every link goes
/// through all of them, message after message, since codecs may remember. What a chain does before
/// it knows as many messages as it remembers is not counted. Without chains nothing is done.
class CodecTrials {
 public:
  explicit CodecTrials(CodecFactory codec) : codec_(std::move(codec)) {}

  /// Chains to try from now on, on another piece than before.
  void begin(const std::vector<CodecNames>& chains);
  /// The same chains on new streams.
  void restart() { samples_.clear(); }
  bool active() const { return !chains_.empty(); }
  /// A message was sent. `stream` is the same for all messages between the same two ends, `in_use`
  /// the chain that they go through anyway.
  void look(int link, const void* stream, std::span<const Real> values,
            const std::vector<MessagePiece>& pieces, const CodecNames& in_use);
  /// What was found since the last call; CodecTrial::link as in Timings.
  std::vector<CodecTrial> take();
  /// s spent on trials since take().
  double seconds() const { return seconds_; }

 private:
  struct Shadow {
    CodecChain chain;
    bool first = true;  // time of the next piece: tables are built, caches cold
    CodecTrial result;
    double seconds = 0;
  };
  /// Where a link is sampled.
  struct Sample {
    std::vector<const void*> seen;
    std::size_t returns = 0;  // of streams seen before
    const void* stream = nullptr;
    std::size_t piece = 0;
    int messages = 0;
    std::list<Shadow> shadows;
    std::list<Shadow>::iterator next;  // where to go on
  };
  bool belongs_to_sample(Sample& sample, const void* stream) const;
  void open(Sample& sample, int link, const std::vector<MessagePiece>& pieces,
            const CodecNames& in_use) const;
  static void run(Sample& sample, std::span<const std::byte> raw, double start);
  static void count(Shadow& shadow, std::span<const std::byte> raw);

  CodecFactory codec_;
  std::vector<CodecNames> chains_;
  std::size_t turn_ = 0;  // trials begun
  std::map<int, Sample> samples_;
  double seconds_ = 0;
};

}  // namespace cardon::grid_driver
