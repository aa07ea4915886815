// SPDX-License-Identifier: Apache-2.0
#include "model_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "explanation.hpp"

namespace cardon {
namespace {

constexpr double matters = 0.02;        // a gain, while searching
constexpr double matters_later = 0.05;  // when nothing better was known any more
constexpr double large = 0.1;           // a gain for which the budget is not asked
constexpr int max_large_changes = 4;    // after the start or a change
constexpr double too_short = 0.5;       // of a step, by which a forecast may be too short
constexpr double undo = 0.005;          // what is lost if no change is undone
constexpr double margin = 2;            // times the price must be gained in the steps left
constexpr double equally_good = 0.01;   // a simpler setting is taken if it loses less
constexpr int max_explored = 3;

double noise(const Estimate& e) { return e.value > 0 ? e.error / e.value : 0; }

}  // namespace

ModelRun::ModelRun(const TunerSetup& setup, std::shared_ptr<const Forecaster> forecaster)
    : forecaster_(std::move(forecaster)),
      start_(setup.start),
      links_(setup.links),
      verify_(setup.verify),
      watch_(setup.links),
      search_budget_(setup.budget),
      trials_(setup.chains, setup.freedom.codecs),
      length_(setup.window) {
  space_.freedom = setup.freedom;
  space_.chains = setup.chains;
  space_.max_depth = setup.max_depth;
  space_.tolerance = equally_good;
}

Decision ModelRun::start() {
  Decision decision;
  decision.settings = start_;
  decision.steps = length_.first(start_);
  decision.trials = trials_.next(start_);
  decision.why = verify_ ? "the settings of an earlier run are measured first"
                         : "first the machine, the network and the data are measured";
  return decision;
}

double ModelRun::forecast(const DriverSettings& settings) const {
  const auto prediction = forecaster_->predict(settings, fit_.estimate());
  return prediction ? prediction->seconds_per_step : 0;
}

double ModelRun::rest(const TuningWindow& window) const {
  return window.seconds_left / window.seconds_per_step.value;
}

// Where messages wait for each other, the latency is not seen.
MachineEstimate ModelRun::believable(const TuningWindow& window) const {
  MachineEstimate machine = window.machine;
  const auto& known = fit_.estimate().links;
  for (std::size_t n = 0; n < known.size(); ++n)
    if (known[n].latency.known() && watch_.is_full(n)) machine.links[n].latency = {};
  return machine;
}

// A balancer divides the grid among sites where the tuner does not. Forecasts and times are for
// another cut then, and what was on trial is not judged.
void ModelRun::follow_cut(const TuningWindow& window) {
  if (space_.freedom.weights || !before_ || before_->speeds == window.settings.speeds) return;
  trial_.reset();
  records_.forget();
  impossible_.clear();
  changed_ = "the grid was divided among sites in another way";
  changes_ = explored_ = recent_ = quiet_ = tempting_ = 0;
  last_change_reverted_ = false;
}

void ModelRun::learn(const TuningWindow& window) {
  const bool settled = before_ && same_settings(*before_, window.settings);
  if (const Change change = watch_.check(window, settled); change.any) {
    changed_ = change.text;
    change.cause ? records_.forget() : records_.clear();
    fit_.forget(change.data);
    trials_.renew();
    doubted_ = std::exchange(trial_, std::nullopt);
    changes_ = explored_ = recent_ = tempting_ = 0;
    last_change_reverted_ = false;
    quiet_ = change.cause ? 0 : 1;
    mixed_ = watch_.uneven();
  } else if (mixed_) {
    mixed_ = false;
    records_.forget();
    fit_.forget(false);
  }
  // With another depth more or fewer steps lie between two messages, and other levels travel;
  // codecs that predict one message from the last do better or worse.
  if (before_ && !same_depths(*before_, window.settings)) fit_.forget_codecs();
  fit_.add(believable(window));
  records_.predict_again([&](const DriverSettings& s) { return forecast(s); });
  records_.add(window.settings, window.seconds_per_step, forecast(window.settings), settled);
  before_ = window.settings;
}

Decision ModelRun::decide(const TuningWindow& window) {
  ++windows_;
  ++recent_;
  changed_.clear();
  follow_cut(window);
  if (trial_ && !same_settings(trial_->to, window.settings)) {
    impossible_.push_back(trial_->to);
    trial_.reset();
  }
  search_budget_.charge(window, trial_ ? trial_->before.value : 0, std::exchange(moving_, 0));
  doubted_.reset();
  learn(window);
  Decision decision;
  decision.settings = window.settings;
  judge_trial(window, decision);
  undo_doubted(window, decision);
  if (decision.verdict == Decision::Verdict::none && mixed_)
    decision.why = "the change fell within the window; a short window is measured first";
  else if (may_defer(window))
    decision.why = "ranks hardly wait, and other settings are considered after the next window";
  else if (!trial_ && decision.verdict != Decision::Verdict::reverted && !may_rest())
    propose(window, decision);
  finish(window, decision);
  if (may_defer(window)) quiet_ = 0;
  return decision;
}

void ModelRun::judge_trial(const TuningWindow& window, Decision& decision) {
  if (!trial_) return;
  const Judgement judgement = judge(*trial_, window.seconds_per_step);
  if (judgement == Judgement::look_again) {
    decision.verdict = Decision::Verdict::pending;
    decision.why =
        fmt::format("{} per step, predicted {}: it is measured once more",
                    seconds_text(window.seconds_per_step.value), seconds_text(trial_->predicted));
    return;
  }
  decision.verdict = Decision::Verdict::kept;
  const double gain = 1 - window.seconds_per_step.value / trial_->before.value;
  trial_.reset();
  if (judgement != Judgement::better) return revert(window, decision);
  last_change_reverted_ = false;
  decision.why = fmt::format("the change gained {:.0f} %", 100 * gain);
}

// Whether it was the change of settings or that of the machine, nobody knows; what is measured next
// tells.
void ModelRun::undo_doubted(const TuningWindow& window, Decision& decision) {
  if (!doubted_ || judge(*doubted_, window.seconds_per_step) != Judgement::worse) return;
  mixed_ = false;
  go_back(window, doubted_->from, forecast(doubted_->from), decision);
}

double ModelRun::price(const TuningWindow& window, const DriverSettings& to) const {
  return search_budget_.set_up(usual_step(window)) +
         forecaster_->moving_seconds(window.settings, to, fit_.estimate());
}

void ModelRun::go_back(const TuningWindow& window, const DriverSettings& to, double step,
                       Decision& decision) {
  moving_ = forecaster_->moving_seconds(window.settings, to, fit_.estimate());
  last_change_reverted_ = true;
  decision.verdict = Decision::Verdict::reverted;
  decision.settings = to;
  decision.predicted = step;
  decision.why =
      fmt::format("{} per step instead of {}: slower; the previous settings are restored",
                  seconds_text(window.seconds_per_step.value), seconds_text(step));
}

void ModelRun::revert(const TuningWindow& window, Decision& decision) {
  const double now = window.seconds_per_step.value;
  const MeasurementHistory::Record* best = records_.best();
  const double worse = best ? now - best->step.value : 0;
  if (worse < undo * now || worse * rest(window) <= price(window, best->settings)) {
    decision.why = worse < undo * now
                       ? "the change made no significant difference"
                       : "restoring the previous settings would cost more than it gains";
    return;
  }
  go_back(window, best->settings, best->step.value, decision);
}

// s with the settings of a window.
double ModelRun::usual_step(const TuningWindow& window) const {
  const MeasurementHistory::Record* record = records_.find(window.settings);
  return record ? record->step.value : window.seconds_per_step.value;
}

double ModelRun::needed_gain(const TuningWindow& window) const {
  const double error = noise(window.seconds_per_step);
  return quiet_ > 0 ? matters_later + 3 * error : matters + 2 * error;
}

long ModelRun::steps_with(const TuningWindow& window, const Option& option) const {
  return length_.searching(option.settings, window, option.expected);
}

// s that a window with other settings loses if they take so much longer than expected.
double ModelRun::at_stake(const TuningWindow& window, const Option& option) const {
  return std::max(0.0, option.expected * (1 + too_short) - usual_step(window)) *
         double(steps_with(window, option));
}

bool ModelRun::pays(const TuningWindow& window, const Option& option) const {
  const double now = usual_step(window), gain = now - option.expected;
  const double cost = margin * option.price;
  if (gain * rest(window) <= cost) return false;
  const double left = rest(window) * option.expected, stake = at_stake(window, option);
  if (gain > large * now && changes_ < max_large_changes && !last_change_reverted_)
    return stake == 0 ||
           (gain * rest(window) > cost + margin * stake && search_budget_.affords(stake, left));
  // The first trial tells how good forecasts are.
  const double risk =
      changes_ == 0 ? stake : records_.uncertainty() * now * double(steps_with(window, option));
  return search_budget_.affords(cost + risk, left);
}

// s for the rest of the run, with what going over costs and may cost more than expected.
double ModelRun::whole(const TuningWindow& window, const Option& option) const {
  return option.expected * rest(window) + margin * option.price;
}

// What other settings can gain above all: ranks wait for messages, in which waiting for ranks that
// are behind is contained where these are at other sites.
double ModelRun::avoidable(const TuningWindow& window) const {
  double waits = 0;
  for (const LinkEstimate& link : window.machine.links) waits += link.exposed;
  double max_cost = 0, sum = 0;
  for (const Estimate& cost : window.machine.relative_cost) {
    max_cost = std::max(max_cost, cost.value);
    sum += cost.value;
  }
  const double mean = sum / double(std::max<std::size_t>(1, window.machine.relative_cost.size()));
  return std::max(waits / window.seconds_per_step.value, max_cost > 0 ? 1 - mean / max_cost : 0);
}

// Nothing is encoded, so that no time can be saved by doing without.
bool ModelRun::is_plain(const DriverSettings& settings) {
  return std::all_of(settings.links.begin(), settings.links.end(), [](const WideLinkSettings& l) {
    return l.codecs[0].empty() && l.codecs[1].empty();
  });
}

// Searches take time from ranks that compute. The first one comes after the second window where
// little is lost until then, so that short runs have none.
bool ModelRun::may_defer(const TuningWindow& window) const {
  return windows_ == 1 && !verify_ && !links_.empty() && is_plain(window.settings) &&
         avoidable(window) < matters;
}

// Later they come after 1, 3, 7, ... windows without anything better.
bool ModelRun::may_rest() const {
  const bool calm = quiet_ > 0 && tempting_ == 0 && changed_.empty() && !watch_.suspicious();
  return calm && !std::has_single_bit(unsigned(quiet_) + 1);
}

void ModelRun::propose(const TuningWindow& window, Decision& decision) {
  const std::vector<Option> all = options(window);
  const double now = usual_step(window);
  const auto try_it = [&](const Option& option, const std::string& before) {
    moving_ = option.price - search_budget_.set_up(now);
    trial_ = Trial{window.settings, option.settings, window.seconds_per_step, option.expected, 0};
    decision.settings = option.settings;
    decision.predicted = option.expected;
    if (!decision.why.empty()) decision.why += "; ";
    decision.why +=
        before + reason_text(window, fit_.estimate(), option.settings, option.expected, links_);
    ++changes_;
    quiet_ = tempting_ = 0;
  };
  const auto found = std::find_if(all.begin(), all.end(), [&](const Option& option) {
    return option.expected < now * (1 - needed_gain(window)) && pays(window, option);
  });
  const bool better = found != all.end();
  tempting_ = better ? tempting_ + 1 : 0;
  if (better && (quiet_ == 0 || tempting_ > 1)) return try_it(*found, "");
  if (const auto simpler = without_useless_codecs(window); simpler && !better)
    return try_it(*simpler, "the codecs do not make messages smaller; ");
  if (better || quiet_ > 0 || recent_ < 2 || explored_ >= max_explored) return;
  if (1 - window.efficiency < needed_gain(window)) return;
  // Forecasts may be wrong: what could still be better is measured, if it costs little.
  const double sure = 1 - records_.uncertainty();
  for (const Option& option : all) {
    if (option.measured || option.expected * sure >= now * (1 - needed_gain(window))) continue;
    const double loss = at_stake(window, option), cost = margin * option.price;
    if (!search_budget_.affords(cost + loss, rest(window) * now)) continue;
    if (sure * option.expected * rest(window) + cost > now * rest(window)) continue;
    ++explored_;
    return try_it(option, "to see whether it is better; ");
  }
}

void ModelRun::finish(const TuningWindow& window, Decision& decision) {
  const bool changes = !same_settings(decision.settings, window.settings);
  if (decision.predicted == 0) decision.predicted = forecast(decision.settings);
  if (!changes && !trial_ && !mixed_) rest_on_it(window, decision);
  if (!changed_.empty()) decision.why = changed_ + ": " + decision.why;
  if (!changes && (mixed_ || (quiet_ > 0 && watch_.suspicious())))
    decision.steps = length_.first(decision.settings);
  else if (quiet_ > 0)
    decision.steps = length_.watching(decision.settings, window, quiet_ - 1);
  else
    decision.steps = length_.searching(decision.settings, window, decision.predicted);
  if (!changes && quiet_ > 0) decision.steps = rarely(window, decision.steps);
  if (!same_depths(decision.settings, window.settings)) trials_.renew();
  decision.trials = trials_.next(decision.settings);
  if (double(decision.steps) > rest(window)) decision.trials.clear();  // nobody would read them
}

// Nothing better is known, and steps may be so short that looking at them often costs more than
// it can gain.
long ModelRun::rarely(const TuningWindow& window, long steps) const {
  const double affordable = search_budget_.steps_of_window(window.seconds_per_step.value);
  return length_.is_given() ? steps : std::max(steps, std::lround(std::min(1e9, affordable)));
}

void ModelRun::rest_on_it(const TuningWindow& window, Decision& decision) {
  ++quiet_;
  if (changed_.empty()) trials_.rest();
  if (may_defer(window)) return;
  decision.converged = true;
  const std::string known =
      seconds_text(window.seconds_per_step.value) + " per step, no better settings are known";
  decision.why += (decision.why.empty() ? "" : "; ") + known;
  if (windows_ == 1 && verify_)
    decision.why = fmt::format("the settings of the earlier run are good here: {} predicted, {}",
                               seconds_text(decision.predicted), known);
}

}  // namespace cardon
