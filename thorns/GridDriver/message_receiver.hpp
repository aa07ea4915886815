// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/codec/piece_reader.hpp>
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/tuning/rank_window.hpp>
#include <span>
#include <vector>

#include "pieces.hpp"
#include "rank_comm.hpp"

namespace cardon::grid_driver {

/// The receiving end of a route.
class MessageReceiver {
 public:
  /// `route` and `comm` are referred to; `link` as in Timings.
  MessageReceiver(const Route& route, int block, int link, RankComm& comm);
  MessageReceiver(const MessageReceiver&) = delete;
  MessageReceiver(MessageReceiver&&) = default;

  /// Whether the sender is a block of this rank.
  bool local() const { return local_; }
  std::size_t bytes() const { return route_.values * sizeof(Real); }
  /// The rank that sends.
  int sender() const { return comm_.rank_of(route_.peer); }
  /// Gets ready for the next message.
  void post();
  /// Whether it is all there; takes in pieces that have arrived. Throws Error exchange/damaged.
  bool arrived();
  /// Writes what arrived into the ghost zones.
  void unpack(std::span<const FieldArray> arrays);

 private:
  void take_pieces();
  void read_piece(std::size_t n);

  const Route& route_;
  int block_, link_;
  RankComm& comm_;
  bool local_;
  std::vector<Real> values_;
  std::vector<Transport::Request> requests_;  // one, or one per piece
  std::size_t taken_ = 0;                     // requests that are complete
  // Over wide links only.
  std::vector<MessagePiece> pieces_;
  std::vector<PieceReader> readers_;
  std::vector<std::vector<std::byte>> buffers_;
  std::uint32_t sequence_ = 0;
  MessageArrival arrival_;  // of the message that is on its way
  double looked_ = 0;       // when pieces were last found missing; negative infinity: never
};

}  // namespace cardon::grid_driver
