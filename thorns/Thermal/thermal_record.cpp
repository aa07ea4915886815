// SPDX-License-Identifier: Apache-2.0
#include "thermal_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace cardon {
namespace {

nlohmann::json figures(const ChipRecord& chip) {
  nlohmann::json json{{"hottest_celsius", chip.hottest()}};
  if (chip.readings().empty()) return json;
  const ChipRecord::Reading& last = chip.readings().back();
  if (last.limit > 0) {
    json["mean_limit"] = chip.mean_limit();
    json["changes"] = chip.changes();
    json["refused"] = chip.refusals();
  }
  if (last.energy) json["energy_joules"] = *last.energy;
  return json;
}

std::string closing_line(const std::string& host, std::size_t number, const nlohmann::json& chip) {
  std::string line = fmt::format("temperature: {}, chip {}: at most {:.1f} degC", host, number,
                                 chip.at("hottest_celsius").get<double>());
  const int changes = chip.value("changes", 0);
  if (chip.contains("mean_limit"))
    line +=
        fmt::format("; frequency limit at {:.1f} % on average, {} change{}",
                    100 * chip.at("mean_limit").get<double>(), changes, changes == 1 ? "" : "s");
  if (const int refused = chip.value("refused", 0); refused > 0)
    line += fmt::format(", {} not possible", refused);
  if (chip.contains("energy_joules"))
    line += fmt::format("; {:.4g} J", chip.at("energy_joules").get<double>());
  return line;
}

}  // namespace

void ChipRecord::add(const Reading& reading) {
  const double before = readings_.empty() ? highest_ : readings_.back().limit;
  if (!readings_.empty() && highest_ > 0)
    lowered_ += (1 - before / highest_) * (reading.seconds - readings_.back().seconds);
  changes_ += reading.limit != before;
  hottest_ = readings_.empty() ? reading.hottest : std::max(hottest_, reading.hottest);
  readings_.push_back(reading);
}

double ChipRecord::mean_limit() const {
  const double passed =
      readings_.empty() ? 0 : readings_.back().seconds - readings_.front().seconds;
  return passed > 0 ? 1 - lowered_ / passed : 1;
}

std::string thermal_row(const std::string& host, std::size_t chip,
                        const ChipRecord::Reading& reading) {
  return fmt::format("{:.1f}\t{}\t{}\t{}\t{:.1f}\t{}\t{}\n", reading.seconds, reading.iteration,
                     host, chip, reading.hottest,
                     reading.limit > 0 ? fmt::format("{:.0f}", reading.limit) : "",
                     reading.energy ? fmt::format("{:.1f}", *reading.energy) : "");
}

nlohmann::json host_report(const std::string& host, const std::vector<const ChipRecord*>& chips) {
  nlohmann::json report{{"host", host}, {"chips", nlohmann::json::array()}};
  std::string rows;
  for (std::size_t n = 0; n < chips.size(); ++n) {
    report["chips"].push_back(figures(*chips[n]));
    for (const ChipRecord::Reading& reading : chips[n]->readings())
      rows += thermal_row(host, n, reading);
  }
  report["rows"] = rows;
  return report;
}

std::string thermal_table(const std::vector<nlohmann::json>& hosts) {
  std::string table = thermal_header;
  for (const nlohmann::json& host : hosts) table += host.at("rows").get<std::string>();
  return table;
}

std::vector<std::string> closing_lines(const std::vector<nlohmann::json>& hosts) {
  std::vector<std::string> lines;
  for (const nlohmann::json& host : hosts)
    for (std::size_t n = 0; n < host.at("chips").size(); ++n)
      lines.push_back(closing_line(host.at("host"), n, host.at("chips")[n]));
  return lines;
}

nlohmann::json thermal_summary(const std::vector<nlohmann::json>& hosts) {
  nlohmann::json all = nlohmann::json::array();
  for (nlohmann::json host : hosts) {
    host.erase("rows");
    all.push_back(host);
  }
  return all;
}

}  // namespace cardon
