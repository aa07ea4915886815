// SPDX-License-Identifier: Apache-2.0
#include "grid_driver.hpp"
#include "grid_parameters.hpp"

CARDON_THORN(GridDriver) {
  using namespace cardon::grid_driver;
  thorn.summary("Sites joined by slow links: weighted blocks, deep ghost zones, compression");
  cardon::provide<cardon::Driver, GridDriver>(
      thorn, "grid",
      "Several sites: weighted decomposition, deep ghost zones, compression, overlap")
      .feature(cardon::feature::sites)
      .feature(cardon::feature::emulated_compute)
      .section("driver")
      .parameters(
          cardon::declare_tree(ghost_zones,
                               "Ghost depth on links between sites: layers, `every 4 steps` or "
                               "auto, for all or by link, such as {a-b: 4}; with one site, and as "
                               "{intra: 4}, between the blocks of a site"),
          cardon::declare_tree(compression,
                               "Codecs of messages between sites: a chain such as [extrapolate, "
                               "zlib-1], none or auto, for all or by link"),
          cardon::declare_tree(blocks_per_rank,
                               "Blocks that a rank owns, or auto; more blocks hide more latency"),
          cardon::declare_tree(priority_region,
                               "Blocks with points in this region go before others of their kind: "
                               "a pair of coordinates per direction"),
          cardon::declare_tree(cardon::tiles_parameter, cardon::tiles_description), overlap,
          priorities, decomposition, piece_bytes, calibration, cardon::prefetch, cardon::threads);
}
