// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/site_gather.hpp>

#include "../support/local_transport.hpp"

namespace cardon {
namespace {

using Message = SiteGather::Bytes;

/// sites[s] is the number of ranks of site s.
std::vector<Site> chain(const std::vector<int>& sizes) {
  std::vector<Site> sites;
  int rank = 0;
  for (const int size : sizes) {
    Site& site = sites.emplace_back();
    for (int n = 0; n < size; ++n) site.ranks.push_back(rank++);
  }
  return sites;
}

/// Bytes that tell the messages of a test apart.
Message pattern(std::size_t size, int which) {
  Message bytes(size);
  for (std::size_t n = 0; n < size; ++n)
    bytes[n] = std::byte((n * 13 + n / 251 + std::size_t(which) * 7) % 256);
  return bytes;
}

void check_gather(Transport& transport, const std::vector<Site>& sites,
                  const std::vector<std::size_t>& sizes) {
  const auto rank = std::size_t(transport.rank());
  const auto all = SiteGather(transport, sites, 9).all(pattern(sizes[rank], transport.rank()));
  ASSERT_EQ(all.size(), sizes.size());
  for (std::size_t r = 0; r < sizes.size(); ++r)
    EXPECT_TRUE(all[r] == pattern(sizes[r], int(r))) << "rank " << r;
}

void check_sites(const std::vector<Site>& sites, const std::vector<std::size_t>& sizes) {
  on_ranks(int(sizes.size()), [&](Transport& transport) {
    for (int repeat = 0; repeat < 3; ++repeat) check_gather(transport, sites, sizes);
  });
}

TEST(SiteGather, GathersWhateverTheLengths) {
  check_sites(chain({2, 2}), {8, 8, 8, 8});
  check_sites(chain({2, 1, 3}), {0, 1, 100, 16'384, 0, 70'001});
  check_sites(chain({1, 1, 1, 1}), {300'000, 0, 1, 16'352});
  check_sites(chain({3}), {1, 2, 3});
  check_sites(chain({1}), {5});
}

TEST(SiteGather, TakesSitesInAnyOrderOfRanks) {
  std::vector<Site> sites = chain({2, 2});
  sites[0].ranks = {1, 3};
  sites[1].ranks = {0, 2};
  check_sites(sites, {10, 20'000, 30, 4});
}

// Lengths of the first message near its room: 16 bytes of labels and 8 of length go with it.
TEST(SiteGather, GathersWhatJustFits) {
  for (const std::size_t size : {16'359u, 16'360u, 16'361u}) check_sites(chain({1, 1}), {size, 1});
}

}  // namespace
}  // namespace cardon
