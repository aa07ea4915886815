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

struct ClosingLine {
  double hottest = 0;
  std::string text;
};

constexpr std::size_t max_closing_lines = 16;

std::string closing_line(const nlohmann::json& host, std::size_t number,
                         const nlohmann::json& chip) {
  const bool simulated = host.at("source") == "simulated";
  std::string line = fmt::format("{}temperature: {}, chip {}: at most {:.1f} degC",
                                 simulated ? "simulated " : "", host.at("host").get<std::string>(),
                                 number, chip.at("hottest_celsius").get<double>());
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

std::string thermal_row(const ChipsOfRank& chips, std::size_t chip,
                        const ChipRecord::Reading& reading) {
  return fmt::format("{:.1f}\t{}\t{}\t{}\t{:.1f}\t{}\t{}\t{}\n", reading.seconds, reading.iteration,
                     chips.host, chips.first_chip + chip, reading.hottest,
                     reading.limit > 0 ? fmt::format("{:.0f}", reading.limit) : "",
                     reading.energy ? fmt::format("{:.1f}", *reading.energy) : "", chips.source);
}

nlohmann::json report_of_rank(const ChipsOfRank& chips,
                              const std::vector<const ChipRecord*>& records) {
  nlohmann::json report{
      {"host", chips.host}, {"source", chips.source}, {"chips", nlohmann::json::array()}};
  std::string rows;
  for (std::size_t n = 0; n < records.size(); ++n) {
    report["chips"].push_back(figures(*records[n]));
    for (const ChipRecord::Reading& reading : records[n]->readings())
      rows += thermal_row(chips, n, reading);
  }
  report["rows"] = rows;
  return report;
}

std::vector<nlohmann::json> reports_of_hosts(const std::vector<nlohmann::json>& ranks) {
  std::vector<nlohmann::json> hosts;
  for (const nlohmann::json& rank : ranks) {
    const auto host = std::find_if(hosts.begin(), hosts.end(), [&](const nlohmann::json& h) {
      return h.at("host") == rank.at("host");
    });
    if (host == hosts.end()) {
      hosts.push_back(rank);
      continue;
    }
    for (const nlohmann::json& chip : rank.at("chips")) (*host)["chips"].push_back(chip);
    (*host)["rows"] = host->at("rows").get<std::string>() + rank.at("rows").get<std::string>();
  }
  return hosts;
}

std::string thermal_table(const std::vector<nlohmann::json>& hosts) {
  std::string table = thermal_header;
  for (const nlohmann::json& host : hosts) table += host.at("rows").get<std::string>();
  return table;
}

std::vector<std::string> closing_lines(const std::vector<nlohmann::json>& hosts) {
  std::vector<ClosingLine> all;
  for (const nlohmann::json& host : hosts)
    for (std::size_t n = 0; n < host.at("chips").size(); ++n) {
      const nlohmann::json& chip = host.at("chips")[n];
      all.push_back({chip.at("hottest_celsius"), closing_line(host, n, chip)});
    }
  const std::size_t chips = all.size();
  if (chips > max_closing_lines) {
    std::stable_sort(all.begin(), all.end(), [](const ClosingLine& a, const ClosingLine& b) {
      return a.hottest > b.hottest;
    });
    all.resize(max_closing_lines);
  }
  std::vector<std::string> lines;
  for (const ClosingLine& line : all) lines.push_back(line.text);
  if (chips > lines.size())
    lines.push_back(
        fmt::format("temperature: {} chips were cooler; see thermal.tsv", chips - lines.size()));
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
