// SPDX-License-Identifier: Apache-2.0
#include "unigrid_driver.hpp"

CARDON_THORN(UnigridDriver) {
  thorn.summary("One block per rank on a uniform grid, with a chosen ghost depth");
  cardon::provide<cardon::Driver, cardon::UnigridDriver>(
      thorn, "unigrid", "One block per rank, regular decomposition")
      .feature(cardon::feature::standard)
      .section("driver")
      .parameters(cardon::unigrid::topology, cardon::unigrid::ghost_zones, cardon::unigrid::overlap,
                  cardon::prefetch, cardon::threads,
                  cardon::declare_tree(cardon::tiles_parameter, cardon::tiles_description));
}
