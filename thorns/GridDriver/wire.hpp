// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/codec/codec_chain.hpp>
#include <cardon/grid/layout.hpp>
#include <vector>

#include "link_meter.hpp"
#include "mailbox.hpp"
#include "outbox.hpp"

namespace cardon::grid_driver {

/// What the exchanges of all blocks of a rank share: ways out of the block, and the meters. Links
/// are counted as in Timings: 0 between blocks, then the wide links of the decomposition.
class Wire {
 public:
  /// `layout` and `timings` are referred to.
  Wire(Transport& transport, const Layout& layout, Timings& timings, std::size_t piece_bytes,
       CodecFactory codec, std::vector<std::vector<CodecName>> chains);

  Transport& transport() { return transport_; }
  Outbox& outbox() { return outbox_; }
  Mailbox& mailbox(int link) { return mailboxes_.at(static_cast<std::size_t>(link)); }
  LinkMeter& meter(int link) { return meters_.at(static_cast<std::size_t>(link)); }
  int links() const { return static_cast<int>(meters_.size()); }
  std::size_t piece_bytes() const { return piece_bytes_; }
  const CodecFactory& codec() const { return codec_; }
  /// The codecs of messages that this rank sends over a link.
  const std::vector<CodecName>& chain(int link) const {
    return chains_.at(static_cast<std::size_t>(link));
  }

  int rank_of(int block) const {
    return layout_.decomposition().rank_of_block[static_cast<std::size_t>(block)];
  }
  bool is_local(int block) const { return rank_of(block) == transport_.rank(); }
  /// The same at both ends, and different for any two messages of two ranks that may be on their
  /// way at the same time.
  int tag(int from, int to, int link) const;

 private:
  Transport& transport_;
  const Layout& layout_;
  std::size_t piece_bytes_;
  CodecFactory codec_;
  std::vector<std::vector<CodecName>> chains_;
  Outbox outbox_;
  std::vector<Mailbox> mailboxes_;
  std::vector<LinkMeter> meters_;
  std::vector<int> number_;  // of each block among those of its rank
};

}  // namespace cardon::grid_driver
