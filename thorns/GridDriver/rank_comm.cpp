// SPDX-License-Identifier: Apache-2.0
#include "rank_comm.hpp"

#include <cardon/kit/message_tags.hpp>
#include <map>
#include <utility>

#include "grid_parameters.hpp"

namespace cardon::grid_driver {
namespace {

// Two tags for each pair of blocks of two ranks.
static_assert(message_tag::drivers + 2 * max_blocks_per_rank * max_blocks_per_rank - 1 <=
              message_tag::last_of_drivers);

}  // namespace

RankComm::RankComm(Transport& transport, const Layout& layout, Timings& timings, Sensors& sensors,
                   std::size_t piece_bytes, CodecFactory codec, std::vector<LinkCodecs> links)
    : transport_(transport),
      layout_(layout),
      sensors_(sensors),
      piece_bytes_(piece_bytes),
      codec_(std::move(codec)),
      wide_(std::move(links)),
      outbox_(transport),
      mailboxes_(timings.links.size()) {
  for (LinkTimings& link : timings.links) meters_.emplace_back(link);
  renumber();
}

void RankComm::renumber() {
  number_.clear();
  std::map<int, int> blocks_of_rank;
  for (int block = 0; block < layout_.blocks(); ++block)
    number_.push_back(blocks_of_rank[rank_of(block)]++);
}

const CodecNames& RankComm::chain(int link, int block) const {
  const LinkCodecs& wide = wide_.at(std::size_t(link - 1));
  return wide.codecs[layout_.slab_of(block) == wide.first_site ? 0 : 1];
}

// Two blocks exchange over one wide link at most, or as blocks of one site.
int RankComm::tag(int from, int to, int link) const {
  const int pair = number_[std::size_t(from)] * max_blocks_per_rank + number_[std::size_t(to)];
  return message_tag::drivers + 2 * pair + (link > 0 ? 1 : 0);
}

}  // namespace cardon::grid_driver
