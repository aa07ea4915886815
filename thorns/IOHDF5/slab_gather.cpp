// SPDX-License-Identifier: Apache-2.0
#include "slab_gather.hpp"

#include <cstring>
#include <utility>

#include "cardon/error.hpp"

namespace cardon {
namespace {

constexpr int values_tag = 0x6f76;

std::size_t number_bytes(bool single) { return single ? sizeof(float) : sizeof(double); }

void append_row(SlabGather::Bytes& to, const Real* row, int count, bool single) {
  const std::size_t had = to.size();
  to.resize(had + std::size_t(count) * number_bytes(single));
  if (!single) {
    std::memcpy(to.data() + had, row, std::size_t(count) * sizeof(double));
    return;
  }
  for (int i = 0; i < count; ++i) {
    const float number = float(row[i]);
    std::memcpy(to.data() + had + std::size_t(i) * sizeof number, &number, sizeof number);
  }
}

long common_points(const std::vector<Box>& boxes, const Box& slab) {
  long points = 0;
  for (const Box& box : boxes) points += intersect(box, slab).points();
  return points;
}

}  // namespace

SlabGather::SlabGather(const FieldView& view, Transport& site, std::vector<int> writers,
                       bool single)
    : view_(view), site_(site), writers_(std::move(writers)), single_(single) {
  std::vector<Box> own;
  for (const FieldPiece& piece : view.pieces) own.push_back(piece.box);
  for (const auto& bytes : site.all_gather(std::as_bytes(std::span(own)))) {
    std::vector<Box>& boxes = boxes_.emplace_back(bytes.size() / sizeof(Box));
    if (!boxes.empty()) std::memcpy(boxes.data(), bytes.data(), bytes.size());
  }
}

void SlabGather::begin(std::span<const Box> slabs) {
  Round& round = rounds_.emplace_back();
  for (std::size_t w = 0; w < writers_.size(); ++w) {
    if (writers_[w] == site_.rank()) {
      round.slab = slabs[w];
    } else if (Bytes values = packed(slabs[w]); !values.empty()) {
      const Share& share = round.sent.emplace_back(writers_[w], std::move(values));
      round.requests.push_back(site_.send(share.rank, values_tag, share.values));
    }
  }
  for (int rank = 0; rank < site_.size(); ++rank) {
    const long points = common_points(boxes_[std::size_t(rank)], round.slab);
    if (rank == site_.rank() || points == 0) continue;
    Share& share = round.received.emplace_back(rank);
    share.values.resize(std::size_t(points) * number_bytes(single_));
    round.requests.push_back(site_.post_receive(rank, values_tag, share.values));
  }
}

SlabGather::Bytes SlabGather::finish() {
  Round round = std::move(rounds_.front());
  rounds_.pop_front();
  Bytes slab;
  if (!round.slab.empty()) {
    const Share own{site_.rank(), packed(round.slab)};
    std::size_t points = own.values.size();
    for (const Share& share : round.received) points += share.values.size();
    slab.resize(std::size_t(round.slab.points()) * number_bytes(single_));
    if (points != slab.size()) throw Bug("the pieces of the ranks do not tile the box of the site");
    place(own, round.slab, slab);
    site_.wait(round.requests);
    for (const Share& share : round.received) place(share, round.slab, slab);
  } else {
    site_.wait(round.requests);
  }
  return slab;
}

SlabGather::Bytes SlabGather::packed(const Box& slab) const {
  Bytes values;
  values.reserve(std::size_t(common_points(boxes_[std::size_t(site_.rank())], slab)) *
                 number_bytes(single_));
  for (const FieldPiece& piece : view_.pieces) {
    const Box part = intersect(piece.box, slab);
    if (part.empty()) continue;
    for (int k = part.lo[2]; k < part.hi[2]; ++k)
      for (int j = part.lo[1]; j < part.hi[1]; ++j)
        append_row(values, piece.row(j, k) + part.lo[0], part.extent(0), single_);
  }
  return values;
}

void SlabGather::place(const Share& share, const Box& slab, Bytes& into) const {
  const std::size_t size = number_bytes(single_);
  const std::byte* from = share.values.data();
  for (const Box& box : boxes_[std::size_t(share.rank)]) {
    const Box part = intersect(box, slab);
    if (part.empty()) continue;
    const std::size_t row = std::size_t(part.extent(0)) * size;
    for (int k = part.lo[2]; k < part.hi[2]; ++k)
      for (int j = part.lo[1]; j < part.hi[1]; ++j, from += row) {
        const long at = (long(k - slab.lo[2]) * slab.extent(1) + (j - slab.lo[1])) * slab.extent(0);
        std::memcpy(into.data() + std::size_t(at + part.lo[0] - slab.lo[0]) * size, from, row);
      }
  }
}

}  // namespace cardon
