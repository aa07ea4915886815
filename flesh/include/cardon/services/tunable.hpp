// SPDX-License-Identifier: Apache-2.0
// The side of a driver that a tuner acts on.
#pragma once
#include <cardon/tuning/driver_settings.hpp>
#include <cardon/tuning/rank_window.hpp>
#include <vector>

namespace cardon {

/// A driver whose settings can be changed while a run goes on.
class Tunable {
 public:
  virtual ~Tunable() = default;
  /// Returns the current settings.
  virtual const DriverSettings& settings() const = 0;
  /// Which settings may be changed, and within which bounds.
  virtual const TunableSet& freedom() const = 0;
  /// Goes over to other settings at a step boundary: redecomposes the grid if they ask for it, and
  /// moves the points to their new owners. Between Driver::finish() and the next execute();
  /// collective where there is a transport, with the same settings on all ranks. Afterwards
  /// decomposition() and links() are new, all owned points are right and all ghost points unknown
  /// (plan::Planner::resume). Throws Error (driver/...), before anything is changed and on all
  /// ranks alike, if the grid cannot be cut so.
  virtual void apply(const DriverSettings& settings) = 0;
  /// Tries these chains from now on, on samples of the messages that this rank sends, besides the
  /// chain in use. None: stops.
  virtual void try_codecs(const std::vector<CodecNames>& chains) = 0;
  /// s that measuring the speed of this rank took before the grid was cut.
  virtual double calibration_seconds() const { return 0; }
  /// What the sensors found since the last call.
  virtual SensorReadings take_readings() = 0;
};

}  // namespace cardon
