// SPDX-License-Identifier: Apache-2.0
// A transport that behaves as if slow links lay between the sites.
#pragma once
#include <cardon/services/machine.hpp>
#include <cardon/services/transport.hpp>
#include <memory>

namespace cardon {

/// Makes such a transport on top of a real one, with the figures of machine.links.
class LinkEmulator {
 public:
  virtual ~LinkEmulator() = default;
  /// Collective over the ranks of `inner`. Throws Error (emulation/...) if it cannot.
  virtual std::shared_ptr<Transport> wrap(std::shared_ptr<Transport> inner,
                                          const Machine& machine) = 0;
};

}  // namespace cardon
