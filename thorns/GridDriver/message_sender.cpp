// SPDX-License-Identifier: Apache-2.0
#include "message_sender.hpp"

#include <cardon/kit/grid/copy_box.hpp>
#include <utility>

#include "sensors.hpp"

namespace cardon::grid_driver {
namespace {

// Encoding sixteen pieces of 16 kB takes about a millisecond; then other messages get their turn.
constexpr std::size_t pieces_between_looks = 16;

}  // namespace

MessageSender::MessageSender(const Route& route, int block, int link, RankComm& comm)
    : route_(route), block_(block), link_(link), comm_(comm) {
  if (link == 0 || comm.is_local(route.peer)) return;
  values_.resize(route.values);
  pieces_ = cut_message(route, piece_values(comm.piece_bytes()));
  chain_ = comm.chain(link, block);
  for (const MessagePiece& piece : pieces_)
    writers_.emplace_back(CodecChain(chain_, comm.codec(), piece.rows));
}

void MessageSender::pack(std::span<const FieldArray> arrays, Real* out) const {
  for (const Part& part : route_.parts) out = pack_box(arrays[part.field], part.box, out);
}

void MessageSender::send(std::span<const FieldArray> arrays) {
  comm_.traffic().message(block_, route_.peer, double(route_.values * sizeof(Real)));
  LinkTimings& timings = comm_.meter(link_).timings();
  if (comm_.is_local(route_.peer)) {
    Mailbox& mailbox = comm_.mailbox(link_);
    std::vector<Real> values = mailbox.buffer(route_.values);
    pack(arrays, values.data());
    timings.bytes_local += long(route_.values * sizeof(Real));
    return mailbox.put(block_, route_.peer, std::move(values));
  }
  if (link_ > 0) return send_pieces(arrays);
  const std::size_t bytes = route_.values * sizeof(Real);
  std::vector<std::byte> message = comm_.outbox().buffer(bytes);
  pack(arrays, reinterpret_cast<Real*>(message.data()));
  comm_.outbox().send(comm_.rank_of(route_.peer), comm_.tag(block_, route_.peer, link_),
                      std::move(message));
  timings.messages += 1;
  timings.bytes_raw += long(bytes);
  timings.bytes_sent += long(bytes);
}

// The data of this rank may be unlike that of others.
void MessageSender::follow_choice() {
  const CodecNames& chosen = comm_.sensors().chain_of(link_, comm_.chain(link_, block_));
  if (same_chain(chosen, chain_)) return;
  chain_ = chosen;
  for (std::size_t n = 0; n < pieces_.size(); ++n)
    writers_[n].switch_to(CodecChain(chain_, comm_.codec(), pieces_[n].rows), chain_);
}

// Each piece leaves as soon as it is encoded, so that encoding overlaps with sending.
void MessageSender::send_pieces(std::span<const FieldArray> arrays) {
  pack(arrays, values_.data());
  follow_choice();
  LinkTimings& timings = comm_.meter(link_).timings();
  const bool agreed = !comm_.chain(link_, block_).empty();
  for (std::size_t n = 0; n < pieces_.size(); ++n) {
    const auto raw = std::as_bytes(std::span(values_).subspan(pieces_[n].first, pieces_[n].count));
    std::vector<std::byte> message = comm_.outbox().buffer(raw.size() + piece_room);
    const std::size_t bytes = writers_[n].write(raw, sequence_, std::uint32_t(n), message);
    message.resize(bytes);
    if (agreed && writers_[n].warm())
      comm_.sensors().encoded(link_, raw.size(), bytes - PieceHeader::size,
                              writers_[n].encode_seconds());
    comm_.outbox().send(comm_.rank_of(route_.peer), comm_.tag(block_, route_.peer, link_),
                        std::move(message));
    timings.bytes_raw += long(raw.size());
    timings.bytes_sent += long(bytes);
    if (n % pieces_between_looks == pieces_between_looks - 1) comm_.transport().test({});
  }
  timings.messages += 1;
  timings.pieces += long(pieces_.size());
  ++sequence_;
  comm_.sensors().trials().look(link_, &route_, values_, pieces_, chain_);
}

}  // namespace cardon::grid_driver
