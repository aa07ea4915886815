// SPDX-License-Identifier: Apache-2.0
#include "predict/simulate_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/tuning/earlier_settings.hpp>
#include <cardon/kit/tuning/settings_json.hpp>
#include <cardon/services/timings.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "console/print_text.hpp"
#include "console/screen.hpp"
#include "predict/predicted_machine.hpp"
#include "predict/prediction_report.hpp"
#include "predict/simulated_run.hpp"
#include "session/session.hpp"
#include "startup/placed_run.hpp"

namespace cardon {
namespace {

// Beyond that a column of ranks stands for all.
constexpr int max_virtual_ranks = 4000;

/// What the simulation itself took.
struct Effort {
  double set_up = 0, plan = 0, walk = 0;  // s
  double bytes = 0;                       // largest size of the process
};

double peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (double kilobytes = 0; word == "VmHWM:" && status >> kilobytes) return 1024 * kilobytes;
  return 0;
}

// The tuner that is asked for; empty: none.
std::string tuner_of(const SimulateOptions& options, const PlannedRun& run) {
  if (!run.planned.freedom.any() || options.tuner == "none") return "";
  return options.tuner.empty() ? run.setup->tuning.tuner : options.tuner;
}

// As a run that is tuned does.
void start_from_earlier(PlannedRun& run, const MachineEstimate& machine) {
  const TuningSpec& spec = run.setup->tuning;
  if (spec.start.empty()) return;
  DriverSettings& settings = run.planned.settings;
  settings = earlier_settings(spec, run.driver_setup, spec.start, run.ranks, settings,
                              run.planned.freedom);
  if (!run.model(max_virtual_ranks)->predict(settings, machine)) refuse_earlier_settings(spec);
}

std::string window_line(const SimulatedWindow& w) {
  const TuningWindow& window = w.window;
  return fmt::format("  {:>7} to {:<8}{:>11}{:>9}{:>9}{:>8}{:>8}  {}", window.first, window.last,
                     seconds_text(window.seconds_per_step.value),
                     fmt::format("{:.1f} %", 100 * window.efficiency), depths_text(window.settings),
                     window.settings.overlap ? "on" : "off", window.settings.blocks_per_rank,
                     codecs_text(window.settings));
}

void print_windows(const std::vector<SimulatedWindow>& windows, const std::string& tuner) {
  heading(fmt::format("Windows of the tuner {}", tuner));
  print_line(fmt::format("  {:>18}{:>11}{:>9}{:>9}{:>8}{:>8}  {}", "steps", "per step", "E",
                         "layers", "overlap", "blocks", "codecs"));
  const SimulatedWindow* shown = nullptr;
  for (const SimulatedWindow& w : windows) {
    const bool changed =
        shown == nullptr || !same_settings(shown->window.settings, w.window.settings);
    if (changed || &w == &windows.back()) print_line(window_line(w));
    if (!same_settings(w.window.settings, w.decision.settings))
      print_line(fmt::format("    {}", w.decision.why));
    shown = &w;
  }
}

void print_result(const PlannedRun& run, const PredictedMachine& machine, const Prediction& start,
                  const std::vector<SimulatedWindow>& windows, const std::string& tuner,
                  const Effort& effort) {
  print_known(run, machine);
  heading("Simulated, per step");
  print_candidates_heading();
  print_candidate("as set", {run.planned.settings, start});
  if (!windows.empty()) {
    print_candidate("in the end", {windows.back().window.settings, windows.back().outcome});
    print_windows(windows, tuner);
  }
  print_line("");
  print_parts("as set", start);
  if (!windows.empty()) print_parts("in the end", windows.back().outcome);
  print_line(fmt::format("  simulated in {}: decomposition {}, plans {}, walks {}; memory {}",
                         seconds_text(effort.set_up + effort.plan + effort.walk),
                         seconds_text(effort.set_up), seconds_text(effort.plan),
                         seconds_text(effort.walk), bytes_text(effort.bytes)));
}

nlohmann::json result_json(const PlannedRun& run, const PredictedMachine& machine,
                           const Prediction& start, const std::vector<SimulatedWindow>& windows,
                           const Effort& effort) {
  const std::vector<LinkEnds> links = link_ends_of(run);
  nlohmann::json json = {{"ranks", run.ranks},
                         {"known", machine.sources},
                         {"as_set", candidate_json({run.planned.settings, start}, links)},
                         {"windows", nlohmann::json::array()},
                         {"decomposition_seconds", effort.set_up},
                         {"plan_seconds", effort.plan},
                         {"walk_seconds", effort.walk},
                         {"process_bytes", effort.bytes}};
  for (const SimulatedWindow& w : windows) {
    nlohmann::json window = candidate_json({w.window.settings, w.outcome}, links);
    window["first"] = w.window.first;
    window["last"] = w.window.last;
    window["change_seconds"] = w.window.change_seconds;
    window["why"] = w.decision.why;
    json["windows"].push_back(std::move(window));
  }
  return json;
}

}  // namespace

int simulate_command(const SimulateOptions& options) {
  ExecutionSpace space;
  Effort effort;
  double start = seconds_now();
  const auto lap = [&start] {
    const double before = start;
    start = seconds_now();
    return start - before;
  };
  PlannedRun run = plan_run(options.input, options.machine, options.ranks);
  effort.set_up = lap();
  const std::vector<SitePlan> plans =
      site_plans(run.setup->program, *run.layout, run.planned.links);
  effort.plan = lap();
  const PredictedMachine machine = look_at_machine(run, plans, options.speed);
  lap();
  const std::string tuner = tuner_of(options, run);
  if (!tuner.empty()) start_from_earlier(run, machine.estimate);
  SimulatedRun simulation(run, machine.estimate, max_virtual_ranks);
  const Prediction as_set = simulation.measure(run.planned.settings);
  const long steps = options.steps > 0 ? options.steps : run.setup->last_iteration;
  std::vector<SimulatedWindow> windows;
  if (!tuner.empty()) windows = simulation.tune(tuner, steps);
  effort.walk = lap();
  effort.bytes = peak_memory();
  if (options.json)
    print_json(result_json(run, machine, as_set, windows, effort));
  else
    print_result(run, machine, as_set, windows, tuner, effort);
  return exit_finished;
}

}  // namespace cardon
