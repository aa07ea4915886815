// SPDX-License-Identifier: Apache-2.0
#include "loop/step_services.hpp"

#include <algorithm>
#include <cardon/kit/message_tags.hpp>
#include <cardon/kit/tuning/rank_report.hpp>
#include <cardon/tuning/standing_tunlet.hpp>
#include <nlohmann/json.hpp>
#include <utility>

namespace cardon {

StepServices::StepServices(const ServiceCatalogue& catalogue, const StepSetup& setup,
                           const nlohmann::json& states)
    : driver_(setup.driver), rank_(setup.transport.rank()) {
  StepSetup own = setup;
  own.tag = message_tag::step_services;
  own.standing_tunlets = [this] { return standing_tunlets(); };
  for (const auto* entry : catalogue.of_role(role_name<StepService>)) {
    if (own.tag + 2 > message_tag::drivers) throw Bug("more step services than message tags");
    const std::string& name = entry->service.name;
    entries_.push_back({name, catalogue.make<StepService>(name), {}});
    const auto state = states.find(name);
    own.state = state == states.end() ? std::string() : state->dump();
    entries_.back().service->open(own);
    own.tag += 2;
  }
  count_blocks();
}

std::vector<StandingTunlet*> StepServices::standing_tunlets() const {
  std::vector<StandingTunlet*> all;
  for (const Entry& entry : entries_)
    if (auto* tunlet = dynamic_cast<StandingTunlet*>(entry.service.get())) all.push_back(tunlet);
  return all;
}

void StepServices::count_blocks() {
  const std::vector<int>& owners = driver_.decomposition().rank_of_block;
  has_blocks_ = owners.empty() || std::find(owners.begin(), owners.end(), rank_) != owners.end();
}

void StepServices::record_in(const std::filesystem::path& run_folder) {
  for (Entry& entry : entries_) entry.service->record_in(run_folder);
}

double StepServices::without_measuring(double now) const {
  return now - measured_seconds(driver_.timings());
}

template <class Work>
void StepServices::timed(Entry& entry, const StepView& step, double& now, const Work& work) {
  const double start = without_measuring(now);
  try {
    work();
  } catch (const Error&) {
    if (!failure_) failure_ = std::current_exception();
  }
  now = seconds_now();
  if (step.iteration > 0) (has_blocks_ ? entry.seconds : idle_) += without_measuring(now) - start;
}

void StepServices::merge(Entry& entry, StepOrder order, StepOrder& all) {
  if (all.stop.empty()) all.stop = std::move(order.stop);
  all.checkpoint = all.checkpoint || order.checkpoint;
  entry.change = std::move(order.change);
  entry.holds = order.hold;
  all.hold = all.hold || order.hold;
  all.lines.insert(all.lines.end(), order.lines.begin(), order.lines.end());
}

StepOrder StepServices::after_step(const StepView& step, double& now) {
  StepOrder all;
  for (Entry& entry : entries_) {
    if (entry.service->idle(step)) {
      entry.change = nullptr;
      entry.holds = false;
    } else {
      timed(entry, step, now, [&] { merge(entry, entry.service->after_step(step), all); });
    }
  }
  return all;
}

StepOrder StepServices::hold(const StepView& step) {
  StepOrder all;
  for (Entry& entry : entries_)
    if (entry.holds) merge(entry, entry.service->hold(step), all);
  return all;
}

void StepServices::paused(const StepView& step, bool now) {
  for (Entry& entry : entries_) entry.service->paused(step, now);
}

void StepServices::steered(const SteeredRun& run) {
  for (Entry& entry : entries_) entry.service->steered(run);
}

void StepServices::replan() {
  for (Entry& entry : entries_) entry.service->replan();
}

bool StepServices::wants_change() const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [](const Entry& entry) { return entry.change != nullptr; });
}

bool StepServices::change(const StepView& step) {
  bool changed = false;
  double now = seconds_now();
  for (Entry& entry : entries_)
    if (const auto change = std::exchange(entry.change, nullptr))
      timed(entry, step, now, [&] { changed = change() || changed; });
  if (changed) count_blocks();
  if (failure_) std::rethrow_exception(take_failure());
  return changed;
}

nlohmann::json StepServices::before_checkpoint(const StepView& step) {
  nlohmann::json states = nlohmann::json::object();
  for (Entry& entry : entries_)
    if (const std::string state = entry.service->before_checkpoint(step); !state.empty())
      states[entry.name] = nlohmann::json::parse(state);
  return states;
}

void StepServices::conclude() {
  for (Entry& entry : entries_) entry.service->conclude();
}

std::vector<StepServices::Report> StepServices::reports(double evolution) {
  std::vector<Report> all;
  for (Entry& entry : entries_)
    all.push_back({entry.name, entry.service->report(evolution), entry.seconds});
  return all;
}

}  // namespace cardon
