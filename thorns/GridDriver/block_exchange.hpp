// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/grid/block_storage.hpp>
#include <list>
#include <vector>

#include "incoming.hpp"
#include "outgoing.hpp"
#include "scheme.hpp"

namespace cardon::grid_driver {

/// The exchanges of one block on one link of its plan: at most one at a time.
class BlockExchange {
 public:
  /// Everything is referred to and must outlive this. `link` as in Timings.
  BlockExchange(int block, int link, const BlockStorage& storage, SchemeTable& schemes, Wire& wire);

  /// Packs, sends and gets ready to receive. The arrays are those the levels lie in now, even if
  /// they rotate before the exchange is complete.
  void start(const plan::Operation& exchange);
  bool pending() const { return current_ != nullptr; }
  /// If everything has arrived, puts it into the ghost zones. True if nothing is pending then.
  bool complete_if_arrived();
  /// The last exchange sent or received something.
  bool moves_data() const { return moves_data_; }

 private:
  /// A scheme with the ends of its routes.
  struct Live {
    const Scheme* scheme = nullptr;
    std::list<Outgoing> outgoing;
    std::list<Incoming> incoming;
  };
  Live& live(const plan::Operation& exchange);
  void copy_own(const Scheme& scheme);
  void take_what_came();

  int block_, link_;
  const BlockStorage& storage_;
  SchemeTable& schemes_;
  Wire& wire_;
  std::list<Live> known_;
  Live* current_ = nullptr;
  std::list<Incoming>::iterator next_;  // the first that has not arrived
  std::vector<FieldArray> arrays_;      // of the fields of the current exchange
  bool moves_data_ = false;
  long exchanges_;  // that moved something; the block with most counts for the rank
};

}  // namespace cardon::grid_driver
