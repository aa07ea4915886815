// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/codec/codec_chain.hpp>
#include <cardon/kit/grid/layout.hpp>
#include <cardon/tuning/driver_settings.hpp>
#include <utility>
#include <vector>

#include "link_meter.hpp"
#include "mailbox.hpp"
#include "outbox.hpp"
#include "traffic_meter.hpp"

namespace cardon::grid_driver {

class Sensors;

/// A wide link and its codecs.
struct LinkCodecs {
  int first_site = 0;    ///< direction 0 leads from it to the second site
  CodecNames codecs[2];  ///< by direction
};

/// What the exchanges of all blocks of a rank share: ways out of the block, and the meters. Links
/// are counted as in Timings: 0 between blocks, then the wide links of the decomposition.
class RankComm {
 public:
  /// `layout`, `timings` and `sensors` are referred to. `links`: the wide ones.
  RankComm(Transport& transport, const Layout& layout, Timings& timings, Sensors& sensors,
           std::size_t piece_bytes, CodecFactory codec, std::vector<LinkCodecs> links);

  Transport& transport() { return transport_; }
  Outbox& outbox() { return outbox_; }
  Mailbox& mailbox(int link) { return mailboxes_.at(std::size_t(link)); }
  TrafficMeter& traffic() { return traffic_; }
  /// Of messages of this rank to itself, or to and from other ranks.
  MessageEnds& ends(bool local) { return local ? near_ : far_; }
  LinkMeter& meter(int link) { return meters_.at(std::size_t(link)); }
  int links() const { return int(meters_.size()); }
  std::size_t piece_bytes() const { return piece_bytes_; }
  const CodecFactory& codec() const { return codec_; }
  /// The codecs of messages that a block sends over a wide link.
  const CodecNames& chain(int link, int block) const;
  /// Other codecs. No end of a message may exist.
  void set_links(std::vector<LinkCodecs> links) { wide_ = std::move(links); }
  /// After blocks of the layout have gone to other ranks. No message may be on its way.
  void renumber();
  Sensors& sensors() { return sensors_; }

  int rank_of(int block) const { return layout_.decomposition().rank_of_block[std::size_t(block)]; }
  bool is_local(int block) const { return rank_of(block) == transport_.rank(); }
  /// The same at both ends, and different for any two messages of two ranks that may be on their
  /// way at the same time.
  int tag(int from, int to, int link) const;

 private:
  Transport& transport_;
  const Layout& layout_;
  Sensors& sensors_;
  std::size_t piece_bytes_;
  CodecFactory codec_;
  std::vector<LinkCodecs> wide_;
  Outbox outbox_;
  std::vector<Mailbox> mailboxes_;
  TrafficMeter traffic_;
  MessageEnds far_, near_;
  std::vector<LinkMeter> meters_;
  std::vector<int> number_;  // of each block among those of its rank
};

}  // namespace cardon::grid_driver
