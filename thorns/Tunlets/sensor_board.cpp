// SPDX-License-Identifier: Apache-2.0
#include "sensor_board.hpp"

#include <cardon/services/timings.hpp>
#include <utility>

namespace cardon {

void SensorBoard::install(const std::vector<SensorSpec>& specs) {
  for (const SensorSpec& spec : specs) sensors_.emplace_back(spec);
  for (Sensor& sensor : sensors_) {
    if (sensor.spec().from.empty()) at_[sensor.spec().at].push_back(&sensor);
    for (Sensor& source : sensors_)
      if (source.spec().name == sensor.spec().from) source.bind(sensor);
  }
  origin_ = seconds_now();
}

void SensorBoard::enter(const char* point) {
  auto found = at_.find(std::string_view(point));
  if (found == at_.end()) {
    // "Thorn::rhs [2/4]" is a stage of Thorn::rhs; looked up once.
    const std::string name(point);
    const auto task = at_.find(name.substr(0, name.find(" [")));
    found = at_.emplace(name, task == at_.end() ? Sensors() : Sensors(task->second)).first;
  }
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
  for (Sensor* sensor : at_["step"]) sensor->enter(now());
}

void SensorBoard::end_step() {
  for (Sensor* sensor : at_["step"]) sensor->leave(now());
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
