// SPDX-License-Identifier: Apache-2.0
#include "balancing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/collective_or_throw.hpp>
#include <cardon/kit/counted.hpp>
#include <cardon/kit/grid/site_decomposition.hpp>
#include <cardon/kit/hosts_of_ranks.hpp>
#include <cardon/kit/processor_time.hpp>
#include <cardon/kit/profile_region.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/tunable.hpp>
#include <cardon/thorn/error.hpp>
#include <functional>
#include <utility>

#include "balancer_setup.hpp"
#include "machine_loads.hpp"
#include "message_cost.hpp"
#include "placement_state.hpp"

namespace cardon {
namespace {

constexpr const char* section = balance_section;

/// Steps until a plan is read. Messages are passed on between steps, between sites in four hops
/// from a rank by the first ranks of two sites and back, and a plan that is late makes all ranks
/// wait. Shorter windows are for tests.
long lag_after(long window, std::size_t sites) {
  constexpr long between_sites = 8;
  return std::max(sites > 1 && window >= between_sites ? between_sites : 1, window / 4);
}

/// Where steps are adaptive, the end of a run is an estimate: one that has outlived it is taken to
/// be halfway.
long steps_left(const StepView& step, long foreseen) {
  return step.iteration <= foreseen ? foreseen - step.iteration : step.iteration;
}

double waited(const Timings& timings) {
  double seconds = 0;
  for (const LinkTimings& link : timings.links) seconds += link.wait;
  return seconds;
}

}  // namespace

void Balancing::open(const StepSetup& setup) {
  setup_.emplace(setup);
  const std::string name = balancer_of(setup.parameters, placement_of(setup));
  warn_of_idle_choice(setup, name);
  warn_of_idle_placement(setup, name);
  if (name == "none") return read_idle_ranks(setup, idle_);
  asked_ = setup.parameters.get(section, balancer) != balance_with_blocks;
  choose(name);
  if (setup.transport.size() == 1) return read_idle_ranks(setup, idle_);
  migration_ = offered_by<BlockMigration>(setup.driver);
  if (migration_ == nullptr) refuse_driver(setup.parameters, name);
  machine_ = setup.driver_setup->machine;
  driver_ = &setup.driver;
  transport_ = &setup.transport;
  between_sites_ = crosses_sites(setup.parameters);
  division_ = offered_by<SiteDivision>(setup.driver);
  if (between_sites_ || (division_ != nullptr && !division_->can_divide_among_sites()))
    division_ = nullptr;
  read_idle_ranks(setup, idle_);
  idle_changed_ = !idle_.empty();
  const std::string map{setup.parameters.get(section, start)};
  if (map != "block" && setup.state.empty()) start_ = map;
  tag_ = setup.tag;
  every_ = setup.parameters.get(section, every);
  lag_ = lag_after(every_, machine_->sites.size());
  horizon_ = setup.parameters.get(section, horizon);
  next_ = setup.first_iteration + warm_up;
  last_iteration_ = setup.last_iteration;
  hosts_ = hosts_of_ranks(*transport_).number;
  message_seconds_ = measured_message_seconds(*transport_, tag_, ranks_by_site(*machine_));
  state_ = setup.state;
  open_planners();
  if (transport_->rank() != 0) return;
  judge_.emplace(PlanJudge::Options{.accept_all = setup.parameters.get(section, accept) == "all",
                                    .min_gain = setup.parameters.get(section, min_gain),
                                    .max_blocks = migration_->max_blocks_per_rank(),
                                    .between_sites = between_sites_});
  journal_.emplace(name);
  if (division_ != nullptr) sites_.emplace(chain_axis(*machine_, setup.program.grid));
  if (by_trend_) period_.emplace();
}

std::vector<Problem> Balancing::check_placement(const ParameterSet& parameters,
                                                const RankPlacement& placement) const {
  check_balancer(parameters, placement);
  std::vector<Problem> problems;
  for (const auto& problem :
       {exchange_problem(parameters, placement), idle_problem(parameters, placement)})
    if (problem) problems.push_back(*problem);
  const std::vector<Problem> idle = idle_change_problems(parameters, placement);
  problems.insert(problems.end(), idle.begin(), idle.end());
  return problems;
}

void Balancing::record_in(const std::filesystem::path& run_folder) {
  if (journal_) journal_->open(run_folder);
}

StepOrder Balancing::after_step(const StepView& step) {
  if (migration_ == nullptr) return {};
  const long now = step.steps_taken();
  steps_left_ = steps_left(step, last_iteration_);
  plan_is_void_ = false;
  StepOrder order;
  const std::string state = std::exchange(state_, {});
  const bool others_idle =
      idle_changed_ || !start_.empty() || idle_.hold_blocks(driver_->decomposition());
  if (others_idle) end_window();
  if (others_idle || !state.empty()) order.change = [this, state] { return settle(state); };
  if (window_) report_when_measured();
  if (window_ && now == window_->last) is_stale(*window_) ? forget() : measure(step.evolution);
  if (window_ && now == window_->act) order.change = read_plan();
  if (!suspended_ && !window_ && !order.change && now >= next_ && !step.last) begin(step);
  if (journal_) order.lines = journal_->take_lines();
  return order;
}

bool Balancing::idle(const StepView& step) const {
  if (migration_ == nullptr) return true;
  if (idle_changed_ || !idle_.empty() || !start_.empty() || !state_.empty()) return false;
  if (journal_ && journal_->has_lines()) return false;
  const long now = step.steps_taken();
  if (window_) return !window_->measuring && now < window_->last;
  return suspended_ || now < next_;
}

// The grid was decomposed in another way meanwhile.
void Balancing::forget() {
  window_.reset();
  if (journal_) journal_->close();
  if (period_) period_.emplace();
}

// Nothing is measured where auto would decide and there is nothing to decide.
bool Balancing::has_choice() const {
  std::vector<int> owners = driver_->decomposition().rank_of_block;
  std::sort(owners.begin(), owners.end());
  return !automatic_ || std::adjacent_find(owners.begin(), owners.end()) != owners.end();
}

void Balancing::begin(const StepView& view) {
  const long step = view.steps_taken();
  if (steps_left_ <= every_ + lag_) return;
  if (!has_choice()) {
    next_ = step + every_;
    return;
  }
  const Decomposition& decomposition = driver_->decomposition();
  const double start = processor_seconds();
  make_agreement(decomposition.owned.size());
  window_ = std::make_shared<Window>();
  window_->first = step;
  window_->last = step + every_;
  window_->act = window_->last + lag_;
  window_->boxes = decomposition.owned;
  window_->owners = decomposition.rank_of_block;
  window_->waited = waited(driver_->timings());
  window_->began = view.evolution;
  window_->report.measuring = report_seconds_ + processor_seconds() - start;
  migration_->take_rank_measure();
  migration_->measure_when_current([](const BlockMeasure&) {});
}

// Its buffers are large, so it is kept from window to window.
void Balancing::make_agreement(std::size_t blocks) {
  if (agreement_) agreement_->close();
  if (agreement_ && blocks == agreed_blocks_) return;
  agreed_blocks_ = blocks;
  const std::size_t max_blocks = std::min(blocks, std::size_t(migration_->max_blocks_per_rank()));
  agreement_.emplace(
      *transport_, tag_,
      std::max(max_report_bytes(max_blocks), max_answer_bytes(blocks, machine_->sites.size())),
      [this](const Agreement::Reports& reports, bool) { return plan(reports); },
      ranks_by_site(*machine_));
}

// Blocks that are behind report later.
void Balancing::measure(double evolution) {
  const double start = processor_seconds();
  window_->seconds = evolution - window_->began;
  window_->measuring = true;
  window_->blocks_left =
      std::count(window_->owners.begin(), window_->owners.end(), transport_->rank());
  const RankMeasure rank = migration_->take_rank_measure();
  window_->report.idle = waited(driver_->timings()) - window_->waited;
  window_->report.background = rank.background;
  window_->report.interrupted = rank.interrupted;
  window_->report.far = rank.far;
  window_->report.near = rank.near;
  window_->report.message = message_seconds_;
  migration_->measure_when_current([window = window_](const BlockMeasure& measure) {
    window->report.blocks.push_back(measure);
    --window->blocks_left;
  });
  window_->report.measuring += processor_seconds() - start;
  report_when_measured();
}

void Balancing::report_when_measured() {
  if (window_->measuring && !window_->reported && window_->blocks_left == 0) {
    window_->reported = true;
    const double start = processor_seconds();
    agreement_->report(to_bytes(window_->report));
    report_seconds_ = processor_seconds() - start;
  }
  if (window_->reported) agreement_->progress();
}

bool Balancing::is_stale(const Window& window) const {
  const Decomposition& now = driver_->decomposition();
  return now.owned != window.boxes || now.rank_of_block != window.owners;
}

std::function<bool()> Balancing::read_plan() {
  if (!window_->reported) driver_->finish();
  report_when_measured();
  const WindowAnswer answer =
      answer_from_bytes(agreement_->conclude([this] { driver_->finish(); }));
  const auto window = std::exchange(window_, nullptr);
  next_ = window->act + 1 + answer.pause;
  if (!answer.shares.empty())
    return [this, window, shares = answer.shares] { return divide(*window, shares); };
  if (answer.moves.empty()) return {};
  return [this, window, moves = answer.moves] { return migrate(*window, moves); };
}

std::string Balancing::before_checkpoint(const StepView&) {
  if (migration_ == nullptr) return {};
  std::optional<SiteCut> cut;
  if (const auto* tunable = offered_by<Tunable>(*driver_); tunable != nullptr && !shares_.empty())
    cut = SiteCut{tunable->settings().speeds, shares_};
  return placement_state(driver_->decomposition(), *machine_, cut);
}

void Balancing::steered(const SteeredRun& run) {
  last_iteration_ = run.last_iteration;
  if (migration_ == nullptr || !run.changes(section)) return;
  const std::vector<int> before = idle_.ranks();
  idle_.set(run.parameters.get(section, idle_ranks));
  const bool other_ranks = idle_.ranks() != before, other_balancer = is_replaced();
  if (!other_ranks && !other_balancer) return;  // a rule may set again what is set
  idle_changed_ = idle_changed_ || other_ranks;
  // Blocks leave ranks, or may go to others, whatever the last plan has promised.
  if (other_ranks && judge_) judge_->forget();
  end_window();
  if (other_balancer) exchange();
  next_ = 0;
  plan_is_void_ = true;
}

// After what other services change in the same step.
bool Balancing::migrate(const Window& window, const std::vector<BlockMove>& moves) {
  if (plan_is_void_ || is_stale(window)) {
    forget();
    return false;
  }
  driver_->finish();
  const ProfileRegion region("balancing");
  const double start = seconds_now();
  std::vector<int> owners = window.owners;
  for (const BlockMove& move : moves) owners.at(std::size_t(move.block)) = move.rank;
  migration_->migrate(owners);
  moved_boxes_ = window.boxes;
  owners_before_ = window.owners;
  planned_ = owners;
  const double seconds = seconds_now() - start;
  if (journal_) journal_->migrated(seconds);
  if (period_) period_->balanced(double(window.act), seconds);
  return true;
}

BalanceProblem Balancing::machine_now() const {
  const auto* tunable = offered_by<Tunable>(*driver_);
  std::vector<double> speeds =
      tunable != nullptr ? tunable->settings().speeds : std::vector<double>{};
  // How fast ranks are does not depend on what sites have got besides.
  for (std::size_t rank = 0; rank < speeds.size() && !shares_.empty(); ++rank)
    speeds[rank] /= shares_[std::size_t(machine_->site_of_rank(int(rank)))];
  BalanceProblem problem = machine_loads(*machine_, speeds, hosts_);
  if (tunable != nullptr) problem.overlap = tunable->settings().overlap;
  problem.horizon = double(std::clamp(steps_left_, 1L, horizon_));
  idle_.mark(problem);
  return problem;
}

// What ranks have reported is answered, and not carried out.
void Balancing::end_window() {
  if (window_) {
    // On all ranks: one that has reported may owe messages to one that has not.
    if (window_->measuring) driver_->finish();
    report_when_measured();
  }
  if (agreement_) agreement_->close();
  window_.reset();
  if (journal_) journal_->close();
}

void Balancing::replan() {
  if (migration_ == nullptr) return;
  end_window();
  if (period_) period_.emplace();
  next_ = 0;
  plan_is_void_ = true;
}

void Balancing::suspend(bool suspended) {
  if (std::exchange(suspended_, suspended) != suspended) replan();
}

std::optional<TunletFacts> Balancing::facts() const {
  if (migration_ == nullptr) return {};
  return TunletFacts{
      .name = "balancing",
      .by = name_,
      .measures = "seconds, messages and bytes of each block; waits of all ranks",
      .judges = "which blocks should move, and whether that pays",
      .changes = "the ranks that own blocks",
      .when = fmt::format("after windows of {}{}", counted(every_, "step"),
                          by_trend_ ? ", once the loss reaches the cost of a migration" : "")};
}

std::vector<StandingDecision> Balancing::take_decisions() {
  return journal_ ? journal_->take_decisions() : std::vector<StandingDecision>();
}

void Balancing::conclude() { end_window(); }

StepReport Balancing::report(double) {
  StepReport report;
  if (migration_ == nullptr) return report;
  report.activity = "load balancing";
  if (!journal_) return report;
  report.lines = journal_->take_lines();
  if (!journal_->has_measured() && !has_choice())
    report.closing = {"balancing (auto): nothing to balance, since no rank has two blocks"};
  else if (asked_ || journal_->has_measured())
    report.closing = {journal_->closing_sentence()};
  report.summary = journal_->summary();
  report.failure = journal_->failure();
  return report;
}

}  // namespace cardon
