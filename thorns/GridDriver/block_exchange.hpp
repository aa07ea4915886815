// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_storage.hpp>
#include <list>
#include <vector>

#include "exchange_pattern.hpp"
#include "message_receiver.hpp"
#include "message_sender.hpp"

namespace cardon::grid_driver {

/// Of messages that travel without codecs.
struct MessageSizes {
  std::vector<std::size_t> near,  ///< to blocks of this rank, in values
      far;                        ///< to others, in bytes
};

/// The exchanges of one block on one link of its plan: at most one at a time.
class BlockExchange {
 public:
  /// Everything is referred to and must outlive this. `link` as in Timings.
  BlockExchange(int block, int link, const BlockStorage& storage, ExchangePatterns& patterns,
                RankComm& comm);

  /// Gets the memory that the receiving ends of an exchange keep; returns what it will send.
  MessageSizes prepare(const plan::Operation& exchange);
  /// Packs, sends and gets ready to receive. The arrays are those the levels lie in now, even if
  /// they rotate before the exchange is complete.
  void start(const plan::Operation& exchange);
  bool pending() const { return current_ != nullptr; }
  /// The rank whose message is the first that is missing; -1: none is.
  int awaited_rank() const;
  /// If everything has arrived, puts it into the ghost zones. True if nothing is pending then.
  bool complete_if_arrived();
  /// The last exchange sent or received something.
  bool moves_data() const { return moves_data_; }

 private:
  /// A pattern with the ends of its routes.
  struct Live {
    const ExchangePattern* pattern = nullptr;
    std::list<MessageSender> outgoing;
    std::list<MessageReceiver> incoming;
  };
  Live& live(const plan::Operation& exchange);
  template <class End, class Move>
  double in_two_turns(std::list<End>& ends, double start, Move move);
  void copy_own(const ExchangePattern& pattern);
  void take_what_came();

  int block_, link_;
  const BlockStorage& storage_;
  ExchangePatterns& patterns_;
  RankComm& comm_;
  std::list<Live> known_;
  Live* current_ = nullptr;
  std::list<MessageReceiver>::iterator next_;  // the first that has not arrived
  std::vector<FieldArray> arrays_;             // of the fields of the current exchange
  bool moves_data_ = false;
  long exchanges_;  // that moved something; the block with most counts for the rank
};

}  // namespace cardon::grid_driver
