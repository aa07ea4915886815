// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/emulation/link_emulator.hpp>

namespace cardon {

/// Puts TransportEmulated around another transport; a machine of one site needs none.
class EmulatedLinks : public LinkEmulator {
 public:
  std::shared_ptr<Transport> wrap(std::shared_ptr<Transport> inner,
                                  const Machine& machine) override;
};

}  // namespace cardon
