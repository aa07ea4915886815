// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/balancer.hpp>
#include <memory>
#include <string_view>

#include "registry/service_catalogue.hpp"

namespace cardon {

/// A balancer that is open, with the parameters of a run (null: defaults) and partitioners of the
/// catalogue, which must outlive it. Throws Error registry/no-such-service listing all balancers;
/// `where` is the user's text.
std::shared_ptr<Balancer> make_balancer(const ServiceCatalogue& catalogue, std::string_view name,
                                        const ParameterSet* parameters, unsigned seed,
                                        const Location& where = {});

}  // namespace cardon
