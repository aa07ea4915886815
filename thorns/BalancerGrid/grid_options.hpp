// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/block_graph.hpp>
#include <cardon/thorn/parameter.hpp>
#include <string>

namespace cardon {

struct BalancerSetup;

namespace grid_parameters {

inline constexpr const char* section = "BalancerGrid";
inline constexpr Parameter tolerance{"tolerance", 0.1,
                                     "Loads that differ by less than this share count as equal",
                                     between(0.0, 1.0)};
inline constexpr Parameter rank_rule{
    "rank_rule", "load",
    "Which rank receives the next block: the one with the least load and, among those within the "
    "tolerance, the fewest border blocks; or the one with the fewest blocks",
    one_of("load", "count")};
inline constexpr Parameter placing{
    "placing", "seed",
    "grid_hybrid: whether blocks are placed near those with which they exchange messages",
    one_of("seed", "plain")};
inline constexpr Parameter site_weights{"site_weights", "work",
                                        "grid_partition, grid_hybrid: quantity divided among sites",
                                        one_of("work", "blocks")};
inline constexpr Parameter edges{"edges", "messages", "Weight of an edge between two blocks",
                                 one_of("messages", "bytes")};
inline constexpr Parameter partitioner{"partitioner", "metis",
                                       "Partitioner of grid_partition and grid_hybrid"};

}  // namespace grid_parameters

/// Parameters of this thorn.
struct GridOptions {
  double tolerance = 0.1;
  bool by_count = false;            ///< rank_rule: count
  bool seeds = true;                ///< placing: seed
  bool weigh_sites_by_work = true;  ///< site_weights: work
  EdgeMeasure edges = EdgeMeasure::messages;
  std::string partitioner = "metis";
};

GridOptions grid_options(const BalancerSetup& setup);

}  // namespace cardon
