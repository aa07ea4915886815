// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cardon/kit/codec/codec_chain.hpp>
#include <cardon/tuning/driver_settings.hpp>
#include <cardon/tuning/rank_window.hpp>
#include <vector>

#include "codec_trials.hpp"
#include "delay_meter.hpp"
#include "own_codecs.hpp"

namespace cardon::grid_driver {

/// What a rank notes about its wide links for a tuner. Links are counted as in Timings: 0 between
/// blocks, of which nothing is noted, then the wide links.
class Sensors {
 public:
  /// `links` with the one between blocks. `near`: ranks at this site; what they send over a wide
  /// link, for blocks of another site that they hold, tells nothing of the link. `free`: by wide
  /// link, whether senders may choose chains of their own; empty: none may.
  Sensors(int links, CodecFactory codec, std::vector<int> near = {}, std::vector<bool> free = {});

  bool measures(int rank) const {
    return std::find(near_.begin(), near_.end(), rank) == near_.end();
  }
  DelayMeter& delays(int link) { return delays_.at(std::size_t(link - 1)); }
  CodecTrials& trials() { return trials_; }
  /// A piece went through the chain of its link. Bytes without header.
  void encoded(int link, std::size_t raw, std::size_t sent, double seconds);
  void decoded(int link, std::size_t raw, double seconds);

  /// The chain that messages of this rank go through where all ranks agreed on `agreed`.
  const CodecNames& chain_of(int link, const CodecNames& agreed) {
    return own_.chain(std::size_t(link - 1), agreed);
  }
  const OwnCodecs& own() const { return own_; }

  /// As in Tunable.
  void try_codecs(const std::vector<CodecNames>& chains) { trials_.begin(chains); }
  /// To be called before messages are divided differently or go through other chains: what they
  /// sample is gone.
  void restart();
  /// As in Tunable; links as Decomposition::wide_links.
  SensorReadings take_readings();

 private:
  std::vector<CodecTrial> in_use_unskipped();
  CodecTrial& in_use(int link) { return in_use_.at(std::size_t(link - 1)); }

  std::vector<int> near_;
  OwnCodecs own_;
  std::vector<DelayMeter> delays_;
  std::vector<CodecTrial> in_use_;
  // Of pieces that the chain did not skip: bytes since the last readings, and s per byte when last
  // known.
  struct Unskipped {
    double encoded = 0, decoded = 0, encode = 0, decode = 0;
  };
  std::vector<Unskipped> unskipped_;  // by link
  CodecTrials trials_;
};

}  // namespace cardon::grid_driver
