// SPDX-License-Identifier: Apache-2.0
// The settings among which ModelRun chooses.
#include <algorithm>
#include <cmath>
#include <utility>

#include "model_run.hpp"

namespace cardon {
namespace {

constexpr double weights_matter = 0.01;       // what other weights must gain
constexpr double no_loss = 0.005;             // of a step, without codecs that are of no use
constexpr long cycles_left = 8, any_run = 8;  // of the deepest plan; layers
constexpr double worthwhile_ratio = 1.05;

double relative_error(const Estimate& e) { return e.value > 0 ? e.error / e.value : 0; }

}  // namespace

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
    uncertain = std::max(uncertain, relative_error(relative_cost));
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
  const int limit = int(std::max(any_run, std::lround(std::min(1e6, rest(window))) / cycles_left));
  space.max_depth = space.max_depth > 0 ? std::min(space.max_depth, limit) : limit;
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
  if (predicted == 0 || predicted > forecast(window.settings) * (1 + no_loss)) return {};
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

}  // namespace cardon
