// SPDX-License-Identifier: Apache-2.0
#include "plant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cardon::test {
namespace {

constexpr double change_seconds = 0.05;  // without points that move

// Depends on the settings alone, from -1 to 1; much alike for settings that are.
double wobble(const DriverSettings& s) {
  return std::sin(std::log2(s.links[0].depth) + 0.5 * std::log2(s.blocks_per_rank) +
                  0.5 * s.overlap + 0.3 * double(s.links[0].codecs[0].size()));
}

CodecEstimate truth_of(const CodecNames& chain, bool smooth) {
  const bool fast = chain.back().codec == "lz4";
  CodecEstimate c;
  c.chain = chain;
  const double ratio = (chain.size() > 1 ? 14 : 3) * (fast ? 0.6 : 1);
  c.ratio = {smooth ? ratio : 1.03, 0, 1};
  c.encode = {fast ? 2e-9 : 12e-9, 0, 1};
  c.decode = {fast ? 1e-9 : 4e-9, 0, 1};
  return c;
}

}  // namespace

Plant::Plant(const Truth& t, long steps, unsigned seed) : truth(t), steps_(steps), random_(seed) {
  start.links = {WideLinkSettings{.depth = 1, .codecs = {}}};
  freedom.depth = freedom.codecs = {true};
  freedom.overlap = freedom.blocks = freedom.weights = true;
  chains = {codec_names({"zlib-1"}), codec_names({"extrapolate", "zlib-1"}),
            codec_names({"extrapolate", "lz4"})};
}

TunerSetup Plant::setup() const {
  TunerSetup setup;
  setup.start = start;
  setup.freedom = freedom;
  setup.chains = chains;
  setup.links = {{"a-b", "a", "b"}};
  return setup;
}

MachineEstimate Plant::true_machine() const {
  MachineEstimate m;
  m.task_seconds = {formula.compute};
  for (const double s : truth.relative_cost) m.relative_cost.push_back({s, 0, 1});
  m.links.resize(1);
  m.links[0].latency = {truth.latency, 0, 1};
  m.links[0].bandwidth = {truth.bandwidth, 0, 1};
  for (auto& direction : m.codecs) {
    direction.resize(1);
    for (const CodecNames& chain : chains) direction[0].push_back(truth_of(chain, truth.smooth));
  }
  return m;
}

double Plant::formula_step(const DriverSettings& settings) const {
  return formula.step(settings, true_machine()).value() * (1 + truth.bias * wobble(settings));
}

double Plant::step(const DriverSettings& settings) const {
  return formula_step(settings) * (truth.lie ? truth.lie(settings) : 1);
}

double Plant::best(const TunableSet& free) const {
  std::vector<double> speeds;
  for (const double s : truth.relative_cost) speeds.push_back(1 / s);
  double best = step(start);
  SearchSpace space;
  space.freedom = free;
  space.chains = chains;
  visit_settings(space, start, speeds, formula.max_depth,
                 [&](const DriverSettings& s) { best = std::min(best, step(s)); });
  return best;
}

MachineEstimate Plant::measured(const TuningWindow& window, const std::vector<CodecNames>& trials) {
  MachineEstimate m = true_machine();
  const auto blur = [&](Estimate& e, double relative) {
    e.error = relative * e.value;
    e.value *= 1 + relative * gauss();
    e.samples = 10;
  };
  m.task_seconds[0] *= 1 + 0.005 * gauss();
  for (Estimate& s : m.relative_cost) blur(s, 0.01);
  blur(m.links[0].latency, 0.02);
  blur(m.links[0].bandwidth, 0.05);
  if (formula.bytes / truth.bandwidth < 0.01 * formula.compute)
    m.links[0].bandwidth = {};  // nothing was felt
  for (const int d : {0, 1}) {
    const CodecNames& used = window.settings.links[0].codecs[d];
    std::erase_if(m.codecs[d][0], [&](const CodecEstimate& c) {
      return !same_chain(c.chain, used) && std::none_of(trials.begin(), trials.end(), [&](auto& t) {
        return same_chain(t, c.chain);
      });
    });
    for (CodecEstimate& c : m.codecs[d][0]) {
      blur(c.ratio, 0.03);
      blur(c.encode, 0.05);
      blur(c.decode, 0.05);
    }
  }
  m.links[0].exposed = std::max(0.0, window.seconds_per_step.value - formula.compute);
  return m;
}

void Plant::drive(ModelRun& run, int count) {
  if (decisions.empty()) decisions.push_back(run.start());
  for (int i = 0; i < count && done_ < steps_; ++i) {
    const Decision order = decisions.back();
    const DriverSettings& before = windows.empty() ? start : windows.back().settings;
    TuningWindow window;
    window.settings = order.settings;
    if (!same_settings(before, order.settings))
      window.change_seconds =
          change_seconds + (same_cut(before, order.settings) ? 0 : truth.moving);
    window.first = done_;
    window.last = std::min(steps_, done_ + order.steps);
    const double n = double(window.last - window.first), t = step(order.settings);
    const double error = truth.noise * t / std::sqrt(n);
    double mean = t + error * gauss();
    if (std::uniform_real_distribution<double>()(random_) < truth.outliers)
      mean += 10 * t / n * std::abs(gauss());
    window.seconds_per_step = {mean, error, n};
    elapsed += n * mean + window.change_seconds + truth.looking;
    changing += window.change_seconds;
    window.search_seconds = changing + truth.looking * double(windows.size() + 1);
    done_ = window.last;
    window.seconds_so_far = elapsed;
    window.seconds_left = double(steps_ - done_) * mean;
    window.machine = measured(window, order.trials);
    windows.push_back(window);
    decisions.push_back(run.decide(window));
  }
}

std::string Plant::trace() const {
  std::string text;
  for (std::size_t i = 0; i < windows.size(); ++i)
    text +=
        fmt::format("\n{} steps, {:.2f} ms, truth {:.2f} | predicted {:.2f} | {} | {} trials | {}",
                    windows[i].last - windows[i].first, 1e3 * windows[i].seconds_per_step.value,
                    1e3 * step(windows[i].settings), 1e3 * decisions[i + 1].predicted,
                    decisions[i + 1].why, decisions[i + 1].trials.size(),
                    difference_text(windows[i].settings, decisions[i + 1].settings, setup().links));
  return text;
}

long Plant::changes() const {
  long changes = 0;
  for (std::size_t i = 1; i < decisions.size(); ++i)
    changes += !same_settings(decisions[i - 1].settings, decisions[i].settings);
  return changes;
}

}  // namespace cardon::test
