// SPDX-License-Identifier: Apache-2.0
#include "sensor_board.hpp"

#include <algorithm>
#include <cardon/services/timings.hpp>
#include <utility>

namespace cardon {

void SensorBoard::install(const std::vector<SensorSpec>& specs) {
  for (const SensorSpec& spec : specs) sensors_.emplace_back(spec);
  for (Sensor& sensor : sensors_)
    for (Sensor& source : sensors_)
      if (source.spec().name == sensor.spec().from) source.bind(sensor);
  at_["step"] = sensors_at("step");
  origin_ = seconds_now();
}

/// Those that are on. "Thorn::rhs [2/4]" is a stage of Thorn::rhs.
SensorBoard::Sensors SensorBoard::sensors_at(const std::string& point) {
  const std::string task = point.substr(0, point.find(" ["));
  Sensors here;
  for (Sensor& sensor : sensors_)
    if (sensor.is_on() && sensor.spec().from.empty() &&
        (sensor.spec().at == point || sensor.spec().at == task))
      here.push_back(&sensor);
  return here;
}

bool SensorBoard::has_regions() const {
  return std::any_of(sensors_.begin(), sensors_.end(), [](const Sensor& sensor) {
    return sensor.spec().from.empty() && sensor.spec().at != "step";
  });
}

void SensorBoard::attach() {
  attached_ = true;
  follow();
}

void SensorBoard::detach() {
  attached_ = false;
  follow();
}

void SensorBoard::disable(const std::vector<std::string>& names) {
  for (Sensor& sensor : sensors_)
    sensor.turn(std::find(names.begin(), names.end(), sensor.spec().name) == names.end());
  for (auto& [point, here] : at_) here = sensors_at(point);
  follow();
}

bool SensorBoard::listens() const {
  return std::any_of(sensors_.begin(), sensors_.end(), [](const Sensor& sensor) {
    return sensor.is_on() && sensor.spec().from.empty() && sensor.spec().at != "step";
  });
}

/// Regions cost time only where somebody is interested in them.
void SensorBoard::follow() {
  if (attached_ && listens()) return listen(false);
  leave();
  open_.clear();
}

void SensorBoard::enter(const char* point) {
  auto found = at_.find(std::string_view(point));
  if (found == at_.end()) found = at_.emplace(point, sensors_at(point)).first;  // once
  open_.push_back(&found->second);
  if (found->second.empty()) return;
  const double time = now();
  for (Sensor* sensor : *open_.back()) sensor->enter(time);
}

// A region may have begun before this thread was attached.
void SensorBoard::exit() {
  if (open_.empty()) return;
  const Sensors* here = open_.back();
  open_.pop_back();
  if (here->empty()) return;
  const double time = now();
  for (Sensor* sensor : *here) sensor->leave(time);
}

double SensorBoard::now() const { return seconds_now() - origin_; }

void SensorBoard::begin_step() {
  for (Sensor* sensor : at_.find("step")->second) sensor->enter(now());
}

void SensorBoard::end_step() {
  for (Sensor* sensor : at_.find("step")->second) sensor->leave(now());
}

std::vector<SensorReading> SensorBoard::read() {
  std::vector<SensorReading> all;
  for (Sensor& sensor : sensors_) all.push_back(sensor.read());
  return all;
}

void SensorBoard::flush() {
  for (Sensor& sensor : sensors_) sensor.flush();
}

}  // namespace cardon
