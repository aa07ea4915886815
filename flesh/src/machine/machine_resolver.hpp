// SPDX-License-Identifier: Apache-2.0
// From what the user says of the machine to the sites of the ranks that run.
#pragma once
#include <cardon/services/machine.hpp>
#include <cardon/services/transport.hpp>
#include <string>

#include "base/host_names.hpp"
#include "machine/machine_spec.hpp"

namespace cardon {

/// All ranks in one site.
Machine one_site(int ranks);

/// The machine of the ranks of `transport`, this one running on `host`. Where no sites are listed
/// they are found (see discover_sites). Throws Error machine/ranks if the sites have another number
/// of ranks, machine/hosts if a rank's host belongs to no site or to several, or a site gets no
/// rank, machine/topology. Collective.
Machine resolve_machine(const MachineSpec& spec, Transport& transport,
                        const std::string& host = host_name());

/// The machine of so many ranks that do not run, for `cardon check`: sites given by hosts share
/// them evenly, sites that would have to be found count as one. Throws as resolve_machine.
Machine plan_machine(const MachineSpec& spec, int ranks);

}  // namespace cardon
