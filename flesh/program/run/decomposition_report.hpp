// SPDX-License-Identifier: Apache-2.0
// How the grid lies on sites and ranks, as lines for people.
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/services/machine.hpp>
#include <cardon/services/program.hpp>
#include <cardon/services/timings.hpp>
#include <string>
#include <vector>

namespace cardon {

/// "5 x 12 x 25", or "1500 of different sizes".
std::string blocks_text(const Decomposition& decomposition);

/// A table of the sites: ranks, speed, planes and points of their slabs, points per rank.
std::vector<std::string> site_lines(const Layout& layout, const Machine& machine);

/// A line per link between sites: depth, how often and how much is sent, codecs, what is known of
/// it. `links`: as the driver's timings list them.
std::vector<std::string> link_lines(const Program& program, const Layout& layout,
                                    const Machine& machine, const std::vector<LinkTimings>& links);

/// Who chooses codecs on which links, where they are left to the tuner; else empty. `codecs`: as
/// TunableSet::codecs.
std::string free_codecs_text(const std::vector<LinkTimings>& links,
                             const std::vector<bool>& codecs);

/// The first blocks one by one, then what the ranks have to do and to store: least, mean and
/// largest. `redundant` is by block, `memory` by rank.
std::vector<std::string> block_lines(const Layout& layout, const std::vector<double>& redundant,
                                     const std::vector<double>& memory);

}  // namespace cardon
