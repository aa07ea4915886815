// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/profile_listener.hpp>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sensor.hpp"

namespace cardon {

/// The sensors of one rank, wired to their install points: regions of Kokkos Tools, which are the
/// tasks and waits of the thread that attached the board.
class SensorBoard final : private ProfileListener {
 public:
  /// `from` of each names one of them.
  void install(const std::vector<SensorSpec>& specs);
  /// From here on regions of this thread are install points, as long as a sensor that is on is at
  /// one. Another tool keeps being told.
  void attach();
  void detach();
  /// These are off from now on, and all others on.
  void disable(const std::vector<std::string>& names);
  /// Whether any sensor is at a region, be it on or off.
  bool has_regions() const;
  /// Whether any sensor that is on is at one.
  bool listens() const;
  void enter(const char* point);
  void exit();
  /// Steps are not regions: others may begin in one and end in the next.
  void begin_step();
  void end_step();
  /// What the sensors have emitted since the last call, in their order.
  std::vector<SensorReading> read();
  void flush();

 private:
  void begin(const char* name, bool kernel) override {
    if (!kernel) enter(name);
  }
  void end(bool kernel) override {
    if (!kernel) exit();
  }

  using Sensors = std::vector<Sensor*>;
  // Looked up for every task, without a copy of its name.
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  Sensors sensors_at(const std::string& point);
  void follow();
  double now() const;
  std::deque<Sensor> sensors_;
  std::unordered_map<std::string, Sensors, Hash, std::equal_to<>> at_;
  std::vector<const Sensors*> open_;
  double origin_ = 0;
  bool attached_ = false;
};

}  // namespace cardon
