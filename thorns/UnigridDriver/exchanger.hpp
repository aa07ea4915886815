// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/grid/exchange_boxes.hpp>
#include <cardon/plan/plan.hpp>
#include <cardon/services/timings.hpp>
#include <cardon/services/transport.hpp>
#include <map>
#include <memory>
#include <vector>

namespace cardon {

/// The exchanges of one block: one message per neighbour, with all fields and diagonals included.
class Exchanger {
 public:
  /// Everything is referred to and must outlive this.
  Exchanger(Transport& transport, const Layout& layout, int block, const BlockStorage& storage,
            LinkTimings& timings);
  Exchanger(const Exchanger&) = delete;
  Exchanger& operator=(const Exchanger&) = delete;
  /// Completes what is pending.
  ~Exchanger();

  /// Gets the memory of an exchange of these fields now, before somebody measures.
  void prepare(const std::vector<plan::SlotDepth>& fields) { pattern(fields); }
  /// Completes what is pending and gives back the memory of all exchanges: others will follow.
  void forget();
  /// Posts receives, packs and sends. The arrays are those the levels lie in now, even if they
  /// rotate before complete().
  void start(const std::vector<plan::SlotDepth>& fields);
  bool pending() const { return current_ != nullptr; }
  /// Moves messages on without blocking. Counts the time from `start` as polling and returns when
  /// it ended.
  double progress(double start);
  /// Waits for what is pending and puts it into the ghost zones.
  void complete();

 private:
  struct Part {
    std::size_t field;  // index into the fields of the exchange
    Box box;
  };
  struct Message {
    int rank = 0;
    std::vector<Part> parts;
    std::vector<Real> values;
  };
  struct Copy {
    std::size_t field;
    ImageCopy image;
  };
  /// What an exchange of certain fields to certain depths does; made once.
  struct Pattern {
    std::vector<plan::SlotDepth> fields;
    std::vector<Message> receives, sends;  // by rank
    std::vector<Copy> copies;
  };
  Pattern& pattern(const std::vector<plan::SlotDepth>& fields);
  const ExchangeBoxes& boxes(int depth);
  void post(Pattern& pattern);
  void wait_for_messages();

  Transport& transport_;
  const Layout& layout_;
  int block_;
  const BlockStorage& storage_;
  LinkTimings& timings_;
  std::map<int, ExchangeBoxes> boxes_;  // by depth
  std::vector<std::unique_ptr<Pattern>> patterns_;
  Pattern* current_ = nullptr;
  std::vector<FieldArray> arrays_;  // of the fields of the current exchange
  std::vector<Transport::Request> requests_;
  double started_ = 0;
};

}  // namespace cardon
