// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/error.hpp>

#include "transport_self.hpp"

namespace cardon {
namespace {

using Bytes = std::vector<std::byte>;
constexpr std::byte a{1}, b{2}, c{3};

TEST(TransportSelf, IsOneRankAndGathersItself) {
  TransportSelf transport;
  EXPECT_EQ(transport.rank(), 0);
  EXPECT_EQ(transport.size(), 1);
  EXPECT_EQ(transport.all_gather(Bytes{a, b}), (std::vector<Bytes>{{a, b}}));
  EXPECT_EQ(transport.all_gather(Bytes{}), (std::vector<Bytes>{{}}));
}

TEST(TransportSelf, DeliversToItselfWhicheverComesFirst) {
  TransportSelf transport;
  Bytes early(2), late(1);
  const auto receive = transport.post_receive(0, 7, early);
  const auto first = transport.send(0, 7, Bytes{a, b});
  const auto second = transport.send(0, 7, Bytes{c});
  const auto other = transport.post_receive(0, 7, late);
  const std::vector<Transport::Request> all{receive, first, second, other};
  transport.wait(all);
  EXPECT_EQ(early, (Bytes{a, b}));
  EXPECT_EQ(late, (Bytes{c}));
}

TEST(TransportSelf, KeepsTagsApart) {
  TransportSelf transport;
  Bytes one(1), two(1);
  transport.send(0, 1, Bytes{a});
  transport.send(0, 2, Bytes{b});
  transport.post_receive(0, 2, two);
  transport.post_receive(0, 1, one);
  EXPECT_EQ(one, (Bytes{a}));
  EXPECT_EQ(two, (Bytes{b}));
}

TEST(TransportSelf, DoesNotWaitForEver) {
  TransportSelf transport;
  Bytes buffer(1);
  const std::vector<Transport::Request> never{transport.post_receive(0, 1, buffer)};
  EXPECT_THROW(transport.wait(never), Bug);
  EXPECT_THROW(transport.send(1, 1, buffer), Bug);
}

}  // namespace
}  // namespace cardon
