// SPDX-License-Identifier: Apache-2.0
#include "sensor.hpp"

#include <algorithm>
#include <utility>

namespace cardon {

void Sensor::enter(double now) {
  if (depth_++ > 0) return;
  entered_ = now;
  if (spec_.kind == SensorKind::simple) emit(now);
}

// The sensor may have been installed while the run was there.
void Sensor::leave(double now) {
  if (depth_ == 0 || --depth_ > 0) return;
  spec_.kind == SensorKind::simple ? emit(now) : take_value(now - entered_);
}

void Sensor::turn(bool on) {
  if (on == on_) return;
  on_ = on;
  depth_ = 0;
  begun_ = 0;
  sum_ = 0;
}

void Sensor::take_value(double seconds) {
  if (!on_) return;
  switch (spec_.kind) {
    case SensorKind::simple:
    case SensorKind::timer:
      return emit(seconds);
    case SensorKind::average:
      sum_ += seconds;
      if (++begun_ == spec_.of) flush();
      return;
    case SensorKind::threshold:
      if ((spec_.above > 0 && seconds > spec_.above) || (spec_.below > 0 && seconds < spec_.below))
        emit(seconds);
  }
}

void Sensor::flush() {
  const long values = std::exchange(begun_, 0);
  const double sum = std::exchange(sum_, 0);
  if (values > 0) emit(sum / double(values));
}

void Sensor::emit(double value) {
  for (Sensor* other : bound_) other->take_value(value);
  if (!spec_.report) return;
  reading_.min = reading_.events == 0 ? value : std::min(reading_.min, value);
  reading_.max = reading_.events == 0 ? value : std::max(reading_.max, value);
  reading_.sum += value;
  ++reading_.events;
}

SensorReading Sensor::read() { return std::exchange(reading_, {}); }

}  // namespace cardon
