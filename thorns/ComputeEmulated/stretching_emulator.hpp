// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/emulation/compute_emulator.hpp>

namespace cardon::compute_emulated {

/// Ranks whose time per point, its changes and the way it is spent are those of the parameters.
/// Throws Error emulation/compute-speeds, emulation/compute-changes or parameter/....
class StretchingEmulator final : public ComputeEmulator {
 public:
  double seconds_per_point(const ParameterSet& parameters) const override;
  std::unique_ptr<EmulatedRank> emulate(const ParameterSet& parameters, int rank,
                                        int ranks) const override;
  std::unique_ptr<EmulatedRank> emulate_limited(const ParameterSet& parameters, int rank,
                                                int ranks) const override;
};

}  // namespace cardon::compute_emulated
