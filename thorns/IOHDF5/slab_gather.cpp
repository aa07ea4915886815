// SPDX-License-Identifier: Apache-2.0
#include "slab_gather.hpp"

#include <cardon/kit/box_rows.hpp>
#include <cardon/kit/message_tags.hpp>
#include <cardon/thorn/error.hpp>
#include <cstring>
#include <utility>

namespace cardon {
namespace {

std::size_t number_bytes(bool single) { return single ? sizeof(float) : sizeof(double); }

void copy_row(std::byte* to, const Real* row, int count, bool single) {
  if (!single) {
    std::memcpy(to, row, std::size_t(count) * sizeof(double));
    return;
  }
  for (int i = 0; i < count; ++i) {
    const float number = float(row[i]);
    std::memcpy(to + std::size_t(i) * sizeof number, &number, sizeof number);
  }
}

long common_points(const std::vector<Box>& boxes, const Box& slab) {
  long points = 0;
  for (const Box& box : boxes) points += intersect(box, slab).points();
  return points;
}

}  // namespace

SlabGather::SlabGather(const FieldView& view, Transport& site, std::vector<int> writers,
                       bool single, SparePages& spare)
    : view_(view), site_(site), writers_(std::move(writers)), single_(single), spare_(spare) {
  std::vector<Box> own;
  for (const FieldPiece& piece : view.pieces) own.push_back(piece.box);
  for (const auto& bytes : site.all_gather(std::as_bytes(std::span(own))))
    boxes_.push_back(boxes_of(bytes));
}

void SlabGather::begin(std::span<const Box> slabs) {
  Round& round = rounds_.emplace_back();
  for (std::size_t w = 0; w < writers_.size(); ++w) {
    if (writers_[w] == site_.rank()) {
      round.slab = slabs[w];
    } else if (Bytes values = packed(slabs[w]); !values.empty()) {
      const Share& share = round.sent.emplace_back(Share{writers_[w], std::move(values)});
      round.requests.push_back(site_.send(share.rank, message_tag::slab_values, share.values));
    }
  }
  for (int rank = 0; rank < site_.size(); ++rank) {
    const long points = common_points(boxes_[std::size_t(rank)], round.slab);
    if (rank == site_.rank() || points == 0) continue;
    Share& share = round.received.emplace_back(Share{rank});
    share.values = spare_.take(std::size_t(points) * number_bytes(single_));
    round.requests.push_back(site_.post_receive(rank, message_tag::slab_values, share.values));
  }
}

const SlabGather::Bytes& SlabGather::finish() {
  Round round = std::move(rounds_.front());
  rounds_.pop_front();
  spare_.give(std::move(slab_));
  slab_ = spare_.take(std::size_t(round.slab.points()) * number_bytes(single_));
  std::size_t filled = place_own(round.slab, slab_);
  for (const Share& share : round.received) filled += share.values.size();
  if (filled != slab_.size()) throw Bug("the pieces of the ranks do not tile the box of the site");
  site_.wait(round.requests);
  for (Share& share : round.received) {
    place(share, round.slab, slab_);
    spare_.give(std::move(share.values));
  }
  for (Share& share : round.sent) spare_.give(std::move(share.values));
  return slab_;
}

SlabGather::Bytes SlabGather::packed(const Box& slab) {
  Bytes values = spare_.take(std::size_t(common_points(boxes_[std::size_t(site_.rank())], slab)) *
                             number_bytes(single_));
  std::byte* to = values.data();
  for (const FieldPiece& piece : view_.pieces) {
    const Box part = intersect(piece.box, slab);
    if (part.empty()) continue;
    const std::size_t row = std::size_t(part.extent(0)) * number_bytes(single_);
    for_each_row(part, [&](int j, int k) {
      copy_row(to, piece.row(j, k) + part.lo[0], part.extent(0), single_);
      to += row;
    });
  }
  return values;
}

std::size_t SlabGather::place_own(const Box& slab, Bytes& into) const {
  std::size_t bytes = 0;
  for (const FieldPiece& piece : view_.pieces) {
    const Box part = intersect(piece.box, slab);
    if (part.empty()) continue;
    bytes += std::size_t(part.points()) * number_bytes(single_);
    for_each_row(part, [&](int j, int k) {
      copy_row(into.data() + row_in(slab, part, j, k) * number_bytes(single_),
               piece.row(j, k) + part.lo[0], part.extent(0), single_);
    });
  }
  return bytes;
}

void SlabGather::place(const Share& share, const Box& slab, Bytes& into) const {
  const std::size_t size = number_bytes(single_);
  const std::byte* from = share.values.data();
  for (const Box& box : boxes_[std::size_t(share.rank)]) {
    const Box part = intersect(box, slab);
    if (part.empty()) continue;
    const std::size_t row = std::size_t(part.extent(0)) * size;
    for_each_row(part, [&](int j, int k) {
      std::memcpy(into.data() + row_in(slab, part, j, k) * size, from, row);
      from += row;
    });
  }
}

}  // namespace cardon
