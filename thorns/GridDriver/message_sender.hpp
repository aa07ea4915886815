// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/codec/piece_writer.hpp>
#include <cardon/kit/grid/block_storage.hpp>
#include <memory>
#include <span>
#include <vector>

#include "pieces.hpp"
#include "rank_comm.hpp"

namespace cardon::grid_driver {

/// The sending end of a route.
class MessageSender {
 public:
  /// `route` and `comm` are referred to; `link` as in Timings.
  MessageSender(const Route& route, int block, int link, RankComm& comm);
  /// Whether the receiver is a block of this rank.
  bool local() const { return comm_.is_local(route_.peer); }
  std::size_t bytes() const { return route_.values * sizeof(Real); }
  std::size_t values() const { return route_.values; }
  /// Packs and sends. `arrays` are those of the fields of the exchange.
  void send(std::span<const FieldArray> arrays);

 private:
  void pack(std::span<const FieldArray> arrays, Real* out) const;
  void follow_choice();
  void send_pieces(std::span<const FieldArray> arrays);

  const Route& route_;
  int block_, link_;
  RankComm& comm_;
  // Over wide links only.
  std::vector<Real> values_;
  std::vector<MessagePiece> pieces_;
  std::vector<PieceWriter> writers_;
  CodecNames chain_;  // that they go through
  std::uint32_t sequence_ = 0;
};

}  // namespace cardon::grid_driver
