// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/machine.hpp>
#include <cardon/services/transport.hpp>
#include <string>
#include <vector>

#include "machine/machine_spec.hpp"

namespace cardon {

/// Finds the sites that nobody described. `hosts` holds the host name of every rank. Each host is
/// a site (spec.discovery hosts), or hosts with less than spec.threshold between them are
/// (latency): a host joins the first site whose first host is near. Sites are called a, b, ... in
/// the order of their first ranks; links between neighbours carry what was measured. Collective.
Machine discover_sites(const MachineSpec& spec, const std::vector<std::string>& hosts,
                       Transport& transport);

/// Links between neighbours in the list, and the one that makes three or more sites a ring, without
/// figures.
std::vector<SiteLink> neighbour_links(const std::vector<Site>& sites);

}  // namespace cardon
