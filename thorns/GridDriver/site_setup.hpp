// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/grid/site_decomposition.hpp>
#include <cardon/services/driver.hpp>
#include <vector>

#include "link_settings.hpp"
#include "padding.hpp"

namespace cardon::grid_driver {

/// How the grid lies on the machine, and what was set for its links.
struct SiteSetup {
  SiteDecomposition sites;
  std::vector<LinkSettings> links;  ///< as Decomposition::wide_links
};

/// Measures speeds where the parameters say so, and cuts the grid. Collective if there is a
/// transport. Throws what read_link_settings and decompose_sites throw.
SiteSetup set_up_sites(const DriverSetup& setup, const Padding& padding);

/// This rank's padded compute: its time per point. Throws Error driver/padded-speeds.
Padding read_padding(const DriverSetup& setup);

}  // namespace cardon::grid_driver
