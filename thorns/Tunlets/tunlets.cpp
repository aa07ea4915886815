// SPDX-License-Identifier: Apache-2.0
#include "tunlets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <span>
#include <utility>

#include "tunlet_switches.hpp"

namespace cardon {
namespace {

std::vector<SensorReading> readings_of(const Agreement::Bytes& bytes) {
  std::vector<SensorReading> readings(bytes.size() / sizeof(SensorReading));
  std::memcpy(readings.data(), bytes.data(), readings.size() * sizeof(SensorReading));
  return readings;
}

bool has_work(const TunletPlan& plan, const PlugIns& plug_ins) {
  return !plan.sensors.empty() || !plug_ins.tunlets.empty() || !plan.rules.empty() ||
         std::any_of(plan.actuators.begin(), plan.actuators.end(),
                     [](const ActuatorSpec& spec) { return spec.always; });
}

TunletPlan plan_of(const ParameterSet& parameters, const Program& program, const PlugIns& plug_ins,
                   const MakeService& make, std::vector<Problem>& problems) {
  TunletPlan plan = read_tunlets(parameters, program, plug_ins.needs, problems);
  const auto is_standing = [&](const std::string& name) {
    return StandingTunlets::is_one(make, name);
  };
  check_switches(parameters, plan, is_standing, problems);
  return plan;
}

Error failed(const std::string& tunlet, std::string_view why) {
  return Error({.slug = "tunlets/failed",
                .message = fmt::format("tunlet {} failed: {}", tunlet, why),
                .help = "report this to its author, or remove it from tunlets.run"},
               exit_environment);
}

}  // namespace

std::vector<Problem> Tunlets::check_placement(const ParameterSet& parameters,
                                              const RankPlacement& placement) const {
  std::vector<Problem> problems;
  const PlugIns plug_ins = PlugIns::open(parameters, placement.make_service, problems);
  plan_of(parameters, *placement.program, plug_ins, placement.make_service, problems);
  return problems;
}

void Tunlets::open(const StepSetup& setup) {
  parameters_ = &setup.parameters;
  leads_ = setup.transport.rank() == 0;
  standing_.open(setup.standing_tunlets);
  // The same on all ranks: all of them install sensors and fire actuators.
  std::vector<Problem> problems;
  const PlugIns plug_ins = PlugIns::open(*parameters_, setup.make_service, problems);
  plan_ = plan_of(*parameters_, setup.program, plug_ins, setup.make_service, problems);
  if (!problems.empty()) throw Error(problems);
  active_ = has_work(plan_, plug_ins);
  if (!active_) return;
  tunlets_ = plug_ins.tunlets;
  names_ = plug_ins.names;
  steering_ = setup.steering;
  driver_ = &setup.driver;
  first_ = setup.first_iteration;
  add_rules(setup.state);
  window_ = parameters_->get(tunlets_section, tunlets_window);
  own_ = plug_in_tunlets(plug_ins, plan_, window_);
  plug_ins_.open([this] { return pointers_to(own_); });
  lag_ = std::max(1L, window_ / 4);
  for (const ActuatorSpec& spec : plan_.actuators) actuators_.emplace_back(spec);
  board_.install(plan_.sensors);
  transport_ = &setup.transport;
  switch_sensors();
  board_.attach();
  agreement_.emplace(
      setup.transport, setup.tag,
      std::max(TunletAnswer::max_bytes, plan_.sensors.size() * sizeof(SensorReading)),
      [this](const Agreement::Reports& reports, bool) { return judge(reports); });
}

void Tunlets::add_rules(const std::string& state) {
  if (plan_.rules.empty()) return;
  rules_ = std::make_shared<RuleTunlet>(plan_.rules);
  tunlets_.push_back(rules_);
  names_.emplace_back(rules_name);
  if (state.empty()) return;
  const auto saved = nlohmann::json::parse(state);
  rules_->restore(saved.value("settled", std::vector<std::string>()));
}

// A restart is not told of the iteration of its checkpoint, where its first step begins.
void Tunlets::record_in(const std::filesystem::path& run_folder) {
  switch_all();
  if (!active_) return;
  if (leads_) record_.open(run_folder);
  if (first_ == 0) return;
  start_at(first_);
  board_.begin_step();
}

void Tunlets::switch_all() {
  suspended_ = parameters_->get(tunlets_section, tunlets_suspended);
  standing_.suspend(suspended_);
  plug_ins_.suspend(suspended_);
  if (active_ && disabled_ != parameters_->get(tunlets_section, tunlets_disabled)) switch_sensors();
}

/// Callbacks of regions are there only while a sensor needs them. Collective.
void Tunlets::switch_sensors() {
  disabled_ = parameters_->get(tunlets_section, tunlets_disabled);
  if (board_.has_regions()) ProfileListener::prepare(false, *transport_);
  board_.disable(disabled_);
  if (board_.has_regions() && !board_.listens()) ProfileListener::retire(*transport_);
}

void Tunlets::steered(const SteeredRun& run) {
  if (run.changes(tunlets_section)) switch_all();
}

StepOrder Tunlets::after_step(const StepView& step) {
  if (thrown_) throw Error(*thrown_);
  StepOrder order;
  board_.end_step();
  if (!has_begun_) start_at(step.steps_taken());
  iteration_ = step.iteration;
  time_ = step.time;
  record_decisions(step);
  if (agreement_->is_open()) agreement_->progress();
  if (agreement_->is_open() && step.steps_taken() >= act_) {
    arm(concluded());
    fire(step, order);
  }
  end_window(step);
  if (agreement_->is_open()) agreement_->progress();
  if (!pending_.empty()) order.change = [this, step] { return change(step); };
  order.lines = std::exchange(lines_, {});
  if (!step.last) board_.begin_step();
  return order;
}

/// A change of settings or blocks after the step before.
void Tunlets::record_decisions(const StepView& step) {
  if (!leads_) return;
  for (const nlohmann::ordered_json& decision : standing_.take_decisions()) {
    nlohmann::ordered_json entry{{"iteration", step.iteration}, {"time", step.time}};
    entry.update(decision);
    record_.decided(entry);
  }
}

/// What was emitted before the first step is not counted.
void Tunlets::start_at(long steps_taken) {
  board_.read();
  end_ = steps_taken + window_;
  ended_ = steps_taken;
  has_begun_ = true;
}

// A window begins where the one before ends, which has been judged by then.
void Tunlets::end_window(const StepView& step) {
  const long now = step.steps_taken();
  if (now < end_ || step.last || agreement_->is_open()) return;
  report_window(now);
  end_ = now + window_;
  act_ = now + lag_;
}

void Tunlets::report_window(long now) {
  const std::vector<SensorReading> readings = board_.read();
  const auto bytes = std::as_bytes(std::span(readings));
  judged_ = {iteration_, now - std::exchange(ended_, now),
             silent_sensors(plan_.sensors, disabled_)};
  agreement_->report({bytes.begin(), bytes.end()});
}

TunletWindow Tunlets::window_of(const Agreement::Reports& reports) const {
  TunletWindow window{judged_.iteration,
                      judged_.steps,
                      *parameters_,
                      {},
                      {judged_.disabled.begin(), judged_.disabled.end()}};
  for (const Agreement::Bytes& bytes : reports) {
    const std::vector<SensorReading> readings = readings_of(bytes);
    for (std::size_t n = 0; n < readings.size(); ++n)
      if (plan_.sensors[n].report) window.readings[plan_.sensors[n].name].push_back(readings[n]);
  }
  return window;
}

/// On rank 0, while others wait or compute: what a tunlet throws is kept until all ranks can throw
/// it.
template <class Work>
void Tunlets::guarded(std::size_t tunlet, const Work& work) {
  std::optional<Error> error;
  try {
    work();
  } catch (const Error& thrown) {
    error = thrown;
  } catch (const std::exception& thrown) {
    error = failed(names_[tunlet], thrown.what());
  } catch (...) {
    error = failed(names_[tunlet], "it threw something that is not a std::exception");
  }
  if (error && !failure_) failure_ = error;
}

Agreement::Bytes Tunlets::judge(const Agreement::Reports& reports) {
  const TunletWindow window = window_of(reports);
  record_.window(window);
  TunletAnswer answer;
  for (std::size_t n = 0; n < tunlets_.size() && !has_ended_; ++n) {
    if (own_[n].suspended()) continue;
    guarded(n, [&] {
      for (const TunletAction& action : tunlets_[n]->judge(window))
        if (!answer.add({int(n), action}))
          refused({int(n), action}, fmt::format("the actions of a window take more than {} bytes",
                                                TunletAnswer::max_bytes));
    });
  }
  answer.error = failure_;
  return answer.to_bytes();
}

/// Of the round that is open. Throws what a tunlet has thrown on rank 0, on all ranks.
TunletAnswer Tunlets::concluded() {
  const TunletAnswer answer =
      TunletAnswer::from(agreement_->conclude([this] { driver_->finish(); }));
  failure_.reset();
  if (answer.error) {
    thrown_ = answer.error;
    throw Error(*answer.error);
  }
  return answer;
}

void Tunlets::arm(const TunletAnswer& answer) {
  for (const AuthoredAction& one : answer.actions) {
    const auto at = std::find_if(actuators_.begin(), actuators_.end(), [&](const Actuator& a) {
      return a.spec().name == one.action.actuator;
    });
    if (at == actuators_.end()) {
      refused(one, "there is no such actuator");
    } else if (const auto replaced = at->arm(one.action, one.author); replaced && leads_) {
      tell(*replaced, fmt::format("replaced by {} ({})", one.action.value, one.action.why));
    }
  }
}

/// What is to be done after this step, or, for new values, after the next one that stays.
void Tunlets::fire(const StepView& step, StepOrder& order) {
  for (Actuator& actuator : actuators_) {
    const std::string words = actuator.fire(*parameters_);
    const AuthoredAction& one = actuator.last();
    if (!actuator.refusal().empty()) refused(one, actuator.refusal());
    if (words.empty()) continue;
    if (words == "stop") {
      order.stop = "tunlet: " + (one.action.why.empty() ? actuator.spec().name : one.action.why);
      done(one, step, {{"do", words}});
    } else if (words != "checkpoint") {
      pending_.push_back({one, words});
    } else if (steering_->can_checkpoint()) {
      order.checkpoint = true;
      done(one, step, {{"do", words}});
    } else {
      refused(one, "this run cannot write checkpoints");
    }
  }
}

bool Tunlets::change(const StepView& step) {
  driver_->finish();
  if (!steering_->settle()) return true;
  bool changed = false;
  for (const Pending& one : std::exchange(pending_, {}))
    changed = carry_out(one.action, one.words, step) || changed;
  return changed;
}

bool Tunlets::carry_out(const AuthoredAction& one, const std::string& words, const StepView& step) {
  if (words == "replan") {
    steering_->replan();
    done(one, step, {{"do", "replan"}});
    return true;
  }
  const std::vector<std::string> set = words_of(one, words);
  if (set.empty()) {
    refused(one, "everything it switches is already in that state");
    return false;
  }
  if (const auto problems = steering_->check(set); !problems.empty()) {
    refused(one, problems.front().message);
    return false;
  }
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const SteeredParameter& p : steering_->apply(set))
    all.push_back({{"parameter", p.name}, {"value", p.value}, {"before", p.before}});
  done(one, step, {{"set", set}, {"changed", std::move(all)}});
  return true;
}

/// What a switch sets depends on what holds when it fires.
std::vector<std::string> Tunlets::words_of(const AuthoredAction& one,
                                           const std::string& words) const {
  if (words != "switch") return {words};
  const auto actuator =
      std::find_if(plan_.actuators.begin(), plan_.actuators.end(),
                   [&](const ActuatorSpec& a) { return a.name == one.action.actuator; });
  return switch_words(*actuator, plan_, *parameters_);
}

void Tunlets::done(const AuthoredAction& one, const StepView& step, nlohmann::ordered_json what) {
  if (!leads_) return;
  const std::string why = one.action.why.empty() ? one.action.actuator : one.action.why;
  const auto say = [&](const std::string& words) {
    lines_.push_back(fmt::format("tunlets after iteration {}: {}; {}", step.iteration, words, why));
  };
  if (!what.contains("changed"))
    say(what["do"]);
  else
    for (const auto& p : what["changed"])
      say(fmt::format("{} = {} (was {})", p["parameter"].get<std::string>(),
                      p["value"].get<std::string>(), p["before"].get<std::string>()));
  nlohmann::ordered_json entry{{"iteration", step.iteration}, {"time", step.time}};
  entry.update(what);
  entry["actuator"] = one.action.actuator;
  entry["why"] = one.action.why;
  record_.fired(entry);
  tell(one, "");
}

void Tunlets::refused(const AuthoredAction& one, const std::string& why) {
  if (!leads_) return;
  lines_.push_back(fmt::format("tunlets: {} did not fire: {}", one.action.actuator, why));
  tell(one, why);
}

/// The author; of an actuator that nobody had to arm, all.
void Tunlets::tell(const AuthoredAction& one, const std::string& refusal) {
  for (std::size_t n = 0; n < tunlets_.size(); ++n)
    if (one.author < 0 || one.author == int(n))
      guarded(n, [&] { tunlets_[n]->fired(one.action, refusal); });
}

std::string Tunlets::before_checkpoint(const StepView&) {
  if (!leads_ || !rules_) return {};
  return nlohmann::json{{"settled", rules_->settled()}}.dump();
}

// The run is complete, so that what a tunlet throws now is part of the report.
void Tunlets::conclude() {
  if (!active_) return;
  try {
    end();
  } catch (const Error& error) {
    late_failure_ = error;
  }
  record_decisions({.iteration = iteration_, .time = time_});
  board_.detach();
}

void Tunlets::end() {
  driver_->finish();
  if (agreement_->is_open())
    for (const AuthoredAction& one : concluded().actions) refused(one, "the run has ended");
  for (const Pending& one : std::exchange(pending_, {})) refused(one.action, "the run has ended");
  has_ended_ = true;
  board_.flush();
  report_window(ended_);
  concluded();
}

StepReport Tunlets::report(double) {
  StepReport report;
  nlohmann::json summary = active_ ? record_.summary() : nlohmann::json::object();
  const std::pair<const char*, StandingTunlets*> lists[] = {{"standing", &standing_},
                                                            {"plug_ins", &plug_ins_}};
  for (const auto& [key, tunlets] : lists)
    if (const nlohmann::json listed = tunlets->listed(); !listed.is_null()) summary[key] = listed;
  if (leads_ && !summary.empty()) report.summary = summary.dump();
  if (!active_) return report;
  report.activity = "tunlets";
  if (!leads_) return report;
  report.lines = std::exchange(lines_, {});
  report.closing = {record_.closing_sentence()};
  report.failure = record_.failure();
  report.error = late_failure_;
  return report;
}

}  // namespace cardon
