// SPDX-License-Identifier: Apache-2.0
// The record run of the founding paper (Allen et al., SC2001): 1500 processors of four machines.
#include <gtest/gtest.h>

#include <cardon/grid/site_decomposition.hpp>
#include <chrono>

namespace cardon {
namespace {

// What a message costs: 6 grid functions of 8 bytes per face point and iteration, compressed on one
// side and decompressed on the other at 0.8 MB/s in all, on any of the processors: what zlib does
// on machines of that time, and the rate that explains the relief in the paper. The update of a
// point takes 780 flops.
constexpr double bytes = 6 * 8;
constexpr double compression = 0.8e6;  // byte/s
constexpr double flops = 780;
double packing(double flop_rate) { return bytes / compression * flop_rate / flops; }

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
    sum += result.decomposition.owned.at(static_cast<std::size_t>(r)).extent(2);
  return sum / (60 * layers);
}

TEST(SiteDecompositionSc2001, HasTheShapeOfTheRecordRun) {
  const auto start = std::chrono::steady_clock::now();
  const SiteDecomposition result = decompose_sites(record_run());
  const std::chrono::duration<double> needed = std::chrono::steady_clock::now() - start;
  const double sdsc = planes(result, 0, 16), sdsc_at_link = planes(result, 16, 1);
  const double ncsa = planes(result, 18, 7), ncsa_at_link = planes(result, 17, 1);
  std::cout << sdsc << " " << sdsc_at_link << " " << ncsa << " " << ncsa_at_link << " "
            << result.balance << " " << needed.count() << "\n";
}

}  // namespace
}  // namespace cardon
