// SPDX-License-Identifier: Apache-2.0
#include "thermal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/collective_or_throw.hpp>
#include <cardon/kit/text_gather.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/timings.hpp>

namespace cardon {
namespace {

constexpr const char* section = "thermal";
constexpr const char* file_name = "thermal.tsv";

[[noreturn]] void refuse_without_sensor(const std::string& host, const std::string& sysfs,
                                        const Location& where) {
  throw Error(
      Problem{
          .slug = "thermal/no-sensor",
          .message = fmt::format("no temperature of a processor can be read on {}", host),
          .where = where,
          .notes = {fmt::format("{}/class/hwmon has no device coretemp, k10temp, zenpower or "
                                "cpu_thermal with a temperature",
                                sysfs)},
          .help =
              "load the kernel module of the sensors, or omit thermal.control; virtual machines "
              "usually show none"},
      exit_environment);
}

[[noreturn]] void refuse_without_frequency(const std::string& host, const std::string& sysfs,
                                           const Location& where) {
  throw Error(
      Problem{.slug = "thermal/no-frequency",
              .message = fmt::format("frequencies of processors cannot be limited on {}", host),
              .where = where,
              .notes = {fmt::format(
                  "scaling_max_freq in {}/devices/system/cpu/cpufreq/policy* is missing "
                  "or may not be written by this user",
                  sysfs)},
              .help = "have an administrator make these files writable for the job, or use "
                      "thermal.control: watch"},
      exit_environment);
}

}  // namespace

void Thermal::open(const StepSetup& setup) {
  const auto mode = setup.parameters.get(section, control);
  if (mode == "none") return;
  limits_ = mode == "limit";
  limit_ = setup.parameters.get(section, limit);
  interval_ = setup.parameters.get(section, every);
  transport_ = &setup.transport;
  tag_ = setup.tag;
  hosts_ = hosts_of_ranks(*transport_);
  collective_or_throw(*transport_, [&] { open_chips(setup); });
  if (limits_) warn_of_limits(setup);
  started_ = due_ = seconds_now();
  std::vector<int> others;
  for (int rank = 1; rank < transport_->size(); ++rank)
    if (hosts_.is_first(rank)) others.push_back(rank);
  if (!others.empty()) relay_ = std::make_unique<RowRelay>(*transport_, tag_ + 1, others);
}

std::string Thermal::own_host() const {
  return hosts_.names[std::size_t(hosts_.number[std::size_t(transport_->rank())])];
}

void Thermal::open_chips(const StepSetup& setup) {
  if (!hosts_.is_first(transport_->rank())) return;
  const std::string host = own_host();
  const std::string folder(setup.parameters.get(section, sysfs));
  const Location& where = setup.parameters.where(section, control.name());
  for (auto& chip : LinuxChip::all(folder)) {
    if (chip->temperatures().empty()) continue;
    const auto& frequencies = chip->frequencies();
    if (limits_ && frequencies.empty()) refuse_without_frequency(host, folder, where);
    const bool limited = limits_ && !frequencies.empty();
    const double highest = limited ? frequencies.back() : 0;
    const std::size_t steps = limited ? frequencies.size() : 1;
    chips_.push_back({std::move(chip), ChipControl(steps, limit_), ChipRecord(highest)});
  }
  if (chips_.empty()) refuse_without_sensor(host, folder, where);
}

void Thermal::warn_of_limits(const StepSetup& setup) {
  const bool limited = std::any_of(chips_.begin(), chips_.end(),
                                   [](const Controlled& it) { return it.chip->was_limited(); });
  for (const std::string& text : texts_at_rank_0(*transport_, tag_, limited ? own_host() : ""))
    if (!text.empty() && setup.warn)
      setup.warn(
          {.slug = "thermal/limited",
           .message = fmt::format("frequencies of processors are already limited on {}", text),
           .where = setup.parameters.where(section, control.name()),
           .notes = {"scaling_max_freq is below cpuinfo_max_freq; the run does not raise "
                     "this limit"},
           .help = "if a run that was killed has left the limit, write cpuinfo_max_freq to "
                   "scaling_max_freq"});
}

StepOrder Thermal::after_step(const StepView& step) {
  iteration_ = step.iteration;
  std::string rows;
  if (const double now = chips_.empty() ? 0 : seconds_now(); !chips_.empty() && now >= due_) {
    rows = read(now, Then::control);
    due_ = now + interval_;
  }
  if (relay_) {
    relay_->send(rows);
    rows += relay_->progress();
  }
  if (transport_ != nullptr && transport_->rank() == 0) write_now(rows);
  return {};
}

std::string Thermal::read(double now, Then then) {
  std::string rows;
  for (std::size_t n = 0; n < chips_.size(); ++n) {
    Controlled& it = chips_[n];
    const std::vector<double> temperatures = it.chip->temperatures();
    if (temperatures.empty()) continue;
    const std::size_t before = it.control.step();
    const std::size_t step = then == Then::control ? it.control.next(temperatures) : before;
    if (step != before && !it.chip->limit_to(step)) {
      it.control.stay_at(before);
      it.record.refused();
    }
    it.record.add({.seconds = now - started_,
                   .iteration = iteration_,
                   .hottest = *std::max_element(temperatures.begin(), temperatures.end()),
                   .limit = limits_ ? it.chip->frequencies()[it.control.step()] : 0,
                   .energy = it.chip->energy()});
    rows += thermal_row(own_host(), n, it.record.readings().back());
  }
  return rows;
}

// For those who look at a run that goes on, and for one that is killed. What cannot be written is
// reported at the end, when all rows are written once more.
void Thermal::write_now(const std::string& rows) {
  if (rows.empty() || folder_.empty() || file_state_ == FileState::failed) return;
  try {
    if (file_state_ == FileState::absent) {
      file_ = TextFile(folder_ / file_name);
      file_state_ = FileState::open;
      file_.append(thermal_header);
    }
    file_.append(rows);
  } catch (const Error&) {
    file_state_ = FileState::failed;
  }
}

void Thermal::conclude() {
  if (transport_ == nullptr) return;
  if (relay_) relay_->close();
  std::string own;
  if (!chips_.empty()) {
    read(seconds_now(), Then::end);
    std::vector<const ChipRecord*> records;
    for (const Controlled& it : chips_) records.push_back(&it.record);
    own = host_report(own_host(), records).dump();
    chips_.clear();
  }
  for (const std::string& text : texts_at_rank_0(*transport_, tag_, own))
    if (!text.empty()) reports_.push_back(nlohmann::json::parse(text));
  collective_or_throw(*transport_, [&] {
    if (transport_->rank() == 0 && !folder_.empty())
      replace_file(folder_ / file_name, thermal_table(reports_));
  });
}

StepReport Thermal::report(double) {
  if (transport_ == nullptr) return {};
  StepReport report{.activity = "thermal control"};
  if (transport_->rank() != 0) return report;
  report.closing = closing_lines(reports_);
  report.summary = thermal_summary(reports_).dump();
  return report;
}

}  // namespace cardon
