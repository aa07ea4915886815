// SPDX-License-Identifier: Apache-2.0
// Computing that takes as long as it would on other ranks than those that run.
#pragma once
#include <functional>
#include <memory>

namespace cardon {

class ParameterSet;

/// The time that computing takes on one emulated rank. Its driver asks after every piece of work
/// how long the piece should have taken, and stays busy or asleep for the rest.
class EmulatedRank {
 public:
  virtual ~EmulatedRank() = default;
  /// The least time per point and task call at this step, in s; 0: none.
  virtual double seconds_per_point() const = 0;
  /// The clock by which work counts, in s: time that passes, or the processor's time.
  virtual double clock() const = 0;
  /// What so many points take that cost `worked` seconds of the processor.
  virtual double seconds_of(long points, double worked) const = 0;
  /// A step begins, after so many others.
  virtual void begin_step(long iteration) = 0;
  /// After `points` were computed in `spent` seconds of clock(): sleeps or works for the rest of
  /// their time, in short stretches with `poll` between them, whose time does not count. Returns
  /// the seconds that passed in these stretches.
  virtual double stretch(long points, double spent, const std::function<void()>& poll) = 0;
  /// From the next piece on everything takes 1 / `share` of the time that it would take otherwise,
  /// as on a processor at this share of its highest frequency. At most 1.
  virtual void limit_speed(double share) = 0;
};

/// Makes such ranks from parameters of its own. A driver that asks it says so by
/// feature::emulated_compute.
class ComputeEmulator {
 public:
  virtual ~ComputeEmulator() = default;
  /// The least time per point and task call of a rank of speed 1, in s; 0: none.
  virtual double seconds_per_point(const ParameterSet& parameters) const = 0;
  /// One of so many ranks; null: it computes as fast as it can. Throws Error, on all ranks alike.
  virtual std::unique_ptr<EmulatedRank> emulate(const ParameterSet& parameters, int rank,
                                                int ranks) const = 0;
  /// The same for a rank whose speed is going to be limited; never null.
  virtual std::unique_ptr<EmulatedRank> emulate_limited(const ParameterSet& parameters, int rank,
                                                        int ranks) const = 0;
};

}  // namespace cardon
