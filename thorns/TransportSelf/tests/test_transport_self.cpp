// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>

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

TEST(TransportSelf, TakesMessagesShorterThanTheBuffer) {
  TransportSelf transport;
  Bytes posted(3, c), asked(3, c);
  const std::vector<Transport::Request> receive{transport.post_receive(0, 1, posted)};
  transport.send(0, 1, Bytes{a, b});
  transport.send(0, 1, Bytes{a});
  transport.post_receive(0, 1, asked);
  transport.wait(receive);
  EXPECT_EQ(posted, (Bytes{a, b, c}));
  EXPECT_EQ(asked, (Bytes{a, c, c}));
  transport.post_receive(0, 2, posted);
  EXPECT_THROW(transport.send(0, 2, Bytes(4)), Bug) << "longer";
}

TEST(TransportSelf, TellsWhatIsComplete) {
  TransportSelf transport;
  Bytes one(1), two(1);
  const std::vector<Transport::Request> both{transport.post_receive(0, 1, one),
                                             transport.post_receive(0, 2, two)};
  EXPECT_TRUE(transport.test({})) << "true for none";
  EXPECT_FALSE(transport.test(std::span(both).first(1)));
  const std::vector<Transport::Request> sent{transport.send(0, 1, Bytes{a})};
  EXPECT_TRUE(transport.test(sent));
  EXPECT_TRUE(transport.test(std::span(both).first(1)));
  EXPECT_FALSE(transport.test(both));
  transport.send(0, 2, Bytes{b});
  EXPECT_TRUE(transport.test(both));
  transport.wait(both);
  EXPECT_EQ(one, Bytes{a});
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
