// SPDX-License-Identifier: Apache-2.0
// The parameters of the grid driver, section `driver`. Those that differ from link to link
// (ghost_zones, compression) are read by link_settings.hpp, the other trees by site_setup.hpp.
#pragma once
#include <cardon/kit/grid/rank_order.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/thorn/node.hpp>
#include <cardon/thorn/parameter.hpp>
#include <string_view>

namespace cardon::grid_driver {

inline constexpr const char* section = "driver";
inline constexpr const char* ghost_zones = "ghost_zones";
/// The link between the blocks of a site.
inline constexpr const char* intra = "intra";
inline constexpr const char* compression = "compression";
inline constexpr const char* blocks_per_rank = "blocks_per_rank";
inline constexpr const char* priority_region = "priority_region";
/// The value that leaves a setting to the tuner.
inline constexpr const char* automatic = "auto";
inline bool is_automatic(const Node& node) { return node.is_scalar() && node.text == automatic; }

/// Message tags leave room for so many blocks on both sides, and MPI grants tags up to 32767.
inline constexpr int max_blocks_per_rank = 100;

inline constexpr Parameter overlap{"overlap", "auto",
                                   "Overlap computation and communication (auto: as long as it "
                                   "pays off); the results are bit-identical",
                                   one_of("auto", "always", "never")};
inline constexpr Parameter decomposition{"decomposition", "auto",
                                         "Redecompose the grid when ranks prove faster or slower "
                                         "(auto), or decompose it only once (fixed)",
                                         one_of("auto", "fixed")};
inline constexpr Parameter priorities{
    "priorities", "border_first",
    "Which block of a rank continues first: one that feeds a link between sites (border_first), or "
    "the one that could continue first (fifo); the results are bit-identical",
    one_of("border_first", "fifo")};
inline constexpr Parameter piece_bytes{
    "piece_bytes", 16000,
    "Maximum size of the pieces in which wide-area messages travel, below the eager limit of MPI",
    between(512, 1 << 30)};
inline constexpr Parameter calibration{"calibration", "auto",
                                       "Measure the speed of each rank before the decomposition "
                                       "(auto: unless the machine file gives speeds)",
                                       one_of("auto", "always", "never")};

inline rank_order::Priorities read_priorities(const ParameterSet& parameters) {
  const bool known = parameters.has(section, priorities.name());
  const bool fifo = known && parameters.get(section, priorities) == "fifo";
  return fifo ? rank_order::Priorities::fifo : rank_order::Priorities::border_first;
}

}  // namespace cardon::grid_driver
