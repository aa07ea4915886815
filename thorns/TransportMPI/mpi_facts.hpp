// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/transport_facts.hpp>

namespace cardon {

/// Control variables of the MPI library about TCP and progress, by MPI's tools interface, and the
/// environment variables of the libraries below it.
class MpiFacts : public TransportFacts {
 public:
  std::vector<Setting> settings() const override;
};

}  // namespace cardon
