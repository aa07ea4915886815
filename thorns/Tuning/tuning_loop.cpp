// SPDX-License-Identifier: Apache-2.0
#include "tuning_loop.hpp"

#include <algorithm>
#include <cardon/kit/background.hpp>
#include <cardon/kit/processor_time.hpp>
#include <cardon/kit/profile_region.hpp>
#include <cardon/kit/tuning/rank_report.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <utility>

#include "estimator.hpp"

namespace cardon {
namespace {

constexpr int max_parts = 8;
constexpr long min_lag = 2;  // steps by which ranks may be apart

// Room for a window or an order, whatever their numbers are: some bytes for each.
std::size_t longest_message(const TuningSetup& setup, const Transport& transport) {
  const std::size_t links = setup.tuner.start.links.size() + 1, chains = setup.tuner.chains.size();
  const std::size_t window = max_window_bytes(setup.tuner.program->tasks.size(), links, chains);
  const std::size_t order = 8192 + 512 * links + 256 * links * (chains + 1) +
                            (16 + 64 * links) * std::size_t(transport.size());
  return std::max(window, order);
}

int max_depth_of(const DriverSettings& settings) {
  int depth = 1;
  for (const WideLinkSettings& link : settings.links) depth = std::max(depth, link.depth);
  return depth;
}

bool same_trials(const std::vector<CodecNames>& a, const std::vector<CodecNames>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_chain);
}

// A message has no room for more.
std::vector<OwnChain> last_of(std::vector<OwnChain> own, std::size_t links) {
  const std::size_t max_chains = links * OwnChain::max_per_link;
  if (own.size() > max_chains) own.erase(own.begin(), own.end() - std::ptrdiff_t(max_chains));
  return own;
}

}  // namespace

TuningLoop::TuningLoop(TuningSetup setup, Driver& driver, Tunable& tunable, Transport& transport)
    : setup_(std::move(setup)),
      last_iteration_(setup_.last_iteration),
      driver_(driver),
      tunable_(tunable),
      agreement_(
          transport, setup_.tag, longest_message(setup_, transport),
          [this](const Agreement::Reports& reports, bool wait) { return answer(reports, wait); }) {
  std::vector<std::byte> mine;
  if (agreement_.leads()) {
    journal_ = std::make_unique<TuningJournal>(setup_.tuner_name, setup_.tuner.links);
    const Decision first = setup_.service->start(setup_.tuner);
    order_.effective_step = setup_.first_iteration;
    mine = to_bytes(next_order(first, false, 0, 0), setup_.tuner.links);
  }
  order_ = order_from_bytes(transport.all_gather(mine).front(), setup_.tuner.links);
  trials_ = order_.trials;
  tunable_.try_codecs(trials_);
  cost_.calibration = tunable_.calibration_seconds();
  first_step_ = seconds_now();
}

// What the driver computes meanwhile is not a cost of the search.
template <class Work>
double TuningLoop::seconds_beside_computing(const Work& work) const {
  const double start = seconds_now(), computed = work_seconds(driver_.timings());
  work();
  return std::max(0.0, seconds_now() - start - (work_seconds(driver_.timings()) - computed));
}

void TuningLoop::change_last(long last, long next) {
  const bool was_over = over();
  last_iteration_ = last;
  if (!was_over || over() || agreement_.is_open()) return;
  // Nobody has measured the window that was to come.
  const long late = std::max(next - order_.first, 0L);
  measuring_ = false;
  order_.first += late;
  order_.last += late;
  order_.effective_step += late;
}

bool TuningLoop::after_step(long iteration, double evolution) {
  if (iteration == setup_.first_iteration) first_step_ = seconds_now();
  if (over() && !agreement_.is_open()) return false;
  cost_.waiting += seconds_beside_computing([&] {
    agreement_.progress();
    if (measuring_) note_part(iteration, evolution);
    if (iteration == order_.last) end_window(evolution);
    if (iteration == order_.first) begin_window(stand_after(evolution));
  });
  iteration_ = iteration;
  const bool due = iteration == order_.effective_step;
  if (due) stand_ = stand_after(evolution);
  return due;
}

// What ranks have chosen by themselves is told with the next window, whenever it was read.
SensorReadings TuningLoop::read_sensors() {
  SensorReadings readings = tunable_.take_readings();
  cost_.trials += readings.sensor_seconds;
  own_.insert(own_.end(), readings.own.begin(), readings.own.end());
  return readings;
}

TuningLoop::Stand TuningLoop::stand_after(double evolution) {
  const SensorReadings readings = read_sensors();
  return {evolution, readings.steps_behind, driver_.timings()};
}

void TuningLoop::begin_window(Stand stand) {
  measuring_ = true;
  window_ = RankWindow{};
  speeds_ = tunable_.settings().speeds;
  part_began_ = stand.evolution;
  begin_ = std::move(stand);
}

void TuningLoop::note_part(long iteration, double evolution) {
  const long steps = order_.last - order_.first;
  const auto end_of = [&](std::size_t part) {
    return order_.first + long(part) * steps / order_.parts;
  };
  const std::size_t part = window_.parts.size();
  if (iteration != end_of(part + 1)) return;
  window_.parts.push_back((evolution - part_began_) / double(iteration - end_of(part)));
  part_began_ = evolution;
}

void TuningLoop::end_window(double evolution) {
  measuring_ = false;
  ended_ = seconds_now();
  window_.elapsed = evolution - begin_.evolution;
  window_.timings = difference(driver_.timings(), begin_.timings);
  window_.readings = read_sensors();
  window_.readings.own = last_of(std::exchange(own_, {}), setup_.tuner.links.size());
  const auto given = double(order_.last - order_.first);
  window_.steps = std::max(given + begin_.steps_behind - window_.readings.steps_behind, 1.0);
  window_.change_seconds = std::exchange(change_seconds_, 0);
  window_.search_seconds = cost_.total();
  agreement_.report(to_bytes(window_));
}

// The tuner works on a thread of its own, with copies.
std::optional<Agreement::Bytes> TuningLoop::answer(const Agreement::Reports& reports, bool wait) {
  if (!thinking_.valid())
    thinking_ = in_background([this, all = reports, settings = tunable_.settings(),
                               decomposition = driver_.decomposition()] {
      return conclude(all, settings, decomposition);
    });
  if (!wait && thinking_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return {};
  const double start = seconds_now();
  const Conclusion conclusion = thinking_.get();
  // What this rank waits for is charged as waiting.
  cost_.thinking += std::max(0.0, conclusion.thought - (seconds_now() - start));
  return to_bytes(order_after(conclusion), setup_.tuner.links);
}

TuningLoop::Conclusion TuningLoop::conclude(const Agreement::Reports& reports,
                                            DriverSettings settings,
                                            const Decomposition& decomposition) const {
  const double start = processor_seconds();
  std::vector<RankWindow> ranks;
  for (const auto& bytes : reports) ranks.push_back(window_from_bytes(bytes));
  WindowFrame frame;
  frame.program = setup_.tuner.program;
  frame.machine = setup_.tuner.machine;
  frame.decomposition = &decomposition;
  frame.settings = std::move(settings);
  frame.trials = trials_;
  frame.first = order_.first;
  frame.last = order_.last;
  Conclusion conclusion;
  double longest = 0;
  for (const RankWindow& rank : ranks) {
    longest = std::max(longest, rank.elapsed / rank.steps);
    conclusion.own.push_back(rank.readings.own);
    frame.change_seconds = std::max(frame.change_seconds, rank.change_seconds);
    frame.search_seconds = std::max(frame.search_seconds, rank.search_seconds);
  }
  frame.seconds_left = longest * double(last_iteration_ - order_.last);
  frame.seconds_so_far = ended_ - first_step_;
  conclusion.window = summarise(frame, ranks);
  conclusion.decision = conclusion.window.settings.speeds == speeds_
                            ? setup_.service->decide(conclusion.window)
                            : measure_again(conclusion.window);
  conclusion.thought = processor_seconds() - start;
  conclusion.ready = seconds_now();
  return conclusion;
}

// A window in which somebody else cut the grid in another way tells nothing.
Decision TuningLoop::measure_again(const TuningWindow& window) const {
  return {.settings = window.settings,
          .steps = order_.last - order_.first,
          .why = "the grid was divided among sites in another way, and is measured again",
          .trials = trials_};
}

SettingsChange TuningLoop::order_after(const Conclusion& conclusion) {
  const TuningWindow& window = conclusion.window;
  Decision decision = conclusion.decision;
  const bool undo = decision.verdict == Decision::Verdict::reverted;
  const bool wanted = !same_settings(window.settings, decision.settings);
  double latency = 0;
  for (const LinkEstimate& link : window.machine.links)
    latency = std::max(latency, link.latency.value);
  const double lag = conclusion.ready - ended_ + latency;
  SettingsChange order = next_order(decision, wanted, window.seconds_per_step.value, lag);
  // What nobody will judge is not begun.
  if (wanted && order.effective_step > last_iteration_ && !undo)
    decision.settings = window.settings;
  order.change = !same_settings(window.settings, decision.settings);
  if (order.change) order.settings = decision.settings;
  order.new_trials = !same_trials(order.trials, trials_);
  trials_ = order.trials;
  journal_->add_own(window.last, conclusion.own);
  journal_->add(window, decision);
  return order;
}

/// The window after the next order, which takes effect at order_.effective_step. `step`: s per
/// step, 0: not known; `lag`: s from the end of a window to the arrival of the order.
SettingsChange TuningLoop::next_order(const Decision& decision, bool changed, double step,
                                      double lag) const {
  SettingsChange order;
  const long steps = std::max(decision.steps, 1L);
  const int period = max_depth_of(decision.settings);
  const long settle = changed || step == 0 ? 2 + period : 0;
  order.first = order_.effective_step + settle;
  order.last = order.first + steps;
  const long wait = step > 0 ? std::lround(std::ceil(lag / step)) : steps / 4;
  order.effective_step = order.last + min_lag + std::clamp(wait, 1L, std::max(4L, steps));
  order.parts = int(std::clamp(steps / period, 1L, long{max_parts}));
  order.trials = decision.trials;
  order.new_trials = true;
  return order;
}

bool TuningLoop::carry_out() {
  bool changed = false;
  const double start = seconds_now();
  const double waited = seconds_beside_computing([&] {
    order_ =
        order_from_bytes(agreement_.conclude([this] { driver_.finish(); }), setup_.tuner.links);
  });
  const double changing = seconds_beside_computing([&] {
    changed = order_.change && change();
    if (order_.new_trials) tunable_.try_codecs(order_.trials);
    if (iteration_ == order_.first) {
      read_sensors();
      // Not as it is now: what the driver had kept back has been computed by finish().
      begin_window(std::move(stand_));
    }
  });
  if (changed) change_seconds_ = seconds_now() - start;
  cost_.waiting += waited;
  (changed ? cost_.changing : cost_.waiting) += changing;
  return changed;
}

// That the grid cannot be cut so is the same for all ranks; the tuner will see that nothing has
// changed.
bool TuningLoop::change() {
  driver_.finish();
  const ProfileRegion region("tuning");
  DriverSettings settings = order_.settings;
  // A balancer may have divided the grid among sites in another way meanwhile.
  if (!tunable_.freedom().weights) settings.speeds = tunable_.settings().speeds;
  try {
    tunable_.apply(settings);
  } catch (const Error& error) {
    if (error.exit_code() != exit_bad_input) throw;
    return false;
  }
  return true;
}

void TuningLoop::abandon() {
  const double start = seconds_now();
  agreement_.close();
  measuring_ = false;
  tunable_.try_codecs({});
  read_sensors();
  cost_.waiting += seconds_now() - start;
  if (journal_) journal_->abandon();
}

void TuningLoop::succeed(TuningLoop& earlier) {
  cost_ = earlier.cost_;
  first_step_ = earlier.first_step_;
  if (!journal_) return;
  journal_ = std::move(earlier.journal_);
  journal_->decided_by(setup_.tuner_name);
}

void TuningLoop::close() {
  const double start = seconds_now();
  agreement_.close();
  read_sensors();
  cost_.waiting += seconds_now() - start;
  if (journal_) journal_->close();
}

}  // namespace cardon
