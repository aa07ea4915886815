// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/grid/rank_order.hpp>
#include <string>
#include <vector>

namespace cardon::rank_order {
namespace {

// What a ReadyQueue asks of a block.
struct ReadyBlock {
  enum class Next { nothing, wait, exchange, compute };
  char name;
  Next state = Next::compute;
  long place = 0;
  bool border = false;
  bool users = false;
  Next next() const { return state; }
  long position() const { return place; }
  bool computing() const { return false; }
  bool pending() const { return state == Next::wait; }
  bool feeds_wide_link() const { return border; }
  bool has_priority() const { return users; }
};
using Next = ReadyBlock::Next;
using Blocks = std::vector<ReadyBlock>;

char first(ReadyQueue& queue, Blocks& blocks) {
  const auto block = queue.next(blocks, true, 100);
  return block == blocks.end() ? '-' : block->name;
}

// A part of one operation is a step; one of eight has the steps between two exchanges.
TEST(RankOrder, NoBlockRunsMoreThanFivePartsAhead) {
  for (const long part : {1, 8}) {
    Blocks blocks{{.name = 'a', .state = Next::nothing}, {.name = 'b', .state = Next::compute}};
    const long lag = allowed_lag(blocks.size(), part);
    long& fast = blocks.front().place;
    for (int n = 0; n < 100 && wants_more(blocks, true, fast, lag); ++n) fast += part;
    EXPECT_EQ(fast, 5 * part);
  }
}

TEST(ReadyQueue, BorderBlocksGoFirstThenThoseBehind) {
  Blocks blocks{
      {.name = 'a', .place = 1}, {.name = 'b', .place = 2, .border = true}, {.name = 'c'}};
  ReadyQueue queue;
  EXPECT_EQ(first(queue, blocks), 'b');
  blocks[1].state = Next::wait;
  EXPECT_EQ(first(queue, blocks), 'c');
  blocks[2].state = Next::nothing;
  EXPECT_EQ(first(queue, blocks), 'a');
  blocks[0].state = Next::wait;
  EXPECT_EQ(first(queue, blocks), '-');
}

TEST(ReadyQueue, WhoCouldContinueFirstGoesFirst) {
  Blocks blocks{{.name = 'a', .state = Next::wait},
                {.name = 'b', .place = 2},
                {.name = 'c', .state = Next::wait, .border = true}};
  ReadyQueue queue(Priorities::fifo);
  EXPECT_EQ(first(queue, blocks), 'b');
  blocks[2].state = Next::compute;
  EXPECT_EQ(first(queue, blocks), 'b');  // as long as it need not wait
  blocks[0].state = Next::compute;
  EXPECT_EQ(first(queue, blocks), 'b');
  blocks[1].state = Next::wait;
  EXPECT_EQ(first(queue, blocks), 'c');
  blocks[1].state = Next::compute;
  blocks[2].state = Next::wait;
  EXPECT_EQ(first(queue, blocks), 'a');
  blocks[0].state = Next::nothing;
  EXPECT_EQ(first(queue, blocks), 'b');
}

TEST(ReadyQueue, UsersDecideAmongBlocksOfAKind) {
  Blocks blocks{{.name = 'a'},
                {.name = 'b', .place = 3, .users = true},
                {.name = 'c', .border = true},
                {.name = 'd', .place = 4, .border = true, .users = true}};
  ReadyQueue border;
  std::string order;
  for (int n = 0; n < 4; ++n) {
    order += first(border, blocks);
    for (ReadyBlock& block : blocks)
      if (block.name == order.back()) block.state = Next::nothing;
  }
  EXPECT_EQ(order, "dcba");
  for (ReadyBlock& block : blocks) block.state = Next::compute;
  ReadyQueue fifo(Priorities::fifo);
  EXPECT_EQ(first(fifo, blocks), 'b');
}

TEST(ReadyQueue, WhoExchangesQueuesAgain) {
  Blocks blocks{{.name = 'a'}, {.name = 'b'}};
  ReadyQueue queue(Priorities::fifo);
  EXPECT_EQ(first(queue, blocks), 'a');
  blocks[0].state = Next::exchange;
  EXPECT_EQ(first(queue, blocks), 'a');
  blocks[0].state = Next::compute;
  EXPECT_EQ(first(queue, blocks), 'b');
  queue.clear();
  EXPECT_EQ(first(queue, blocks), 'a');
}

// A rank takes the operations of the next step only while no block is more than the lead behind, so
// blocks that are never chosen stop the others.
TEST(ReadyQueue, NobodyStarves) {
  for (const Priorities priorities : {Priorities::border_first, Priorities::fifo}) {
    Blocks blocks{{.name = 'a', .border = true, .users = true}, {.name = 'b'}};
    constexpr long operations = 3;
    ReadyQueue queue(priorities);
    long end = operations, in_a_row = 0;
    for (int n = 0; n < 200; ++n) {
      for (ReadyBlock& block : blocks)
        block.state = block.place == end              ? Next::nothing
                      : block.place % operations == 0 ? Next::exchange
                                                      : Next::compute;
      if (wants_more(blocks, true, end, allowed_lag(blocks.size(), operations))) {
        end += operations;
        continue;
      }
      const auto block = queue.next(blocks, true, end);
      ASSERT_NE(block, blocks.end());
      ++block->place;
      in_a_row = block->name == 'a' ? in_a_row + 1 : 0;
      EXPECT_LE(in_a_row, (lead_parts + 1) * operations);
    }
    EXPECT_GT(blocks[1].place, 50);
  }
}

}  // namespace
}  // namespace cardon::rank_order
