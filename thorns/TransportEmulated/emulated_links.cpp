// SPDX-License-Identifier: Apache-2.0
#include "emulated_links.hpp"

#include "transport_emulated.hpp"

namespace cardon {

std::shared_ptr<Transport> EmulatedLinks::wrap(std::shared_ptr<Transport> inner,
                                               const Machine& machine) {
  if (machine.sites.size() < 2) return inner;
  return std::make_shared<TransportEmulated>(std::move(inner), machine);
}

}  // namespace cardon
