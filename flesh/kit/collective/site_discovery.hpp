// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/machine.hpp>
#include <cardon/services/transport.hpp>
#include <optional>
#include <string>
#include <vector>

namespace cardon {

/// Finds the sites that nobody described. `hosts` holds the host name of every rank. Hosts with a
/// latency below `threshold`, in s, between them are a site: a host joins the first one whose first
/// host is near. Without a threshold nothing is measured, and each host is a site. Sites are called
/// a, b, ... in the order of their first ranks; links between neighbours carry what was measured.
/// Collective.
Machine discover_sites(const std::vector<std::string>& hosts, std::optional<Real> threshold,
                       Transport& transport);

/// Links between neighbours in the list, and the one that makes three or more sites a ring, without
/// figures.
std::vector<SiteLink> neighbour_links(const std::vector<Site>& sites);

}  // namespace cardon
