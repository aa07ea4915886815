// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/request_table.hpp>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <set>

namespace cardon {
namespace {

using Table = RequestTable<std::unique_ptr<int>>;

TEST(RequestTable, KeepsEachMessageUntilItIsReleased) {
  Table table;
  std::map<Table::Request, int> expected;
  std::minstd_rand random(5);
  for (int n = 0; n < 1000; ++n) {
    if (expected.size() < 3 || random() % 2 == 0) {
      const Table::Request request = table.add(std::make_unique<int>(n));
      EXPECT_TRUE(expected.emplace(request, n).second) << "given out twice";
    } else {
      const auto one = std::next(expected.begin(), long(random() % expected.size()));
      EXPECT_EQ(*table[one->first], one->second);
      table.release(one->first);
      EXPECT_FALSE(table.has(one->first));
      expected.erase(one);
    }
    for (const auto& [request, value] : expected) ASSERT_EQ(*table.at(request), value);
  }
}

TEST(RequestTable, GivesReleasedRequestsOutAgain) {
  RequestTable<int> table;
  std::set<int> requests;
  for (int n = 0; n < 100; ++n) {
    const int first = table.add(1), second = table.add(2);
    requests.insert({first, second});
    table.release(first);
    table.release(second);
  }
  EXPECT_EQ(requests.size(), 2u);
}

TEST(RequestTable, RefusesRequestsOfNoMessage) {
  RequestTable<int> table;
  EXPECT_THROW(table.at(0), Bug);
  EXPECT_THROW(table.at(-1), Bug);
  const int request = table.add(7);
  table.release(request);
  EXPECT_EQ(table[request], 7) << "is there until the request is given out again";
  EXPECT_THROW(table.at(request), Bug);
  EXPECT_THROW(table.release(request), Bug) << "would be given out twice";
  EXPECT_EQ(table.add(8), request);
  EXPECT_EQ(table.at(request), 8);
}

}  // namespace
}  // namespace cardon
