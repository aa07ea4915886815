// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/codec/codec_chain.hpp>
#include <cardon/grid/site_decomposition.hpp>
#include <cardon/parameter_set.hpp>
#include <cardon/program.hpp>
#include <string>
#include <vector>

namespace cardon::grid_driver {

/// What a person sets for each wide link.
struct LinkSettings {
  std::string name;
  int depth = 0;
  std::vector<CodecName> codecs;
};

/// The settings of these links across the direction `axis`: driver.ghost_zones (layers, or "every n
/// steps"; default: the stencil's radius) and driver.compression (a chain, or none), each for all
/// links or by name. Throws Error with everything that is wrong: parameter/...,
/// driver/no-such-link, grid/ghost-zones, registry/no-such-service, codec/....
std::vector<LinkSettings> read_link_settings(const ParameterSet& parameters, const Program& program,
                                             const std::vector<SiteLink>& links, int axis,
                                             const CodecFactory& codec);

}  // namespace cardon::grid_driver
