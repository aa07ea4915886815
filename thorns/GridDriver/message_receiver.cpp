// SPDX-License-Identifier: Apache-2.0
#include "message_receiver.hpp"

#include <fmt/format.h>

#include <cardon/kit/grid/copy_box.hpp>
#include <cmath>
#include <limits>
#include <utility>

#include "sensors.hpp"

namespace cardon::grid_driver {
namespace {

// What senders may go over to.
PieceReader::MakeChain lossless_chains(const CodecFactory& codec,
                                       const std::vector<CodecRows>& rows) {
  return [codec, rows](const CodecNames& names) {
    CodecChain chain(names, codec, rows);
    if (!chain.lossless())
      throw Error(Problem{.slug = "exchange/damaged",
                          .message = "its codecs, " + chain_text(names) + ", lose digits"});
    return chain;
  };
}

}  // namespace

MessageReceiver::MessageReceiver(const Route& route, int block, int link, RankComm& comm)
    : route_(route), block_(block), link_(link), comm_(comm), local_(comm.is_local(route.peer)) {
  if (local_) return;
  values_.resize(route.values);
  if (link == 0) return;
  pieces_ = cut_message(route, piece_values(comm.piece_bytes()));
  const std::string sender = fmt::format("from rank {} over link {}", comm.rank_of(route.peer),
                                         comm.meter(link).timings().name);
  for (const MessagePiece& piece : pieces_) {
    readers_.emplace_back(CodecChain(comm.chain(link, route.peer), comm.codec(), piece.rows),
                          sender, lossless_chains(comm.codec(), piece.rows));
    buffers_.emplace_back(piece.count * sizeof(Real) + piece_room);
  }
}

void MessageReceiver::post() {
  taken_ = 0;
  requests_.clear();
  if (local_) return;
  const int rank = comm_.rank_of(route_.peer), tag = comm_.tag(route_.peer, block_, link_);
  if (link_ == 0)
    requests_.push_back(
        comm_.transport().post_receive(rank, tag, std::as_writable_bytes(std::span(values_))));
  for (std::vector<std::byte>& buffer : buffers_)
    requests_.push_back(comm_.transport().post_receive(rank, tag, buffer));
  arrival_ = {.from = rank};
  looked_ = -std::numeric_limits<double>::infinity();
  if (link_ > 0 && !comm_.transport().test(std::span(requests_).first(1))) looked_ = seconds_now();
}

bool MessageReceiver::arrived() {
  if (local_) return comm_.mailbox(link_).has(route_.peer, block_);
  take_pieces();
  return taken_ == requests_.size();
}

void MessageReceiver::take_pieces() {
  for (; taken_ < requests_.size(); ++taken_) {
    const std::span request(&requests_[taken_], 1);
    if (!comm_.transport().test(request)) {
      looked_ = seconds_now();
      return;
    }
    comm_.transport().wait(request);
    if (link_ > 0) read_piece(taken_);
  }
}

// Pieces arrive in order, so one that is missing tells that all behind it are.
void MessageReceiver::read_piece(std::size_t n) {
  const double now = seconds_now();
  const MessagePiece& piece = pieces_[n];
  const PieceHeader header = readers_[n].read(
      buffers_[n], sequence_, std::uint32_t(n),
      std::as_writable_bytes(std::span(values_).subspan(piece.first, piece.count)));
  const std::size_t bytes = header.sent_size + PieceHeader::size;
  Sensors& sensors = comm_.sensors();
  const bool far = sensors.measures(arrival_.from);
  if (far) sensors.delays(link_).piece(arrival_.from, now - header.sent, bytes);
  if (!comm_.chain(link_, route_.peer).empty())
    sensors.decoded(link_, header.raw_size, readers_[n].decode_seconds());
  if (n == 0) arrival_.first_sent = header.sent;
  arrival_.bytes += double(bytes);
  if (!far || n + 1 < pieces_.size()) return;
  arrival_.last_sent = header.sent;
  arrival_.blur = (now - looked_) / 2;
  arrival_.received = std::isfinite(looked_) ? now - arrival_.blur : now;
  sensors.delays(link_).message(arrival_);
}

void MessageReceiver::unpack(std::span<const FieldArray> arrays) {
  if (local_) values_ = comm_.mailbox(link_).take(route_.peer, block_);
  const Real* in = values_.data();
  for (const Part& part : route_.parts) in = unpack_box(arrays[part.field], part.box, in);
  if (local_) comm_.mailbox(link_).give_back(std::move(values_));
  ++sequence_;
}

}  // namespace cardon::grid_driver
