// SPDX-License-Identifier: Apache-2.0
#include "grid/point_stream.hpp"

#include <algorithm>
#include <cardon/kit/grid/copy_box.hpp>
#include <cardon/kit/message_tags.hpp>

namespace cardon {
namespace {

constexpr std::size_t chunk_values = (std::size_t{4} << 20) / sizeof(Real);
constexpr std::size_t max_in_flight = 4;

// Halves across the slowest direction, so that rows stay whole as long as they fit.
void cut(const StreamPart& part, std::vector<StreamPart>& pieces) {
  if (std::size_t(part.box.points()) <= chunk_values) return pieces.push_back(part);
  const std::size_t d = part.box.extent(2) > 1 ? 2 : part.box.extent(1) > 1 ? 1 : 0;
  StreamPart lower = part, upper = part;
  lower.box.hi[d] = upper.box.lo[d] = (part.box.lo[d] + part.box.hi[d]) / 2;
  cut(lower, pieces);
  cut(upper, pieces);
}

bool holds(const BlockStorages& storages, int block, const plan::Slot& slot) {
  return storages.at(block)->in_use(slot.field, slot.level);
}

FieldArray array_of(const BlockStorages& storages, int block, const plan::Slot& slot) {
  return storages.at(block)->array(slot.field, slot.level);
}

std::span<const Transport::Request> only(const Transport::Request& request) {
  return {&request, 1};
}

}  // namespace

std::vector<StreamChunk> cut_into_chunks(const std::vector<BoxMove>& moves,
                                         const std::vector<plan::Slot>& slots,
                                         const std::vector<std::byte>& held) {
  std::vector<StreamPart> pieces;
  for (const BoxMove& move : moves)
    for (std::size_t n = 0; n < slots.size(); ++n)
      if (held[n] != std::byte{0}) cut({move.from, move.to, slots[n], move.box}, pieces);
  std::vector<StreamChunk> chunks;
  for (const StreamPart& piece : pieces) {
    const auto values = std::size_t(piece.box.points());
    if (chunks.empty() || chunks.back().values + values > chunk_values) chunks.emplace_back();
    chunks.back().parts.push_back(piece);
    chunks.back().values += values;
  }
  return chunks;
}

std::vector<std::byte> held_slots(const std::vector<BoxMove>& moves,
                                  const std::vector<plan::Slot>& slots, const BlockStorages& from) {
  std::vector<std::byte> held(slots.size());
  for (std::size_t n = 0; n < slots.size(); ++n)
    held[n] = std::byte{std::any_of(moves.begin(), moves.end(), [&](const BoxMove& move) {
      return holds(from, move.from, slots[n]);
    })};
  return held;
}

PointSender::PointSender(int peer, const std::vector<BoxMove>& moves,
                         const std::vector<plan::Slot>& slots, const BlockStorages& from,
                         Transport& transport)
    : peer_(peer),
      from_(from),
      transport_(transport),
      head_(held_slots(moves, slots, from)),
      head_request_(transport.send(peer, message_tag::moved_points, head_)),
      chunks_(cut_into_chunks(moves, slots, head_)) {}

void PointSender::send(std::size_t chunk) {
  ChunkInFlight& flying = flying_.emplace_back();
  flying.chunk = chunk;
  flying.values.resize(chunks_[chunk].values);
  Real* out = flying.values.data();
  for (const StreamPart& part : chunks_[chunk].parts)
    out = pack_box(array_of(from_, part.from, part.slot), part.box, out);
  flying.request = transport_.send(peer_, message_tag::moved_points + 1,
                                   std::as_bytes(std::span(flying.values)));
}

bool PointSender::advance() {
  moved_ = false;
  if (!head_sent_ && transport_.test(only(head_request_))) {
    transport_.wait(only(head_request_));
    moved_ = head_sent_ = true;
  }
  while (!flying_.empty() && transport_.test(only(flying_.front().request))) {
    transport_.wait(only(flying_.front().request));
    flying_.erase(flying_.begin());
    moved_ = true;
  }
  while (next_ < chunks_.size() && flying_.size() < max_in_flight) {
    send(next_++);
    moved_ = true;
  }
  return head_sent_ && flying_.empty() && next_ == chunks_.size();
}

PointReceiver::PointReceiver(int peer, const std::vector<BoxMove>& moves,
                             const std::vector<plan::Slot>& slots, const BlockStorages& to,
                             Transport& transport)
    : peer_(peer),
      moves_(moves),
      slots_(slots),
      to_(to),
      transport_(transport),
      head_(slots.size()),
      head_request_(transport.post_receive(peer, message_tag::moved_points, head_)) {}

void PointReceiver::post(std::size_t chunk) {
  ChunkInFlight& flying = flying_.emplace_back();
  flying.chunk = chunk;
  flying.values.resize(chunks_[chunk].values);
  flying.request = transport_.post_receive(peer_, message_tag::moved_points + 1,
                                           std::as_writable_bytes(std::span(flying.values)));
}

void PointReceiver::unpack(const ChunkInFlight& chunk) {
  const Real* in = chunk.values.data();
  for (const StreamPart& part : chunks_[chunk.chunk].parts)
    in = unpack_box(array_of(to_, part.to, part.slot), part.box, in);
}

bool PointReceiver::advance() {
  moved_ = false;
  if (!head_here_) {
    if (!transport_.test(only(head_request_))) return false;
    transport_.wait(only(head_request_));
    moved_ = head_here_ = true;
    chunks_ = cut_into_chunks(moves_, slots_, head_);
  }
  while (next_ < chunks_.size() && flying_.size() < max_in_flight) post(next_++);
  if (!flying_.empty() && transport_.test(only(flying_.front().request))) {
    transport_.wait(only(flying_.front().request));
    unpack(flying_.front());
    flying_.erase(flying_.begin());
    moved_ = true;
  }
  return flying_.empty() && next_ == chunks_.size();
}

}  // namespace cardon
