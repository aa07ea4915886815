// SPDX-License-Identifier: Apache-2.0
#include "thermal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/emulation/limited_speed.hpp>
#include <cardon/kit/collective_or_throw.hpp>
#include <cardon/kit/text_gather.hpp>
#include <cardon/kit/tuning/rank_report.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/timings.hpp>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "linux_chip.hpp"
#include "simulated_chip.hpp"

namespace cardon {
namespace {

constexpr const char* section = "thermal";
constexpr const char* file_name = "thermal.tsv";

[[noreturn]] void refuse_without_sensor(const std::string& host, const std::string& sysfs,
                                        const Location& where) {
  throw Error(
      Problem{.slug = "thermal/no-sensor",
              .message = fmt::format("no processor temperature can be read on {}", host),
              .where = where,
              .notes = {fmt::format("{}/class/hwmon has no device coretemp, k10temp, zenpower or "
                                    "cpu_thermal with a temperature",
                                    sysfs)},
              .help =
                  "load the kernel module of the sensors, omit thermal.control, or simulate "
                  "temperatures with thermal.chip=simulated; virtual machines usually show none"},
      exit_environment);
}

[[noreturn]] void refuse_without_frequency(const std::string& host, const std::string& sysfs,
                                           const Location& where) {
  throw Error(Problem{.slug = "thermal/no-frequency",
                      .message = fmt::format("processor frequencies cannot be limited on {}", host),
                      .where = where,
                      .notes = {fmt::format(
                          "scaling_max_freq in {}/devices/system/cpu/cpufreq/policy* is missing "
                          "or may not be written by this user",
                          sysfs)},
                      .help = "have an administrator make these files writable for the job, or use "
                              "thermal.control: watch"},
              exit_environment);
}

[[noreturn]] void refuse_without_emulation(const Location& where) {
  throw Error(Problem{
      .slug = "thermal/no-emulation",
      .message = "frequencies of simulated chips cannot be limited with this driver",
      .where = where,
      .notes = {"ranks on a chip with a lower frequency compute more slowly, which the driver has "
                "to emulate"},
      .help = "add GridDriver to thorns:, or use thermal.control: watch"});
}

/// What a rank has computed, packed and unpacked.
double busy_seconds(const Timings& timings) {
  double seconds = work_seconds(timings);
  for (const LinkTimings& link : timings.links) seconds += link.pack + link.unpack + link.copy;
  return seconds;
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
  own_ = {hosts_.names[std::size_t(hosts_.number[std::size_t(transport_->rank())])], "measured"};
  find_chips(setup);
  if (limits_) warn_of_limits(setup);
  started_ = due_ = seconds_now();
  gather_rows();
}

void Thermal::find_chips(const StepSetup& setup) {
  const auto from = setup.parameters.get(section, source);
  collective_or_throw(*transport_, [&] {
    if (from != "simulated" && hosts_.is_first(transport_->rank()))
      open_sensors(setup, from == "measured");
  });
  if (from == "measured") return warn_of_idle_settings(setup);
  const std::byte found{!chips_.empty()};
  const auto all = transport_->all_gather(std::span(&found, 1));
  for (int rank = 0; rank < transport_->size(); ++rank)
    if (hosts_.is_first(rank) && all[std::size_t(rank)].front() == std::byte{0})
      simulated_.push_back(hosts_.number[std::size_t(rank)]);
  collective_or_throw(*transport_, [&] {
    if (is_simulated(transport_->rank())) simulate_chip(setup);
  });
  if (!simulated_.empty()) lines_.push_back(words_on_simulated(from == "simulated"));
}

bool Thermal::is_simulated(int rank) const {
  const int host = hosts_.number[std::size_t(rank)];
  return std::find(simulated_.begin(), simulated_.end(), host) != simulated_.end();
}

std::string Thermal::words_on_simulated(bool everywhere) const {
  std::vector<std::string> names;
  for (const int host : simulated_) names.push_back(hosts_.names[std::size_t(host)]);
  return fmt::format(
      "thermal: temperatures are simulated{}; each rank has a chip of its own",
      everywhere ? "" : fmt::format(" on hosts without sensors ({})", fmt::join(names, ", ")));
}

void Thermal::open_sensors(const StepSetup& setup, bool needed) {
  const std::string folder(setup.parameters.get(section, sysfs));
  const Location& where = setup.parameters.where(section, control.name());
  for (auto& chip : LinuxChip::all(folder)) {
    if (chip->temperatures().empty()) continue;
    if (limits_ && chip->frequencies().empty()) refuse_without_frequency(own_.host, folder, where);
    add_chip(std::move(chip));
  }
  if (chips_.empty() && needed) refuse_without_sensor(own_.host, folder, where);
}

void Thermal::simulate_chip(const StepSetup& setup) {
  const int rank = transport_->rank();
  auto* driver = offered_by<LimitedSpeed>(setup.driver);
  if (limits_ && (driver == nullptr || !driver->limit_speed(1)))
    refuse_without_emulation(setup.parameters.where(section, control.name()));
  ChipModel model{.room = setup.parameters.get(section, room),
                  .time_constant = setup.parameters.get(section, time_constant)};
  const std::vector<Real> given = setup.parameters.get(section, resistances);
  if (std::size_t(rank) < given.size()) model.resistance = given[std::size_t(rank)];
  own_.source = "simulated";
  for (int before = 0; before < rank; ++before)
    own_.first_chip += hosts_.number[std::size_t(before)] == hosts_.number[std::size_t(rank)];
  add_chip(std::make_unique<SimulatedChip>(
      model,
      [&computing = setup.driver] {
        return SimulatedChip::Load{busy_seconds(computing.timings()), seconds_now()};
      },
      [driver](double share) { return driver != nullptr && driver->limit_speed(share); }));
}

void Thermal::add_chip(std::unique_ptr<Chip> chip) {
  const auto& frequencies = chip->frequencies();
  const double highest = limits_ ? frequencies.back() : 0;
  const std::size_t steps = limits_ ? frequencies.size() : 1;
  chips_.push_back({std::move(chip), ChipControl(steps, limit_), ChipRecord(highest)});
}

void Thermal::gather_rows() {
  std::vector<int> others;
  for (int rank = 1; rank < transport_->size(); ++rank)
    if (hosts_.is_first(rank) || is_simulated(rank)) others.push_back(rank);
  if (!others.empty()) relay_ = std::make_unique<RowRelay>(*transport_, tag_ + 1, others);
}

void Thermal::warn_of_limits(const StepSetup& setup) {
  const bool limited = std::any_of(chips_.begin(), chips_.end(),
                                   [](const Controlled& it) { return it.chip->was_limited(); });
  for (const std::string& text : texts_at_rank_0(*transport_, tag_, limited ? own_.host : ""))
    if (!text.empty() && setup.warn)
      setup.warn({.slug = "thermal/limited",
                  .message = fmt::format("processor frequencies are already limited on {}", text),
                  .where = setup.parameters.where(section, control.name()),
                  .notes = {"scaling_max_freq is below cpuinfo_max_freq; the run does not raise "
                            "this limit"},
                  .help = "if a run that was killed has left the limit, write cpuinfo_max_freq to "
                          "scaling_max_freq"});
}

void Thermal::warn_of_idle_settings(const StepSetup& setup) {
  for (const std::string_view name : {resistances.name(), room.name(), time_constant.name()})
    if (setup.parameters.given(section, name) && setup.warn)
      setup.warn(
          {.slug = "thermal/measured",
           .message = fmt::format("thermal.{} has no effect, since chips are measured", name),
           .where = setup.parameters.where(section, name),
           .help = "set thermal.chip to simulated or auto, or remove it"});
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
  return {.lines = std::exchange(lines_, {})};
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
    rows += thermal_row(own_, n, it.record.readings().back());
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
    own = report_of_rank(own_, records).dump();
    chips_.clear();
  }
  std::vector<nlohmann::json> ranks;
  for (const std::string& text : texts_at_rank_0(*transport_, tag_, own))
    if (!text.empty()) ranks.push_back(nlohmann::json::parse(text));
  reports_ = reports_of_hosts(ranks);
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
