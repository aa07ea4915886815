// SPDX-License-Identifier: Apache-2.0
// Analyses that are part of a run, such as tuners and balancers, among its tunlets.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace cardon {

/// What such an analysis does, in words.
struct TunletFacts {
  std::string name,  ///< by which `tunlets.suspended` knows it: that of its service, "balancing"
      by,            ///< who judges: "model", "auto (forest)"
      measures,      ///< what is measured, and where
      judges,        ///< what follows from it
      changes,       ///< what may change
      when;          ///< at which steps
};

/// Something that it has carried out, or what came of it.
struct StandingDecision {
  std::string by,  ///< who decided: "model", "greedy"
      what,        ///< "moves 8 blocks"
      why;         ///< the figures that spoke for it
};

/// A step service that is a tunlet without a plug-in: it measures, judges and changes the run by
/// means of its own. The thorn Tunlets lists it, switches it, and records what it decides.
class StandingTunlet {
 public:
  virtual ~StandingTunlet() = default;
  /// After open(), on all ranks. Nothing: this run has no use for it.
  virtual std::optional<TunletFacts> facts() const = 0;
  /// Since the last call, on rank 0.
  virtual std::vector<StandingDecision> take_decisions() = 0;
  /// Suspended: it measures nothing and decides nothing, what was under way is dropped, and what it
  /// has changed stays. Else it begins again with what holds now. Between two steps, the same on
  /// all ranks. Collective.
  virtual void suspend(bool suspended) = 0;
};

}  // namespace cardon
