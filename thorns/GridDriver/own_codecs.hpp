// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/codec/codec_chain.hpp>
#include <cardon/services/codec.hpp>
#include <cardon/services/timings.hpp>
#include <cardon/tuning/driver_settings.hpp>
#include <cardon/tuning/rank_window.hpp>
#include <vector>

namespace cardon::grid_driver {

/// Whether and how a rank encodes what it sends over each wide link. All ranks agree on a chain for
/// every link and direction; where codecs are left to the tuner, each sender goes over to another
/// one, or to none, if that suits its own data. Pieces name the chain, so nobody else has to know.
/// Only lossless chains are chosen.
class OwnCodecs {
 public:
  /// `free`: by wide link, whether senders may choose; for others, nothing is ever chosen.
  OwnCodecs(std::size_t links, std::vector<bool> free, CodecFactory codec);

  /// The chain for messages over a wide link on whose codecs all ranks agreed. A rank that sends in
  /// both directions, for which all agreed on different chains, keeps to these.
  const CodecNames& chain(std::size_t link, const CodecNames& agreed);
  /// Decides when the tuner has read its sensors. `in_use`: by wide link, what the chain in use
  /// made of the data of this rank, with the time that it takes where it is not skipped; `trials`:
  /// what others of `chains` made of samples of them. Returns what has changed, and what earlier
  /// choices have saved.
  std::vector<OwnChain> choose(const std::vector<CodecTrial>& in_use,
                               const std::vector<CodecTrial>& trials,
                               const std::vector<CodecNames>& chains);
  /// Forgets everything: messages will be others.
  void clear();
  /// Whether there is a choice for any link.
  bool any() const;
  /// Writes choices to LinkTimings::codec, "zlib-1 (chosen by the rank)"; `links` with that between
  /// blocks.
  void describe(std::vector<LinkTimings>& links) const;

 private:
  struct Own {
    bool known = false;  // `agreed` is
    bool mixed = false;  // there is another one for the other direction
    bool chosen = false;
    CodecNames chain;   // may be none
    CodecNames agreed;  // by all ranks
    double size = 1;    // bytes that it made of a byte, before the choice
    int readings = 0;   // since then

    const CodecNames& in_use() const { return chosen ? chain : agreed; }
  };
  static Own without_choice(const Own& own) { return {.known = true, .agreed = own.agreed}; }
  void choose(Own& own, const CodecTrial& now, const std::vector<CodecTrial>& trials,
              const std::vector<CodecNames>& chains) const;
  static OwnChain news_of(const Own& before, const Own& own, const CodecTrial& now,
                          const std::vector<CodecTrial>& trials,
                          const std::vector<CodecNames>& chains);
  void take(Own& own, const CodecTrial& now, const CodecNames& chain) const;
  bool is_allowed(const CodecNames& chain) const;

  std::vector<Own> links_;
  std::vector<bool> free_;
  CodecFactory codec_;
};

}  // namespace cardon::grid_driver
