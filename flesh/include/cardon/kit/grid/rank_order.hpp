// SPDX-License-Identifier: Apache-2.0
// Which of a rank's blocks continues; the same in a run and in a prediction. Blocks derive from
// BlockOrder.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace cardon::rank_order {

/// A rank hands its blocks the plan in parts, see hands_over(). So many of them may be left to a
/// block when the rank takes on the next one.
inline constexpr long lead_parts = 4;
/// Steps that a rank may gather before its blocks execute them, where nothing is ever sent.
inline constexpr long max_steps_together = 64;
/// s between two looks at the messages.
inline constexpr double longest_tile = 1e-3;
/// While exchanges are pending: enough looks to hide nearly all of a transfer.
inline constexpr int tiles_while_pending = 12;

/// Operations by which a block may be behind, of a rank that handed over so many in the last part.
inline long allowed_lag(std::size_t blocks, long operations) {
  return blocks > 1 ? lead_parts * operations : 0;
}

/// Whether the blocks are given the operations gathered so far: before an exchange that sends
/// something, and after so many steps.
inline bool hands_over(bool sends_next, long steps, long max_steps) {
  return sends_next || steps >= max_steps;
}

/// Steps of the next segment where no exchange ends one and so many are handed over: equal parts of
/// at most `length` steps, which is 1 or more.
inline long equal_part(long steps, long length) {
  const long parts = (steps + length - 1) / length;
  return parts == 0 ? 0 : (steps + parts - 1) / parts;
}

/// Of the complete steps gathered, behind which another one begins: those that are handed over
/// where no exchange ends a segment; 0: none yet. Once the best length is known (`decided`), a
/// segment is kept back, so that two of equal length can be made of what is left when somebody
/// looks at the fields.
inline long steps_to_hand_over(long gathered, long length, bool decided) {
  const long kept = decided && length > 1 ? length : 0;
  return gathered >= length + kept ? length : 0;
}

/// Tiles into which a task is cut that is expected to take so many s: the busier the links, the
/// more looks at them. `travelling`: messages of the block or of the rank are on their way.
inline int tiles(double expected, bool travelling, std::size_t blocks) {
  if (blocks == 1 && !travelling) return 1;
  const int by_time = int(std::min(1e6, std::ceil(expected / longest_tile)));
  return std::max({1, by_time, travelling ? tiles_while_pending : 1});
}

/// Position of the block farthest behind; `end`: behind the operations handed over.
template <class Blocks>
long slowest(const Blocks& blocks, long end) {
  for (const auto& block : blocks) end = std::min(end, block.position());
  return end;
}

/// Has done all that was handed over.
template <class Block>
bool is_idle(const Block& block) {
  return block.next() == Block::Next::nothing;
}

/// No block has anything to do, or anything on its way.
template <class Blocks>
bool all_done(const Blocks& blocks) {
  return std::all_of(blocks.begin(), blocks.end(),
                     [](const auto& block) { return is_idle(block) && !block.pending(); });
}

/// Whether the rank takes on the next part: with overlap when some block has nothing
/// left to do and no block is far behind, else when all are done. `lag` as allowed_lag().
template <class Blocks>
bool wants_more(const Blocks& blocks, bool overlap, long end, long lag) {
  if (!overlap || blocks.begin() == blocks.end()) return all_done(blocks);
  return slowest(blocks, end) >= end - lag &&
         std::any_of(blocks.begin(), blocks.end(),
                     [](const auto& block) { return is_idle(block); });
}

/// Order without overlap: all blocks advance together, and nothing is computed while messages
/// travel.
template <class Blocks, class Block>
bool may_run(const Blocks& blocks, const Block& block, bool overlap, long slowest) {
  const auto next = block.next();
  if (next == Block::Next::nothing || next == Block::Next::wait) return false;
  if (overlap) return true;
  if (block.position() > slowest) return false;
  return std::none_of(blocks.begin(), blocks.end(), [&](const auto& other) {
    return next == Block::Next::exchange ? other.computing() : other.pending();
  });
}

/// Which of the blocks that can continue goes first.
enum class Priorities {
  border_first,  ///< those that feed a wide link, then those of the user, then those behind
  fifo           ///< those of the user, then first come, first served
};

/// The block that continues: those that feed a wide link first, then those of the user
/// (has_priority), then the one farthest behind. The end of `blocks`: none can. Nobody waits for
/// ever: wants_more() lets no block run more than lead_parts and the newest part ahead, so the
/// urgent ones run out of work.
template <class Blocks>
auto most_urgent(Blocks& blocks, bool overlap, long end) {
  const long slowest = rank_order::slowest(blocks, end);
  const auto urgency = [](const auto& block) {
    return std::tuple(!block.feeds_wide_link(), !block.has_priority(), block.position());
  };
  auto best = blocks.end();
  for (auto block = blocks.begin(); block != blocks.end(); ++block) {
    if (!may_run(blocks, *block, overlap, slowest)) continue;
    if (best == blocks.end() || urgency(*block) < urgency(*best)) best = block;
  }
  return best;
}

/// The blocks of a rank that can continue, as a queue.
class ReadyQueue {
 public:
  /// Empty; blocks are served in this order.
  explicit ReadyQueue(Priorities priorities = Priorities::border_first) : priorities_(priorities) {}

  /// The block that continues; the end of `blocks`: none can. To be called before each piece.
  template <class Blocks>
  auto next(Blocks& blocks, bool overlap, long end) {
    return priorities_ == Priorities::fifo ? first_come(blocks, overlap, end)
                                           : most_urgent(blocks, overlap, end);
  }
  /// Other blocks follow: all of them queue again.
  void clear() { since_.clear(); }

 private:
  // A block keeps its place until it has to wait, or exchanges: then it queues again.
  template <class Blocks>
  auto first_come(Blocks& blocks, bool overlap, long end) {
    using Next = typename std::decay_t<decltype(*blocks.begin())>::Next;
    const long slowest = rank_order::slowest(blocks, end);
    since_.resize(blocks.size(), waits);
    auto best = blocks.end();
    std::pair<bool, long> best_turn;
    std::size_t best_place = 0, place = 0;
    for (auto block = blocks.begin(); block != blocks.end(); ++block, ++place) {
      long& since = since_[place];
      if (!may_run(blocks, *block, overlap, slowest)) {
        since = waits;
        continue;
      }
      if (since == waits) since = number_++;
      const std::pair turn(!block->has_priority(), since);
      if (best != blocks.end() && turn > best_turn) continue;
      best = block;
      best_turn = turn;
      best_place = place;
    }
    if (best != blocks.end() && best->next() == Next::exchange) since_[best_place] = number_++;
    return best;
  }

  static constexpr long waits = -1;
  Priorities priorities_;
  std::vector<long> since_;  // by place: the number that the block drew when it could continue
  long number_ = 0;
};

}  // namespace cardon::rank_order
