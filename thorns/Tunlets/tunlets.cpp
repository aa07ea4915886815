// SPDX-License-Identifier: Apache-2.0
#include "tunlets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace cardon {
namespace {

using Json = nlohmann::json;

constexpr std::size_t longest_answer = 16384;  // bytes

std::vector<SensorReading> readings_of(const Agreement::Bytes& bytes) {
  std::vector<SensorReading> readings(bytes.size() / sizeof(SensorReading));
  std::memcpy(readings.data(), bytes.data(), readings.size() * sizeof(SensorReading));
  return readings;
}

Agreement::Bytes bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

using MakeService = decltype(StepSetup::make_service);

std::vector<std::shared_ptr<Tunlet>> make_tunlets(const ParameterSet& parameters,
                                                  const MakeService& make) {
  std::vector<std::shared_ptr<Tunlet>> all;
  const Location& where = parameters.where(tunlets_section, tunlets_run.name());
  for (const std::string& name : parameters.get(tunlets_section, tunlets_run))
    all.push_back(std::static_pointer_cast<Tunlet>(make(role_name<Tunlet>, name, where)));
  return all;
}

TunletNeeds brought_by(const std::vector<std::shared_ptr<Tunlet>>& tunlets,
                       const ParameterSet& parameters) {
  TunletNeeds all;
  for (const auto& tunlet : tunlets) {
    const TunletNeeds needs = tunlet->open(parameters);
    all.sensors.insert(all.sensors.end(), needs.sensors.begin(), needs.sensors.end());
    all.actuators.insert(all.actuators.end(), needs.actuators.begin(), needs.actuators.end());
  }
  return all;
}

}  // namespace

std::vector<Problem> Tunlets::check_placement(const ParameterSet& parameters,
                                              const RankPlacement& placement) const {
  std::vector<Problem> problems;
  const TunletNeeds brought =
      brought_by(make_tunlets(parameters, placement.make_service), parameters);
  read_tunlets(parameters, *placement.program, brought, problems);
  return problems;
}

void Tunlets::open(const StepSetup& setup) {
  parameters_ = &setup.parameters;
  // The same on all ranks: all of them install sensors and fire actuators.
  tunlets_ = make_tunlets(*parameters_, setup.make_service);
  std::vector<Problem> problems;
  plan_ = read_tunlets(*parameters_, setup.program, brought_by(tunlets_, *parameters_), problems);
  if (!problems.empty()) throw Error(problems);
  if (!plan_.rules.empty()) tunlets_.push_back(std::make_shared<RuleTunlet>(plan_.rules));
  active_ = !plan_.sensors.empty() || !tunlets_.empty();
  if (!active_) return;
  steering_ = setup.steering;
  driver_ = &setup.driver;
  leads_ = setup.transport.rank() == 0;
  window_ = parameters_->get(tunlets_section, tunlets_window);
  lag_ = std::max(1L, window_ / 4);
  for (const ActuatorSpec& spec : plan_.actuators) actuators_.emplace_back(spec);
  board_.install(plan_.sensors);
  board_.attach();
  agreement_.emplace(setup.transport, setup.tag,
                     std::max(longest_answer, plan_.sensors.size() * sizeof(SensorReading)),
                     [this](const Agreement::Reports& reports, bool) { return judge(reports); });
}

void Tunlets::record_in(const std::filesystem::path& run_folder) {
  if (active_ && leads_) record_.open(run_folder);
}

StepOrder Tunlets::after_step(const StepView& step) {
  StepOrder order;
  board_.end_step();
  begin_or_end_window(step);
  if (agreement_->is_open()) agreement_->progress();
  if (agreement_->is_open() && step.steps_taken() >= act_) {
    arm(agreement_->conclude([this] { driver_->finish(); }));
    fire(step, order);
  }
  if (!pending_.empty()) order.change = [this, step] { return change(step); };
  order.lines = std::exchange(lines_, {});
  if (!step.last) board_.begin_step();
  has_begun_ = true;
  return order;
}

// What was emitted before the first step is not counted. A window begins where the one before ends;
// its judgement is read before it ends itself.
void Tunlets::begin_or_end_window(const StepView& step) {
  const long now = step.steps_taken();
  if (!has_begun_) {
    board_.read();
    end_ = now + window_;
    ended_ = now;
  }
  iteration_ = step.iteration;
  if (now < end_ || step.last || agreement_->is_open()) return;
  report_window(now);
  end_ = now + window_;
  act_ = now + lag_;
}

void Tunlets::report_window(long now) {
  const std::vector<SensorReading> readings = board_.read();
  const auto bytes = std::as_bytes(std::span(readings));
  judged_ = {iteration_, now - std::exchange(ended_, now)};
  agreement_->report({bytes.begin(), bytes.end()});
}

TunletWindow Tunlets::window_of(const Agreement::Reports& reports) const {
  TunletWindow window{judged_.iteration, judged_.steps, *parameters_, {}};
  for (const Agreement::Bytes& bytes : reports) {
    const std::vector<SensorReading> readings = readings_of(bytes);
    for (std::size_t n = 0; n < readings.size(); ++n)
      if (plan_.sensors[n].report) window.readings[plan_.sensors[n].name].push_back(readings[n]);
  }
  return window;
}

Agreement::Bytes Tunlets::judge(const Agreement::Reports& reports) {
  const TunletWindow window = window_of(reports);
  record_.window(window);
  if (has_ended_) return {};
  Json all = Json::array();
  for (const auto& tunlet : tunlets_)
    for (const TunletAction& action : tunlet->judge(window)) {
      all.push_back({action.actuator, action.value, action.why});
      if (all.dump().size() > longest_answer) all.erase(all.size() - 1);
    }
  return bytes_of(all.dump());
}

void Tunlets::arm(const Agreement::Bytes& answer) {
  const Json all =
      Json::parse(std::string_view(reinterpret_cast<const char*>(answer.data()), answer.size()));
  for (const Json& one : all) {
    const TunletAction action{one[0], one[1], one[2]};
    const auto at = std::find_if(actuators_.begin(), actuators_.end(), [&](const Actuator& a) {
      return a.spec().name == action.actuator;
    });
    if (at != actuators_.end())
      at->arm(action);
    else if (leads_)
      tell(action, "there is no actuator " + action.actuator);
  }
}

/// What is to be done after this step, or, for new values, after the next one that stays.
void Tunlets::fire(const StepView& step, StepOrder& order) {
  for (Actuator& actuator : actuators_) {
    const std::string words = actuator.fire(*parameters_);
    if (words.empty()) continue;
    if (words == "stop" || words == "checkpoint") {
      if (words == "stop") order.stop = "tunlet: " + actuator.action().why;
      order.checkpoint = order.checkpoint || words == "checkpoint";
      done(actuator, step, {{"do", words}});
    } else {
      pending_.push_back({&actuator, words});
    }
  }
}

bool Tunlets::change(const StepView& step) {
  driver_->finish();
  if (!steering_->settle()) return true;
  bool changed = false;
  for (const Pending& one : std::exchange(pending_, {}))
    changed = carry_out(*one.actuator, one.words, step) || changed;
  return changed;
}

bool Tunlets::carry_out(const Actuator& actuator, const std::string& words, const StepView& step) {
  if (words == "replan") {
    steering_->replan();
    done(actuator, step, {{"do", "replan"}});
    return true;
  }
  if (const auto problems = steering_->check({words}); !problems.empty()) {
    refused(actuator, problems.front().message);
    return false;
  }
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const SteeredParameter& p : steering_->apply({words}))
    all.push_back({{"parameter", p.name}, {"value", p.value}, {"before", p.before}});
  done(actuator, step, {{"set", {words}}, {"changed", std::move(all)}});
  return true;
}

void Tunlets::done(const Actuator& actuator, const StepView& step, nlohmann::ordered_json what) {
  if (!leads_) return;
  const TunletAction& action = actuator.action();
  const std::string words = what.contains("set") ? what["set"][0] : what["do"];
  lines_.push_back(fmt::format("tunlets after iteration {}: {} ({})", step.iteration, words,
                               action.why.empty() ? "always" : action.why));
  nlohmann::ordered_json entry{{"iteration", step.iteration}, {"time", step.time}};
  entry.update(what);
  entry["actuator"] = actuator.spec().name;
  entry["why"] = action.why;
  record_.fired(entry);
  tell(action, "");
}

void Tunlets::refused(const Actuator& actuator, const std::string& why) {
  if (leads_) tell(actuator.action(), why);
}

void Tunlets::tell(const TunletAction& action, const std::string& refusal) {
  if (!refusal.empty())
    lines_.push_back(fmt::format("tunlets: {} did not fire: {}", action.actuator, refusal));
  for (const auto& tunlet : tunlets_) tunlet->fired(action, refusal);
}

void Tunlets::conclude() {
  if (!active_) return;
  driver_->finish();
  if (agreement_->is_open()) agreement_->conclude();
  has_ended_ = true;
  board_.flush();
  report_window(ended_);
  agreement_->conclude();
}

StepReport Tunlets::report(double) {
  StepReport report;
  if (!active_) return report;
  report.activity = "tunlets";
  if (!leads_) return report;
  report.lines = std::exchange(lines_, {});
  report.closing = {record_.closing_sentence()};
  report.summary = record_.summary();
  report.failure = record_.failure();
  return report;
}

}  // namespace cardon
