// SPDX-License-Identifier: Apache-2.0
#include "balancing/balancer_factory.hpp"

namespace cardon {

std::shared_ptr<Balancer> make_balancer(const ServiceCatalogue& catalogue, std::string_view name,
                                        const ParameterSet* parameters, unsigned seed,
                                        const Location& where) {
  std::shared_ptr<Balancer> balancer = catalogue.make<Balancer>(name, where);
  balancer->open({.parameters = parameters,
                  .seed = seed,
                  .partitioner = [&catalogue](std::string_view partitioner) {
                    return catalogue.make<Partitioner>(partitioner);
                  }});
  return balancer;
}

}  // namespace cardon
