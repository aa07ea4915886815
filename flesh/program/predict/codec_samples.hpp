// SPDX-License-Identifier: Apache-2.0
// What codecs do to the data of a run that has not started.
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/tuning/machine_estimate.hpp>
#include <vector>

#include "plan/plan.hpp"

namespace cardon {

/// Of one link between sites.
struct CodecSamples {
  std::vector<CodecEstimate> codecs[2];  ///< by direction
  double pack = 0;                       ///< s per byte: packing without codec
  Box part;                              ///< of the grid that was computed
  int steps = 0;
};

/// Runs the application for some steps on a part of its grid around a link (index as
/// Decomposition::wide_links): the planes next to it, cut across the chain where the grid is large.
/// Sends what the plan sends over the link through the chains, in pieces, every step. What the
/// edges of the part spoil is left out as far as there is room. `slab` is the site below the link,
/// `plan` that of this site, in which the link is number `number`.
CodecSamples sample_codecs(const DriverSetup& setup, const Layout& layout, int slab,
                           const plan::Plan& plan, int number,
                           const std::vector<CodecNames>& chains);

}  // namespace cardon
