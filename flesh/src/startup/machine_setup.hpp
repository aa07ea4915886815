// SPDX-License-Identifier: Apache-2.0
// The machine as part of a run.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "cardon/services/transport.hpp"
#include "startup/setup.hpp"

namespace cardon {

/// Reads the section `machine` into setup.machine_spec; the content of a machine file takes the
/// place of its name in setup.parameters. Only the grid driver knows sites. The driver is chosen.
void read_machine_section(Setup& setup, std::vector<Problem>& problems);

/// Finds the sites of the ranks, for setup.machine, and returns the transport that the run is to
/// use: the given one, or one that emulates the machine's links on top of it. Collective. Throws as
/// resolve_machine and LinkEmulator::wrap.
std::shared_ptr<Transport> enter_machine(Setup& setup, std::shared_ptr<Transport> transport);

/// "a (2 ranks), b (1 rank); known from two-sites.yaml".
std::string sites_text(const Machine& machine);

}  // namespace cardon
