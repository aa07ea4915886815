// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/tuner.hpp>
#include <functional>

#include "compression_toggle.hpp"
#include "depth_climb.hpp"
#include "paper_rules.hpp"

namespace cardon {

/// The rules of the paper for one run: first the depth of all links that are free, together, then
/// compression of all messages that are free. Overlap, blocks and weights are left alone.
class PaperRun {
 public:
  /// Whether the grid can be cut with settings.
  using Possible = std::function<bool(const DriverSettings&, const MachineEstimate&)>;

  /// `radius`: ghost layers of the widest stencil, by which the depth is raised.
  PaperRun(const PaperRules& rules, const TunerSetup& setup, int radius, Possible possible);

  Decision start() const;
  Decision decide(const TuningWindow& window);

 private:
  Decision climb(const TuningWindow& window);
  Decision toggle(const TuningWindow& window);
  bool may_be(const DriverSettings& settings, const MachineEstimate& machine) const;
  DriverSettings deeper(const DriverSettings& settings, int layers) const;
  DriverSettings toggled(const DriverSettings& settings) const;
  bool compressed(const DriverSettings& settings) const;
  long average(const DriverSettings& settings) const;

  PaperRules rules_;
  TunableSet freedom_;
  Possible possible_;
  DriverSettings start_;
  CodecNames chain_;
  int radius_, max_depth_;
  bool depths_, codecs_;  ///< there are some that are free
  DepthClimb climb_;
  CompressionToggle toggle_;
};

/// What the paper's compression is here: zlib if one of the chains has it, else the first chain
/// that is one; empty if there is none.
CodecNames paper_chain(const std::vector<CodecNames>& chains);

}  // namespace cardon
