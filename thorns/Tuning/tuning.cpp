// SPDX-License-Identifier: Apache-2.0
#include "tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <cardon/kit/tuning/earlier_settings.hpp>
#include <cardon/kit/tuning/settings_json.hpp>
#include <cardon/tuning/predictable.hpp>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

namespace cardon {
namespace {

// The section `tuning` is there, but has no effect with this driver.
Problem idle_tuning(const TuningSpec& spec) {
  return {.slug = "tuning/nothing-to-tune",
          .message = "the section tuning has no effect: there is nothing to tune",
          .where = spec.tuner_where,
          .notes = {"a run on several sites is tuned as far as parameters of GridDriver are auto; "
                    "on one site only driver.decomposition is tuned, with at least two ranks"},
          .help =
              "leave the section out, or set driver.ghost_zones, driver.compression or others "
              "to auto"};
}

// Settings in a checkpoint, which no file names, need not fit: the machine may be another one.
bool start_from_earlier(const StepSetup& setup, Tunable& tunable) {
  const TuningSpec& spec = *setup.tuning;
  const std::string& start = spec.start.empty() ? setup.state : spec.start;
  if (start.empty()) return false;
  try {
    start_from(spec, *setup.driver_setup, start, setup.transport.size(), tunable);
  } catch (const Error& error) {
    if (!spec.start_file.empty() || error.exit_code() != exit_bad_input) throw;
    return false;
  }
  return true;
}

TunerSetup tuner_setup(const StepSetup& setup, const Tunable& tunable, bool verify) {
  const TuningSpec& spec = *setup.tuning;
  TunerSetup t;
  t.verify = verify;
  t.program = &setup.program;
  t.parameters = &setup.parameters;
  t.machine = setup.driver_setup->machine;
  t.start = tunable.settings();
  t.freedom = tunable.freedom();
  t.links = link_ends(*t.machine, setup.program.grid);
  t.chains = spec.chains;
  t.budget = spec.budget;
  t.window = spec.window;
  t.max_depth = spec.max_depth;
  t.seed = spec.seed;
  return t;
}

std::unique_ptr<CostModel> cost_model(const StepSetup& setup, const GhostSearch* ghosts) {
  const ModelOptions options{.site_depth = ghosts != nullptr ? ghosts->found().depth : 0};
  if (const auto* driver = offered_by<Predictable>(setup.driver))
    return driver->cost_model(*setup.driver_setup, options);
  throw Error({.slug = "driver/incomplete",
               .message = "the driver has settings to tune, but cannot predict its time",
               .where = setup.tuning->tuner_where,
               .help = "set tuning.tuner: none, or implement Predictable in the driver"});
}

double of_first_rank(double number, Transport& transport) {
  const auto all = transport.all_gather(std::as_bytes(std::span(&number, 1)));
  std::memcpy(&number, all.front().data(), sizeof number);
  return number;
}

}  // namespace

void Tuning::open(const StepSetup& setup) {
  const TuningSpec& spec = *setup.tuning;
  setup_.emplace(setup);
  steps_taken_ = setup.first_iteration;
  last_iteration_ = setup.last_iteration;
  tunable_ = offered_by<Tunable>(setup.driver);
  if (tunable_ != nullptr && !tunable_->freedom().any()) tunable_ = nullptr;
  if (tunable_ == nullptr && !spec.tuner.empty() && spec.given) setup.warn(idle_tuning(spec));
  if (tunable_ != nullptr && !spec.tuner.empty()) {
    expect_tuner();
    verify_ = start_from_earlier(setup, *tunable_);
  }
  ghosts_ = offered_by<GhostSearch>(setup.driver);
  if (ghosts_ != nullptr && ghosts_->max_depth() == ghosts_->found().depth) ghosts_ = nullptr;
  if (ghosts_ != nullptr)
    await(ghosts_->begin_search(last_iteration_ - steps_taken_, steps_taken_));
  start_when_possible();
}

void Tuning::await(GhostSearch::Next next) {
  ghosts_due_ = next.steps > 0 ? steps_taken_ + next.steps : -1;
}

// A search that is suspended ends with the fewest layers.
bool Tuning::continue_ghosts() {
  const long left = suspended_ ? 0 : last_iteration_ - steps_taken_;
  const GhostSearch::Next next = std::exchange(ghosts_again_, false)
                                     ? ghosts_->begin_search(left, steps_taken_)
                                     : ghosts_->continue_search();
  await(next);
  start_when_possible();
  return next.plan;
}

void Tuning::expect_tuner() {
  tuned_ = waits_ = true;
  links_ = link_ends(*setup_->driver_setup->machine, setup_->program.grid);
}

void Tuning::start_when_possible() {
  if (waits_ && ghosts_due_ < 0 && !ghosts_again_) start();
}

/// Collective.
void Tuning::start() {
  waits_ = false;
  const TuningSpec& spec = *setup_->tuning;
  TuningSetup tuning;
  tuning.tuner_name = spec.tuner;
  tuning.tag = setup_->tag;
  tuning.first_iteration = steps_taken_;
  tuning.last_iteration = last_iteration_;
  tuning.service = setup_->make<Tuner>(spec.tuner, spec.tuner_where);
  tuning.model = cost_model(*setup_, ghosts_);
  tuning.tuner = tuner_setup(*setup_, *tunable_, verify_);
  tuning.tuner.model = tuning.model.get();
  const auto earlier = std::move(loop_);
  loop_ =
      std::make_unique<TuningLoop>(std::move(tuning), setup_->driver, *tunable_, setup_->transport);
  if (earlier)
    loop_->succeed(*earlier);
  else if (loop_->journal() != nullptr && !folder_.empty())
    loop_->journal()->open(folder_);
  searches_ = true;
}

// A decision that was on its way is void.
void Tuning::search_again() {
  if (tunable_ == nullptr) return;
  if (searches_) loop_->abandon();
  searches_ = due_ = verify_ = false;
  waits_ = false;
  if (!setup_->tuning->tuner.empty() && !suspended_) expect_tuner();
  start_when_possible();
}

void Tuning::suspend(bool suspended) {
  if (std::exchange(suspended_, suspended) == suspended) return;
  const bool searching = std::exchange(ghosts_due_, -1) >= 0;
  ghosts_again_ = ghosts_ != nullptr && (searching || !suspended);
  search_again();
}

void Tuning::steered(const SteeredRun& run) {
  const bool longer = run.last_iteration > last_iteration_;
  last_iteration_ = run.last_iteration;
  if (run.changes("tuning") || (longer && searches_ && loop_->over()))
    search_again();
  else if (searches_)
    loop_->change_last(last_iteration_, steps_taken_ + 1);
}

void Tuning::replan() {
  ghosts_again_ = ghosts_again_ || (ghosts_ != nullptr && !suspended_);
  search_again();
}

void Tuning::record_in(const std::filesystem::path& run_folder) {
  folder_ = run_folder;
  if (loop_ && loop_->journal() != nullptr) loop_->journal()->open(run_folder);
}

// Adaptive steps have become shorter than the end was foreseen with: the run is taken to be
// halfway.
void Tuning::expect_longer_run() {
  last_iteration_ = 2 * steps_taken_;
  loop_->change_last(last_iteration_, steps_taken_);
}

StepOrder Tuning::after_step(const StepView& step) {
  steps_taken_ = step.steps_taken();
  StepOrder order;
  if (ghosts_again_ || steps_taken_ == ghosts_due_)
    order.change = [this] { return continue_ghosts(); };
  if (!searches_) {
    order.lines = take_lines();
    return order;
  }
  if (steps_taken_ >= last_iteration_ && !step.last) expect_longer_run();
  due_ = loop_->after_step(steps_taken_, step.evolution);
  if (due_) order.change = [this] { return std::exchange(due_, false) && loop_->carry_out(); };
  order.lines = take_lines();
  return order;
}

std::vector<std::string> Tuning::take_lines() {
  if (!loop_ || loop_->journal() == nullptr) return {};
  return loop_->journal()->take_lines();
}

std::optional<TunletFacts> Tuning::facts() const {
  const TuningSpec& spec = *setup_->tuning;
  if ((tunable_ == nullptr || spec.tuner.empty()) && ghosts_ == nullptr) return {};
  return TunletFacts{
      .name = "tuning",
      .by = spec.tuner.empty() ? "none" : spec.tuner,
      .measures =
          "steps, waits, packing and computing of all ranks; latency and bandwidth of links",
      .judges = "which settings of the driver make steps shorter, and whether a change pays",
      .changes = "settings of the driver that are auto",
      .when = spec.window > 0 ? "after windows of " + counted(spec.window, "step")
                              : "after windows as long as the measurements need"};
}

std::vector<StandingDecision> Tuning::take_decisions() {
  if (!loop_ || loop_->journal() == nullptr) return {};
  return loop_->journal()->take_decisions();
}

std::string Tuning::before_checkpoint(const StepView&) {
  return tuned_ ? settings_json(tunable_->settings(), links_).dump() : std::string();
}

void Tuning::conclude() {
  if (searches_)
    loop_->close();
  else if (loop_ && loop_->journal() != nullptr)
    loop_->journal()->close();
}

// Other rows have part of its cost, too: trials of codecs pack, and steps were slower.
StepReport Tuning::report(double evolution) {
  if (!loop_) return {};
  const std::vector<SearchCost> ranks = gather_costs(loop_->cost(), setup_->transport);
  StepReport report{.activity = "tuning"};
  double lost = 0;
  if (TuningJournal* journal = loop_->journal()) {
    const auto calibrated = std::max_element(
        ranks.begin(), ranks.end(),
        [](const SearchCost& a, const SearchCost& b) { return a.calibration < b.calibration; });
    journal->settle(ranks, evolution + calibrated->calibration);
    lost = journal->statistics().lost_seconds;
    report.lines = take_lines();
    report.summary = journal->summary().dump();
    if (const std::string text = journal->closing_sentence(); !text.empty())
      report.closing.push_back(text);
    report.failure = journal->failure();
  }
  report.seconds = loop_->cost().total() + of_first_rank(lost, setup_->transport);
  return report;
}

}  // namespace cardon
