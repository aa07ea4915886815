// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/tunlet.hpp>
#include <vector>

namespace cardon {

/// A sensor on one rank: install points tell it of entries and exits, other sensors of values.
class Sensor {
 public:
  explicit Sensor(SensorSpec spec) : spec_(std::move(spec)) {}

  const SensorSpec& spec() const { return spec_; }
  /// The events of this sensor are values of that one, too; referred to.
  void bind(Sensor& other) { bound_.push_back(&other); }
  /// At an install point; `now` in s since the run began. Of nested entries the outermost counts.
  void enter(double now);
  void leave(double now);
  /// A time, in s.
  void take_value(double seconds);
  /// A sensor that is off takes no values; what it has begun is dropped.
  void turn(bool on);
  bool is_on() const { return on_; }
  /// An average emits what it has begun.
  void flush();
  /// What it has emitted since the last call; nothing if it does not report.
  SensorReading read();

 private:
  void emit(double value);

  SensorSpec spec_;
  std::vector<Sensor*> bound_;
  bool on_ = true;
  int depth_ = 0;
  double entered_ = 0;
  long begun_ = 0;  // values of the average under way
  double sum_ = 0;
  SensorReading reading_;
};

}  // namespace cardon
