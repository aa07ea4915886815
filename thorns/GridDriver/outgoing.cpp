// SPDX-License-Identifier: Apache-2.0
#include "outgoing.hpp"

#include <cardon/grid/copy_box.hpp>
#include <utility>

#include "sensors.hpp"

namespace cardon::grid_driver {
namespace {

// Encoding sixteen pieces of 16 kB takes about a millisecond; then other messages get their turn.
constexpr std::size_t pieces_between_looks = 16;

}  // namespace

Outgoing::Outgoing(const Route& route, int block, int link, Wire& wire)
    : route_(route), block_(block), link_(link), wire_(wire) {
  if (link == 0) return;
  values_.resize(route.values);
  pieces_ = cut_message(route, piece_values(wire.piece_bytes()));
  for (const MessagePiece& piece : pieces_)
    writers_.emplace_back(CodecChain(wire.chain(link), wire.codec(), piece.rows));
}

void Outgoing::pack(std::span<const FieldArray> arrays, Real* out) const {
  for (const Part& part : route_.parts) out = pack_box(arrays[part.field], part.box, out);
}

void Outgoing::send(std::span<const FieldArray> arrays) {
  if (link_ > 0) return send_pieces(arrays);
  LinkTimings& timings = wire_.meter(link_).timings();
  if (wire_.is_local(route_.peer)) {
    Mailbox& mailbox = wire_.mailbox(link_);
    std::vector<Real> values = mailbox.buffer(route_.values);
    pack(arrays, values.data());
    return mailbox.put(block_, route_.peer, std::move(values));
  }
  const std::size_t bytes = route_.values * sizeof(Real);
  std::vector<std::byte> message = wire_.outbox().buffer(bytes);
  pack(arrays, reinterpret_cast<Real*>(message.data()));
  wire_.outbox().send(wire_.rank_of(route_.peer), wire_.tag(block_, route_.peer, link_),
                      std::move(message));
  timings.messages += 1;
  timings.bytes_raw += static_cast<long>(bytes);
  timings.bytes_sent += static_cast<long>(bytes);
}

// Each piece leaves as soon as it is encoded, so that encoding overlaps with sending.
void Outgoing::send_pieces(std::span<const FieldArray> arrays) {
  pack(arrays, values_.data());
  LinkTimings& timings = wire_.meter(link_).timings();
  for (std::size_t n = 0; n < pieces_.size(); ++n) {
    const auto raw = std::as_bytes(std::span(values_).subspan(pieces_[n].first, pieces_[n].count));
    std::vector<std::byte> message = wire_.outbox().buffer(raw.size() + PieceHeader::size);
    const std::size_t bytes =
        writers_[n].write(raw, sequence_, static_cast<std::uint32_t>(n), message);
    message.resize(bytes);
    if (!wire_.chain(link_).empty() && writers_[n].warm())
      wire_.sensors().encoded(link_, raw.size(), bytes - PieceHeader::size,
                              writers_[n].encode_seconds());
    wire_.outbox().send(wire_.rank_of(route_.peer), wire_.tag(block_, route_.peer, link_),
                        std::move(message));
    timings.bytes_raw += static_cast<long>(raw.size());
    timings.bytes_sent += static_cast<long>(bytes);
    if (n % pieces_between_looks == pieces_between_looks - 1) wire_.transport().test({});
  }
  timings.messages += 1;
  timings.pieces += static_cast<long>(pieces_.size());
  ++sequence_;
  wire_.sensors().trials().look(link_, &route_, values_, pieces_, wire_.chain(link_));
}

}  // namespace cardon::grid_driver
