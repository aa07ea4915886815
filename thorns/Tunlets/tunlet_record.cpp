// SPDX-License-Identifier: Apache-2.0
#include "tunlet_record.hpp"

#include <fmt/format.h>

#include <cardon/kit/counted.hpp>
namespace cardon {

void TunletRecord::append(std::optional<TextFile>& file, const char* name,
                          const std::string& text) {
  if (folder_.empty()) return;  // a dry run
  try {
    if (!file) file.emplace(folder_ / name);
    file->append(text);
  } catch (const Error& error) {
    if (!failure_) failure_ = error;
  }
}

void TunletRecord::window(const TunletWindow& window) {
  std::string text;
  if (windows_++ == 0)
    text = "iteration\tsensor\tevents\tmean [s]\tmin [s]\tmax [s]\tslowest rank [s]\n";
  for (const auto& [sensor, ranks] : window.readings) {
    if (window.disabled.contains(sensor)) continue;
    SensorReading all;
    for (const SensorReading& rank : ranks) {
      if (rank.events == 0) continue;
      all.min = all.events == 0 ? rank.min : std::min(all.min, rank.min);
      all.max = all.events == 0 ? rank.max : std::max(all.max, rank.max);
      all.events += rank.events;
    }
    text += fmt::format("{}\t{}\t{}\t{:.6g}\t{:.6g}\t{:.6g}\t{:.6g}\n", window.iteration, sensor,
                        all.events, window.mean(sensor), all.min, all.max, window.slowest(sensor));
  }
  append(table_, "tunlets.tsv", text);
  count(window);
}

void TunletRecord::count(const TunletWindow& window) {
  for (const auto& [sensor, ranks] : window.readings)
    for (const SensorReading& rank : ranks) events_[sensor] += rank.events;
}

void TunletRecord::fired(const nlohmann::ordered_json& entry) {
  ++fired_;
  add(entry);
}

void TunletRecord::decided(const nlohmann::ordered_json& entry) {
  ++decisions_;
  add(entry);
}

void TunletRecord::add(const nlohmann::ordered_json& entry) {
  append(actions_, "tunlets.jsonl",
         entry.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

nlohmann::json TunletRecord::summary() const {
  return {{"windows", windows_}, {"fired", fired_}, {"decisions", decisions_}, {"events", events_}};
}

std::string TunletRecord::closing_sentence() const {
  long events = 0;
  for (const auto& [sensor, count] : events_) events += count;
  return fmt::format("tunlets: {} of {} in {}; actuators fired {}", counted(events, "event"),
                     counted(events_.size(), "sensor"), counted(windows_, "window"),
                     fired_ == 1 ? "once" : counted(fired_, "time"));
}

}  // namespace cardon
