// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/emulation/compute_emulator.hpp>
#include <functional>
#include <memory>

namespace cardon {

/// The second rank is twice as slow.
struct HalfSpeed : ComputeEmulator {
  struct Rank : EmulatedRank {
    explicit Rank(double seconds) : seconds_(seconds) {}
    double seconds_per_point() const override { return seconds_; }
    double clock() const override { return 0; }
    double seconds_of(long points, double) const override { return double(points) * seconds_; }
    void begin_step(long) override {}
    double stretch(long, double, const std::function<void()>&) override { return 0; }
    void limit_speed(double) override {}
    double seconds_;
  };
  double seconds_per_point(const ParameterSet&) const override { return 1e-7; }
  std::unique_ptr<EmulatedRank> emulate(const ParameterSet&, int rank, int) const override {
    return std::make_unique<Rank>(rank == 1 ? 2e-7 : 1e-7);
  }
  std::unique_ptr<EmulatedRank> emulate_limited(const ParameterSet& parameters, int rank,
                                                int ranks) const override {
    return emulate(parameters, rank, ranks);
  }
};

}  // namespace cardon
