// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <thread>

#include "row_relay.hpp"
#include "support/local_transport.hpp"

namespace cardon {
namespace {

constexpr int tag = 7;

std::string lines_of(int rank, int count) {
  std::string lines;
  for (int n = 0; n < count; ++n)
    lines += "row " + std::to_string(n) + " of " + std::to_string(rank) + '\n';
  return lines;
}

std::string only(const std::string& rows, int rank) {
  std::string own;
  const std::string end = " of " + std::to_string(rank) + '\n';
  for (std::size_t begin = 0, next; begin < rows.size(); begin = next) {
    next = rows.find('\n', begin) + 1;
    if (const std::string line = rows.substr(begin, next - begin); line.ends_with(end)) own += line;
  }
  return own;
}

TEST(RowRelay, BringsAllRowsInTheOrderOfEachRank) {
  constexpr int count = 5000;  // several messages
  on_ranks(4, [](Transport& transport) {
    RowRelay relay(transport, tag, {1, 3});
    if (transport.rank() == 1 || transport.rank() == 3) {
      const std::string rows = lines_of(transport.rank(), count);
      relay.send(rows);
      for (std::size_t n = 0; n < rows.size(); n += 100) EXPECT_EQ(relay.progress(), "");
    }
    if (transport.rank() == 0) {
      const std::string one = lines_of(1, count), three = lines_of(3, count);
      std::string rows;
      while (rows.size() < one.size() + three.size()) {
        rows += relay.progress();
        std::this_thread::yield();
      }
      EXPECT_EQ(only(rows, 1), one);
      EXPECT_EQ(only(rows, 3), three);
      EXPECT_EQ(relay.progress(), "");
    }
    relay.close();
  });
}

TEST(RowRelay, EndsWithRowsOnTheirWay) {
  on_ranks(3, [](Transport& transport) {
    RowRelay relay(transport, tag, {1, 2});
    relay.send(lines_of(transport.rank(), 3000));
    for (int n = 0; n < transport.rank() * 2; ++n) relay.progress();
    relay.close();
    EXPECT_EQ(relay.progress(), "") << "closed";
  });
}

TEST(RowRelay, MayEndWithoutBeingClosed) {
  on_ranks(2, [](Transport& transport) {
    RowRelay relay(transport, tag, {1});
    relay.send("row\n");
    relay.progress();
  });
}

}  // namespace
}  // namespace cardon
