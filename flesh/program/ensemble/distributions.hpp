// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/balancer.hpp>
#include <memory>
#include <string>
#include <vector>

namespace cardon {

/// Names of the ways in which members get to workers: from one queue, or by a balancer of
/// independent jobs from a queue of each worker.
const std::vector<std::string>& distributions();

/// The balancer of that name from the installed thorns; null for self_scheduling. Throws Error
/// registry/no-such-service.
std::shared_ptr<Balancer> make_distribution(const std::string& name);

}  // namespace cardon
