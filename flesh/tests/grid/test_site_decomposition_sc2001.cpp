// SPDX-License-Identifier: Apache-2.0
// The record run of the founding paper (Allen et al., SC2001): 1500 processors of four machines.
#include <gtest/gtest.h>

#include <cardon/kit/grid/site_decomposition.hpp>
#include <cardon/kit/processor_time.hpp>

namespace cardon {
namespace {

// What messages cost: 6 grid functions of 8 bytes per face point and iteration at 0.85 MB/s on any
// of the processors, against 780 flops for the update of a point. The rate is the one that explains
// the relief in the paper; it stands for compression (zlib, some MB/s) and all else that sending
// asked of a processor.
constexpr double bytes = 6 * 8;
constexpr double sending = 0.85e6;  // byte/s
constexpr double flops = 780;
double packing(double flop_rate) { return bytes / sending * flop_rate / flops; }

SiteRequest record_run() {
  SiteRequest request;
  request.grid.points = {360, 720, 3345};
  request.grid.radius = {1, 1, 1};
  for (bool& periodic : request.grid.periodic) periodic = false;
  int first = 0;
  const auto add = [&](const std::string& name, double speed, int layers) {
    Site site{name, {}, speed, {5, 12, layers}};
    for (int i = 0; i < 60 * layers; ++i) site.ranks.push_back(first++);
    request.machine.sites.push_back(site);
  };
  add("sdsc", 306e6, 17);
  add("balder", 168e6, 4);
  add("forseti", 168e6, 2);
  add("aegir", 168e6, 2);
  request.links = {{10, {packing(306e6), packing(168e6)}, {}}, {1, {0, 0}, {}}, {1, {0, 0}, {}}};
  return request;
}

// Mean extent along z over the ranks of some layers of ranks.
double planes(const SiteDecomposition& result, int first_layer, int layers) {
  double sum = 0;
  for (int r = 60 * first_layer; r < 60 * (first_layer + layers); ++r)
    sum += result.decomposition.owned.at(std::size_t(r)).extent(2);
  return sum / (60 * layers);
}

TEST(SiteDecompositionSc2001, HasTheShapeOfTheRecordRun) {
  const double start = processor_seconds();
  const SiteDecomposition result = decompose_sites(record_run());
  const double needed = processor_seconds() - start;
  const double sdsc = planes(result, 0, 16), sdsc_at_link = planes(result, 16, 1);
  const double ncsa = planes(result, 18, 7), ncsa_at_link = planes(result, 17, 1);
  // The paper says about 155 and 95. In equal time processors of 306 and 168 MFlop/s do 158 and 87:
  // with 95 those at the NCSA would need 8 % longer.
  EXPECT_NEAR(sdsc, 155, 0.05 * 155);
  EXPECT_NEAR(ncsa, 95, 0.1 * 95);
  EXPECT_NEAR(sdsc / ncsa, 306.0 / 168, 0.02);
  // Those at the slow link own fewer points: the others have 23 % and 20 % more in the paper.
  EXPECT_NEAR(sdsc / sdsc_at_link, 1.23, 0.05);
  EXPECT_NEAR(ncsa / ncsa_at_link, 1.20, 0.05);
  EXPECT_LE(result.balance, 1.05);
  EXPECT_EQ(result.decomposition.topology, (Index3{5, 12, 25}));
  EXPECT_EQ(result.decomposition.tiles[1019].hi[2], result.decomposition.owned[1019].hi[2] + 10);
  EXPECT_LT(needed, 1.0);
}

}  // namespace
}  // namespace cardon
