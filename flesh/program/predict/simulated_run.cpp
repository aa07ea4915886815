// SPDX-License-Identifier: Apache-2.0
#include "predict/simulated_run.hpp"

#include <algorithm>
#include <cardon/kit/tuning/earlier_settings.hpp>
#include <cmath>

namespace cardon {
namespace {

// Relative standard error of what a virtual window measures.
constexpr double noise = 0.002;
constexpr double samples = 50;

// Nothing changes on a virtual machine: a tuner that only watched in so many windows is not asked
// again.
constexpr int watched_windows = 3;

Estimate with_noise(Estimate estimate) {
  if (estimate.known()) estimate = {estimate.value, noise * estimate.value, samples};
  return estimate;
}

TunerSetup tuner_setup(const PlannedRun& run, const CostModel& model) {
  const TuningSpec& spec = run.setup->tuning;
  TunerSetup t;
  t.program = &run.setup->program;
  t.parameters = run.setup->parameters.get();
  t.machine = run.machine.get();
  t.start = run.planned.settings;
  t.freedom = run.planned.freedom;
  t.model = &model;
  t.chains = spec.chains;
  t.links = link_ends_of(run);
  t.budget = spec.budget;
  t.window = spec.window;
  t.max_depth = spec.max_depth;
  t.verify = !spec.start.empty();
  t.seed = spec.seed;
  return t;
}

}  // namespace

std::vector<LinkEnds> link_ends_of(const PlannedRun& run) {
  return link_ends(*run.machine, run.setup->program.grid);
}

SimulatedRun::SimulatedRun(const PlannedRun& run, const MachineEstimate& machine, int max_ranks)
    : run_(run), machine_(machine), model_(run.model(max_ranks)) {}

Prediction SimulatedRun::measure(const DriverSettings& settings) {
  for (const Known& known : known_)
    if (same_settings(known.settings, settings)) return known.outcome;
  const std::optional<Prediction> outcome = model_->predict(settings, machine_);
  if (!outcome) throw Bug("the driver cut the grid for settings that the model cannot cut");
  known_.push_back({settings, *outcome});
  return *outcome;
}

MachineEstimate SimulatedRun::as_measured(const DriverSettings& settings, const Prediction& outcome,
                                          const std::vector<CodecNames>& trials) const {
  MachineEstimate seen = machine_;
  for (Estimate& relative_cost : seen.relative_cost) relative_cost = with_noise(relative_cost);
  std::size_t slowest = 0;
  for (std::size_t l = 0; l < seen.links.size(); ++l) {
    seen.links[l].latency = with_noise(seen.links[l].latency);
    seen.links[l].bandwidth = with_noise(seen.links[l].bandwidth);
    if (seen.links[l].latency.value > seen.links[slowest].latency.value) slowest = l;
    for (const int d : {0, 1}) {
      const CodecNames& in_use = settings.links[l].codecs[d];
      std::erase_if(seen.codecs[d][l], [&](const CodecEstimate& codec) {
        return !same_chain(codec.chain, in_use) &&
               std::none_of(trials.begin(), trials.end(),
                            [&](auto& trial) { return same_chain(trial, codec.chain); });
      });
      for (const CodecEstimate& codec : seen.codecs[d][l])
        if (same_chain(codec.chain, in_use)) seen.links[l].ratio[d] = codec.ratio.value;
    }
  }
  if (!seen.links.empty()) seen.links[slowest].exposed = outcome.exposed;
  return seen;
}

TuningWindow SimulatedRun::window(const DriverSettings& settings, const Prediction& outcome,
                                  long first, long last,
                                  const std::vector<CodecNames>& trials) const {
  TuningWindow window;
  window.first = first;
  window.last = last;
  window.settings = settings;
  const double step = outcome.seconds_per_step;
  window.seconds_per_step = {step, noise * step, samples};
  window.efficiency = outcome.efficiency;
  window.imbalance = outcome.imbalance;
  window.machine = as_measured(settings, outcome, trials);
  return window;
}

// What was on its way arrives, which takes about a step, and the grid is redecomposed if need be.
double SimulatedRun::go_over(const DriverSettings& from, const DriverSettings& to,
                             double step) const {
  double seconds = step;
  for (const LinkEstimate& link : machine_.links)
    seconds = std::max(seconds, step + link.latency.value);
  return seconds + model_->moving_seconds(from, to, machine_);
}

std::vector<SimulatedWindow> SimulatedRun::tune(const std::string& name, long steps) {
  const std::unique_ptr<CostModel> model = run_.model();
  const auto tuner = run_.setup->library.catalogue.make<Tuner>(name);
  DriverSettings settings = run_.planned.settings;
  Decision decision = tuner->start(tuner_setup(run_, *model));
  decision.settings = settings;
  std::vector<SimulatedWindow> windows;
  double change = 0;
  int watched = 0;
  for (long first = 0; first < steps;) {
    const bool rests = watched >= watched_windows;
    const long last = rests ? steps : std::min(steps, first + std::max(1L, decision.steps));
    const Prediction outcome = measure(settings);
    TuningWindow seen = window(settings, outcome, first, last, decision.trials);
    now_ += change + outcome.seconds_per_step * double(last - first);
    seen.change_seconds = change;
    seen.search_seconds = spent_ += change;
    seen.seconds_so_far = now_;
    seen.seconds_left = outcome.seconds_per_step * double(steps - last);
    if (!rests) decision = tuner->decide(seen);
    watched = decision.converged && same_settings(decision.settings, settings) ? watched + 1 : 0;
    windows.push_back({seen, outcome, decision});
    change = 0;
    // As in a real run, settings that do not fit the grid change nothing.
    if (!same_settings(decision.settings, settings) &&
        model_->predict(decision.settings, machine_)) {
      change = go_over(settings, decision.settings, outcome.seconds_per_step);
      settings = decision.settings;
    }
    first = last;
  }
  return windows;
}

}  // namespace cardon
