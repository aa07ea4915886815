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

constexpr double matters = 0.02;              // a gain, while searching
constexpr double matters_later = 0.05;        // when nothing better was known any more
constexpr double large = 0.1;                 // a gain for which the budget is not asked
constexpr int max_large_changes = 4;          // after the start or a change
constexpr double too_short = 0.5;             // of a step, by which a forecast may be too short
constexpr double weights_matter = 0.01;       // what other weights must gain
constexpr double undo = 0.005;                // what is lost if no change is undone
constexpr double margin = 2;                  // times the price must be gained in the steps left
constexpr double equally_good = 0.01;         // a simpler setting is taken if it loses less
constexpr long cycles_left = 8, any_run = 8;  // of the deepest plan; layers
constexpr double worthwhile_ratio = 1.05;
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
  else if (!trial_ && decision.verdict != Decision::Verdict::reverted && !may_rest())
    propose(window, decision);
  finish(window, decision);
  return decision;
}

void ModelRun::judge_trial(const TuningWindow& window, Decision& decision) {
  if (!trial_) return;
  const Judgement judgement = judge(*trial_, window.seconds_per_step);
  if (judgement == Judgement::look_again) {
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

// As found, and with the weights that are in use, so that fewer points move. Weights that gain no
// more than what speeds are uncertain by stay as they are.
std::vector<ModelRun::Option> ModelRun::with_weights(const TuningWindow& window,
                                                     const Candidate& found) const {
  const DriverSettings& now = window.settings;
  const double predicted = found.prediction.seconds_per_step;
  DriverSettings other = found.settings;
  other.speeds = now.speeds;
  for (std::size_t n = 0; n < now.links.size(); ++n) other.links[n].packing = now.links[n].packing;
  if (same_settings(other, found.settings)) return {{found.settings, predicted}};
  double uncertain = 0;
  for (const Estimate& relative_cost : fit_.estimate().relative_cost)
    uncertain = std::max(uncertain, noise(relative_cost));
  const double without = forecast(other);
  if (without == 0) return {{found.settings, predicted}};
  if (without <= predicted * (1 + weights_matter + 2 * uncertain)) return {{other, without}};
  return {{found.settings, predicted}, {other, without}};
}

// Without chains that hardly make messages smaller anywhere and are not in use, and without plans
// too long to be judged in what is left of the run.
SearchSpace ModelRun::worthwhile(const TuningWindow& window) const {
  const DriverSettings& in_use = window.settings;
  SearchSpace space = space_;
  const int deepest =
      int(std::max(any_run, std::lround(std::min(1e6, rest(window))) / cycles_left));
  space.max_depth = space.max_depth > 0 ? std::min(space.max_depth, deepest) : deepest;
  const auto is_used = [&](const CodecNames& chain) {
    for (const WideLinkSettings& link : in_use.links)
      if (same_chain(link.codecs[0], chain) || same_chain(link.codecs[1], chain)) return true;
    return false;
  };
  std::erase_if(space.chains, [&](const CodecNames& chain) {
    if (is_used(chain)) return false;
    for (const int d : {0, 1})
      for (std::size_t n = 0; n < in_use.links.size(); ++n)
        if (const CodecEstimate* known = find_chain(fit_.estimate(), int(n), d, chain);
            known && known->ratio.value >= worthwhile_ratio)
          return false;
    return true;
  });
  return space;
}

// Chains in use that do not make messages smaller go, if nothing is lost: they cost processor time
// and may hide from the search what else there is. Not twice: a forecast may be wrong.
std::optional<ModelRun::Option> ModelRun::without_useless_codecs(const TuningWindow& window) const {
  DriverSettings settings = window.settings;
  for (std::size_t n = 0; n < settings.links.size(); ++n)
    for (const int d : {0, 1}) {
      CodecNames& chain = settings.links[n].codecs[d];
      const CodecEstimate* known = find_chain(fit_.estimate(), int(n), d, chain);
      if (space_.freedom.codecs[n] && known && known->ratio.known() &&
          known->ratio.value < worthwhile_ratio)
        chain.clear();
    }
  if (same_settings(settings, window.settings) || records_.find(settings)) return {};
  const double predicted = forecast(settings);
  if (predicted == 0 || predicted > forecast(window.settings) * (1 + undo)) return {};
  return Option{settings, records_.expected(settings, predicted), false, price(window, settings)};
}

// Where nothing that was found is worth the points that would move, what moves fewer is looked for,
// and then what moves none.
std::vector<ModelRun::Option> ModelRun::options(const TuningWindow& window) const {
  SearchSpace space = worthwhile(window);
  std::vector<Option> options = found_in(space, window);
  const double now = usual_step(window) * rest(window);
  const auto is_worth_it = [&](const Option& o) { return whole(window, o) < now; };
  const auto search_again = [&] {
    if (std::any_of(options.begin(), options.end(), is_worth_it)) return;
    const std::vector<Option> more = found_in(space, window);
    options.insert(options.end(), more.begin(), more.end());
  };
  if (std::exchange(space.freedom.weights, false)) search_again();
  space.freedom.depth.assign(space.freedom.depth.size(), false);
  space.freedom.blocks = false;
  search_again();
  std::stable_sort(options.begin(), options.end(), [&](const Option& a, const Option& b) {
    return whole(window, a) < whole(window, b);
  });
  return options;
}

// s for the rest of the run, with what going over costs and may cost more than expected.
double ModelRun::whole(const TuningWindow& window, const Option& option) const {
  return option.expected * rest(window) + margin * option.price;
}

std::vector<ModelRun::Option> ModelRun::found_in(const SearchSpace& space,
                                                 const TuningWindow& window) const {
  const SearchResult found = forecaster_->search(space, fit_.estimate(), window.settings);
  std::vector<Option> options;
  const auto add = [&](const Option& option) {
    const auto is_it = [&](const DriverSettings& s) { return same_settings(s, option.settings); };
    if (is_it(window.settings) || std::any_of(impossible_.begin(), impossible_.end(), is_it))
      return;
    options.push_back({option.settings, records_.expected(option.settings, option.expected),
                       records_.find(option.settings) != nullptr, price(window, option.settings)});
  };
  for (const Option& option : with_weights(window, found.best)) add(option);
  for (const Candidate& other : found.alternatives)
    for (const Option& option : with_weights(window, other)) add(option);
  if (const MeasurementHistory::Record* best = records_.best())
    add({best->settings, best->predicted});
  return options;
}

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
  if (!changes && quiet_ > 0 && links_.empty()) decision.steps = rarely(window, decision.steps);
  if (!same_depths(decision.settings, window.settings)) trials_.renew();
  decision.trials = trials_.next(decision.settings);
  if (double(decision.steps) > rest(window)) decision.trials.clear();  // nobody would read them
}

// On one site little can be gained, and steps may be so short that looking at them often costs
// more.
long ModelRun::rarely(const TuningWindow& window, long steps) const {
  const double affordable = search_budget_.steps_of_window(window.seconds_per_step.value);
  return length_.is_given() ? steps : std::max(steps, std::lround(std::min(1e9, affordable)));
}

void ModelRun::rest_on_it(const TuningWindow& window, Decision& decision) {
  ++quiet_;
  if (changed_.empty()) trials_.rest();
  decision.converged = true;
  const std::string known =
      seconds_text(window.seconds_per_step.value) + " per step, nothing better is known";
  decision.why += (decision.why.empty() ? "" : "; ") + known;
  if (windows_ == 1 && verify_)
    decision.why = fmt::format("the settings of the earlier run are good here: {} predicted, {}",
                               seconds_text(decision.predicted), known);
}

}  // namespace cardon
