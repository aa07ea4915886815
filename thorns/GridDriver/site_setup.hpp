// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/emulation/compute_emulator.hpp>
#include <cardon/kit/grid/site_decomposition.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/tuning/driver_settings.hpp>
#include <vector>

namespace cardon::grid_driver {

/// How the grid lies on the machine, what was set, and what may change.
struct SiteSetup {
  Machine machine;
  std::vector<SiteLink> links;  ///< as Decomposition::wide_links
  int depth = 0;                ///< ghost layers between the blocks of a site, at first
  bool free_depth = false;      ///< more of them may be tried
  DriverSettings settings;
  TunableSet freedom;
  bool free_blocks = false;  ///< nobody set their number
  bool free_cut = false;     ///< driver.decomposition is auto
  std::vector<int> idle;     ///< ranks that give their blocks away
  SiteDecomposition sites;
  double calibration_seconds = 0;  ///< what measuring speeds took
};

/// Whether the first steps of a run are timed with several numbers of ghost layers between blocks:
/// on one site, where nothing else says how many there are, and where steps are alike, so that no
/// blocks move and no rank is emulated.
bool searches_depth(const DriverSetup& setup, const std::vector<Site>& sites, int ranks);

/// Reads the settings and cuts the grid for so many ranks. Throws what read_link_settings and
/// decompose_sites find wrong.
SiteSetup plan_sites(const DriverSetup& setup, int ranks);

/// The same for the ranks of `transport`, whose speeds are measured where the parameters say so.
/// Collective.
SiteSetup set_up_sites(const DriverSetup& setup, const EmulatedRank* emulated,
                       Transport& transport);

/// Cuts the grid. Each site gets as much as its ranks that are not idle are fast. Throws what
/// decompose_sites throws.
SiteDecomposition cut_sites(const DriverSetup& setup, const Machine& machine,
                            const DriverSettings& settings, const std::vector<int>& idle = {});

}  // namespace cardon::grid_driver
