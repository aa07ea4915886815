// SPDX-License-Identifier: Apache-2.0
// Analyses of a run as plug-ins: what to measure, where, how to judge it, what to change, and when.
#pragma once
#include <algorithm>
#include <cardon/services/role_name.hpp>
#include <cardon/thorn/error.hpp>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

class ParameterSet;

/// What a sensor emits. Values are in s.
enum class SensorKind {
  simple,    ///< an event at each entry and each exit: seconds since the run began
  timer,     ///< an event at each exit: the time from entry to exit
  average,   ///< an event for `of` exits: their mean time
  threshold  ///< an event for each time beyond `above` or `below`
};

/// A sensor on every rank.
struct SensorSpec {
  std::string name,  ///< by which tunlets and rules ask for it
      at,    ///< a task, "WaveToy::evolve"; "step"; "wait for messages"; "tuning"; "balancing"
      from;  ///< instead of `at`: a sensor whose events are the values of this one
  SensorKind kind = SensorKind::timer;  ///< what it emits
  int of = 16;                          ///< of an average: number of values
  double above = 0,                     ///< of a threshold, in s; 0: no such bound
      below = 0;                        ///< of a threshold, in s; 0: no such bound
  bool report = true;                   ///< false: its events stay on the rank
  bool region = false;  ///< `at` is a region of Kokkos Tools that a task opens by itself
};

/// What an actuator does at the step at which it fires.
enum class ActuatorKind {
  value,     ///< sets a parameter that may change while the run goes on to the given value
  map,       ///< replaces the value that the parameter has by the one beside it in a table
  function,  ///< calls a function of the run: replan, checkpoint, or stop
  switches,  ///< lets sensors and tunlets begin, and others stop, to measure and judge
};

/// Something that a tunlet may change, on all ranks after the same step.
struct ActuatorSpec {
  std::string name;                           ///< by which tunlets and rules ask for it
  ActuatorKind kind = ActuatorKind::value;    ///< what it does
  std::string parameter,                      ///< "output.scalars.every", "GrayScott.feed"
      function;                               ///< "replan", "checkpoint", "stop"
  std::map<std::string, std::string> values;  ///< of a map: new values by present ones
  bool always = false;                        ///< fires after every window, and need not be armed
  std::vector<std::string> on = {},           ///< of a switch: sensors and tunlets that begin
      off = {};                               ///< of a switch: sensors and tunlets that stop
};

/// What a tunlet brings with it. The parameter file may change them, by their names; those of two
/// tunlets have to differ.
struct TunletNeeds {
  std::vector<SensorSpec> sensors;      ///< to be installed on all ranks
  std::vector<ActuatorSpec> actuators;  ///< that it may fire
};

/// What one sensor emitted on one rank in a window.
struct SensorReading {
  long events = 0;  ///< number of events
  double sum = 0,   ///< of their values, in s
      min = 0,      ///< smallest value, in s
      max = 0;      ///< largest value, in s
  /// Mean value, in s; 0 without events.
  double mean() const { return events > 0 ? sum / double(events) : 0; }
};

/// What a tunlet judges: the readings of all ranks over a window of steps.
struct TunletWindow {
  long iteration = 0;              ///< the last one of the window
  long steps = 0;                  ///< number of steps
  const ParameterSet& parameters;  ///< as they are at the moment
  std::map<std::string, std::vector<SensorReading>, std::less<>> readings;  ///< by sensor, by rank
  std::set<std::string, std::less<>> disabled = {};  ///< sensors that measured nothing

  /// Returns the readings of all ranks. Throws Error tunlets/sensor if no such sensor reports.
  const std::vector<SensorReading>& of(std::string_view sensor) const {
    const auto found = readings.find(sensor);
    if (found != readings.end()) return found->second;
    std::string names;
    for (const auto& [name, ranks] : readings) names += (names.empty() ? "" : ", ") + name;
    throw Error({.slug = "tunlets/sensor",
                 .message = "no sensor " + std::string(sensor) + " reports to tunlets",
                 .notes = {names.empty() ? "no sensor does" : "those that do: " + names},
                 .help = "name the sensor in Tunlet::open or in tunlets.sensors, "
                         "without report: false"});
  }
  /// Events on all ranks.
  long events(std::string_view sensor) const {
    long all = 0;
    for (const SensorReading& rank : of(sensor)) all += rank.events;
    return all;
  }
  /// Sum of the rank with the largest one, in s.
  double slowest(std::string_view sensor) const {
    double longest = 0;
    for (const SensorReading& rank : of(sensor)) longest = std::max(longest, rank.sum);
    return longest;
  }
  /// Mean value over all events of all ranks, in s.
  double mean(std::string_view sensor) const {
    double sum = 0;
    for (const SensorReading& rank : of(sensor)) sum += rank.sum;
    return events(sensor) > 0 ? sum / double(events(sensor)) : 0;
  }
};

/// An actuator is armed, and fires at a step that all ranks agree on.
struct TunletAction {
  std::string actuator,  ///< its name
      value,             ///< of an actuator of the kind `value`: as in a parameter file
      why;               ///< for the screen and the record
};

/// An analysis of a run. judge() and fired() are called on rank 0 only.
class Tunlet {
 public:
  virtual ~Tunlet() = default;
  /// Called once, first, on all ranks, with the same result.
  virtual TunletNeeds open(const ParameterSet& parameters) = 0;
  /// After each window of steps. What it throws ends the run on all ranks, after the first step
  /// from then on that stays; if the run is over by then, once its results are written.
  virtual std::vector<TunletAction> judge(const TunletWindow& window) = 0;
  /// What became of an action of this tunlet, or of an actuator that is always armed; `refusal` is
  /// empty if it was carried out. What it throws ends the run as what judge() throws does, after
  /// the next window.
  virtual void fired(const TunletAction&, const std::string& /*refusal*/) {}
};

/// Analyses of a run, which watch and change it.
template <>
inline constexpr const char* role_name<Tunlet> = "tunlet";

}  // namespace cardon
