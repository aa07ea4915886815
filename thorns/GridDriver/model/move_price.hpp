// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/services/machine.hpp>
#include <cardon/services/program.hpp>
#include <cardon/tuning/machine_estimate.hpp>

namespace cardon::model {

/// s from one layout of the grid to another: what goes to other sites travels over all links
/// between, each with its latency and bandwidth; what goes to other ranks of a site travels at the
/// speed of these; all of it is packed and unpacked, and what stays is copied. Where no limit of a
/// link was felt, that of the machine file counts.
double moving_seconds(const Program& program, const Layout& before, const Layout& after,
                      const Machine& machine, const MachineEstimate& estimate);

}  // namespace cardon::model
