// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/codec/codec_chain.hpp>
#include <cardon/kit/grid/site_decomposition.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>
#include <cardon/tuning/driver_settings.hpp>
#include <string>
#include <vector>

namespace cardon::grid_driver {

/// What a person sets for each wide link, and what is left to the tuner.
struct LinkChoice {
  std::string name;
  WideLinkSettings settings;
  bool free_depth = true, free_codecs = true;
};

/// The settings of these links across the direction `axis`: driver.ghost_zones (layers, or "every n
/// steps", or auto, the default, which begins with the stencil's radius) and driver.compression (a
/// chain, none, or auto, the default, which begins with none), each for all links or by name.
/// Appends everything that is wrong to `problems`: parameter/..., driver/no-such-link,
/// grid/ghost-zones, registry/no-such-service, codec/....
std::vector<LinkChoice> read_link_settings(const ParameterSet& parameters, const Program& program,
                                           const std::vector<SiteLink>& links, int axis,
                                           const CodecFactory& codec,
                                           std::vector<Problem>& problems);

/// Ghost layers between the blocks of a site: the largest radius, or what driver.ghost_zones says,
/// by a value where there is one site, or by the entry `intra` of a map.
int read_site_depth(const ParameterSet& parameters, const Program& program, bool one_site,
                    std::vector<Problem>& problems);
/// Whether driver.ghost_zones leaves their number on one site to the driver.
bool is_site_depth_free(const ParameterSet& parameters);

}  // namespace cardon::grid_driver
