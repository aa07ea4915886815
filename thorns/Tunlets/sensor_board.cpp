// SPDX-License-Identifier: Apache-2.0
#include "sensor_board.hpp"

#include <Kokkos_Core.hpp>
#include <cardon/services/timings.hpp>
#include <mutex>
#include <utility>

namespace cardon {
namespace {

namespace tools = Kokkos::Tools::Experimental;

thread_local SensorBoard* board_here = nullptr;

// Kokkos has one set of callbacks for all threads of the process; those before us go on.
std::mutex board_callbacks;
int boards = 0;
tools::EventSet other_tool;

void enter_region(const char* name) {
  if (other_tool.push_region) other_tool.push_region(name);
  if (board_here) board_here->enter(name);
}

void leave_region() {
  if (board_here) board_here->leave();
  if (other_tool.pop_region) other_tool.pop_region();
}

}  // namespace

void SensorBoard::install(const std::vector<SensorSpec>& specs) {
  for (const SensorSpec& spec : specs) sensors_.emplace_back(spec);
  for (Sensor& sensor : sensors_) {
    if (sensor.spec().from.empty()) at_[sensor.spec().at].push_back(&sensor);
    for (Sensor& source : sensors_)
      if (source.spec().name == sensor.spec().from) source.bind(sensor);
  }
  origin_ = seconds_now();
}

void SensorBoard::attach() {
  const std::lock_guard lock(board_callbacks);
  if (boards++ == 0) {
    other_tool = tools::get_callbacks();
    tools::set_push_region_callback(enter_region);
    tools::set_pop_region_callback(leave_region);
  }
  board_here = this;
  attached_ = true;
}

void SensorBoard::detach() {
  const std::lock_guard lock(board_callbacks);
  if (!std::exchange(attached_, false)) return;
  if (board_here == this) board_here = nullptr;
  if (--boards > 0) return;
  tools::set_push_region_callback(other_tool.push_region);
  tools::set_pop_region_callback(other_tool.pop_region);
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
void SensorBoard::leave() {
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
