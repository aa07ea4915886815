// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>

#include "../support/local_transport.hpp"
#include "collective/site_transport.hpp"

namespace cardon {
namespace {

std::span<const std::byte> bytes_of(const int& number) {
  return std::as_bytes(std::span(&number, 1));
}

int number_in(std::span<const std::byte> bytes) {
  int number = -1;
  std::memcpy(&number, bytes.data(), sizeof number);
  return number;
}

TEST(SiteTransport, CountsItsRanksFromZero) {
  LocalWorld world(4);
  LocalTransport all(world, 3);
  const SiteTransport site(all, {1, 3});
  EXPECT_EQ(site.rank(), 1);
  EXPECT_EQ(site.size(), 2);
  EXPECT_EQ(site.rank_of_all(0), 1);
  EXPECT_EQ(site.rank_of_all(1), 3);
}

TEST(SiteTransport, CarriesMessagesWithinTheSite) {
  on_ranks(4, [](Transport& all) {
    SiteTransport site(all, all.rank() % 2 == 0 ? std::vector{0, 2} : std::vector{1, 3});
    const int other = 1 - site.rank(), said = 10 + all.rank();
    int heard = 0;
    const std::vector requests{
        site.post_receive(other, 7, std::as_writable_bytes(std::span(&heard, 1))),
        site.send(other, 7, bytes_of(said))};
    site.wait(requests);
    EXPECT_EQ(heard, 10 + site.rank_of_all(other));
  });
}

TEST(SiteTransport, GathersWithoutTheOthers) {
  const long collectives = on_ranks(4, [](Transport& all) {
    if (all.rank() == 1) return;
    SiteTransport site(all, {0, 2, 3});
    const auto said = site.all_gather(bytes_of(all.rank()));
    ASSERT_EQ(said.size(), 3u);
    EXPECT_EQ(number_in(said[0]), 0);
    EXPECT_EQ(number_in(said[1]), 2);
    EXPECT_EQ(number_in(said[2]), 3);
  });
  EXPECT_EQ(collectives, 0);
}

TEST(SiteTransport, IsForRanksOfTheSiteOnly) {
  LocalWorld world(2);
  LocalTransport all(world, 0);
  EXPECT_THROW(SiteTransport(all, {1}), Bug);
}

}  // namespace
}  // namespace cardon
