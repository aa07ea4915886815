// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "machines.hpp"
#include "site_gather.hpp"
#include "thread_world.hpp"

namespace cardon {
namespace {

using test::Bytes;
using test::pattern;

void check_gather(Transport& transport, const Machine& machine,
                  const std::vector<std::size_t>& sizes) {
  const auto rank = static_cast<std::size_t>(transport.rank());
  const auto all =
      SiteGather(transport, machine.sites, 9).all(pattern(sizes[rank], transport.rank()));
  ASSERT_EQ(all.size(), sizes.size());
  for (std::size_t r = 0; r < sizes.size(); ++r)
    EXPECT_TRUE(all[r] == pattern(sizes[r], static_cast<int>(r))) << "rank " << r;
}

void check_machine(const Machine& machine, const std::vector<std::size_t>& sizes) {
  test::on_ranks(static_cast<int>(sizes.size()), [&](const std::shared_ptr<Transport>& transport) {
    for (int repeat = 0; repeat < 3; ++repeat) check_gather(*transport, machine, sizes);
  });
}

TEST(SiteGather, GathersWhateverTheLengths) {
  check_machine(test::chain({2, 2}, 0, 0), {8, 8, 8, 8});
  check_machine(test::chain({2, 1, 3}, 0, 0), {0, 1, 100, 16'384, 0, 70'001});
  check_machine(test::chain({1, 1, 1, 1}, 0, 0), {300'000, 0, 1, 16'352});
  check_machine(test::chain({3}, 0, 0), {1, 2, 3});
  check_machine(test::chain({1}, 0, 0), {5});
}

TEST(SiteGather, TakesSitesInAnyOrderOfRanks) {
  Machine machine = test::chain({2, 2}, 0, 0);
  machine.sites[0].ranks = {1, 3};
  machine.sites[1].ranks = {0, 2};
  check_machine(machine, {10, 20'000, 30, 4});
}

// Lengths of the first message near its room: 16 bytes of labels and 8 of length go with it.
TEST(SiteGather, GathersWhatJustFits) {
  for (const std::size_t size : {16'359u, 16'360u, 16'361u})
    check_machine(test::chain({1, 1}, 0, 0), {size, 1});
}

}  // namespace
}  // namespace cardon
