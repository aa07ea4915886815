// SPDX-License-Identifier: Apache-2.0
#include "grid_driver.hpp"
#include "grid_parameters.hpp"

CARDON_THORN(GridDriver) {
  using namespace cardon::grid_driver;
  thorn.summary("Sites joined by slow links: weighted blocks, deep ghost zones, compression");
  cardon::provide<cardon::Driver, GridDriver>(
      thorn, "grid",
      "Several sites: weighted decomposition, deep ghost zones, compression, overlap")
      .section("driver")
      .parameters(
          cardon::declare_tree(
              ghost_zones,
              "Ghost depth on links between sites: layers, or `every 4 steps`, for "
              "all or by link, such as {a-b: 4}"),
          cardon::declare_tree(compression,
                               "Codecs of messages between sites: a chain such as [extrapolate, "
                               "zlib-1], or none, for all or by link"),
          overlap, blocks_per_rank, piece_bytes, calibration, padded_compute, padded_speeds);
}
