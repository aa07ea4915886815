// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/plan/link.hpp>
#include <cardon/services/timings.hpp>
#include <vector>

#include "site_setup.hpp"

namespace cardon::grid_driver {

/// What the planner is told of link `wide` of a decomposition.
plan::Link wide_link(const Decomposition& decomposition, int wide);

/// The links as Timings lists them, with nothing measured: the one between blocks of a site, to
/// `depth` layers, then those between sites.
std::vector<LinkTimings> link_figures(const SiteSetup& sites, int depth, const CodecFactory& codec);
/// Says depths and codecs of the settings in such a list. What was lossy once stays so.
void describe_settings(const SiteSetup& sites, const CodecFactory& codec,
                       std::vector<LinkTimings>& figures);

}  // namespace cardon::grid_driver
