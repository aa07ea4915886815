// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/standing_tunlet.hpp>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plug_ins.hpp"
#include "tunlets_reader.hpp"

namespace cardon {

/// A plug-in, or the rules of the parameter file, by the interface of all tunlets of a run. What it
/// decides is recorded when its actuators fire.
class PlugInTunlet final : public StandingTunlet {
 public:
  explicit PlugInTunlet(TunletFacts facts) : facts_(std::move(facts)) {}
  std::optional<TunletFacts> facts() const override { return facts_; }
  std::vector<StandingDecision> take_decisions() override { return {}; }
  void suspend(bool suspended) override { suspended_ = suspended; }
  bool suspended() const { return suspended_; }

 private:
  TunletFacts facts_;
  bool suspended_ = false;
};

/// Those of a run: plug-ins in the order of `tunlets.run`, then the rules if there are any. `plan`:
/// with what the parameter file says of their sensors and actuators.
std::deque<PlugInTunlet> plug_in_tunlets(const PlugIns& plug_ins, const TunletPlan& plan,
                                         long window);

std::vector<StandingTunlet*> pointers_to(std::deque<PlugInTunlet>& tunlets);

}  // namespace cardon
