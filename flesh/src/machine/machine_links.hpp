// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/node.hpp>
#include <set>
#include <string>
#include <vector>

#include "machine/machine_spec.hpp"

namespace cardon {

/// Which figures of links are given; a latency of 0 is a figure too.
struct GivenLinkFigures {
  std::set<std::string> latency, bandwidth;  ///< names of links

  /// The links of the chain, and others that are described, that lack one of them.
  std::vector<std::string> incomplete(const MachineSpec& spec) const;
};

/// machine.links: a list of maps with between, latency, bandwidth, packing. The sites are read.
GivenLinkFigures read_links(const Node& list, MachineSpec& spec, std::vector<Problem>& problems);

}  // namespace cardon
