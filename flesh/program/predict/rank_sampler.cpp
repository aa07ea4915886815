// SPDX-License-Identifier: Apache-2.0
#include "predict/rank_sampler.hpp"

#include <algorithm>
#include <cardon/kit/processor_time.hpp>
#include <cardon/kit/tuning/rank_report.hpp>
#include <cardon/services/tunable.hpp>
#include <cardon/thorn/row_loop.hpp>
#include <cstring>
#include <numeric>

#include "grid/scalar_sink.hpp"
#include "guards/endless_tasks.hpp"
#include "launch/rank_threads.hpp"
#include "machine/machine_resolver.hpp"
#include "plan/cyclic_sequence.hpp"
#include "plan/planner.hpp"
#include "predict/sampled_ghosts.hpp"
#include "predict/sampled_grid.hpp"
#include "startup/driver_setup.hpp"
#include "startup/planner_input.hpp"

namespace cardon {
namespace {

constexpr double settling = 0.1;  // of the time for a size: caches fill, prefetching is chosen
constexpr long max_steps = 1000;  // of a window
constexpr std::size_t min_windows = 3;
constexpr double search_share = 4;  // of ghost layers: times the time for a size

struct NoSink : ScalarSink {
  void add_row(std::string_view, std::string_view, std::span<const Real>, const Index3&,
               long) override {}
};

Machine one_site(int ranks) {
  Machine machine;
  Site site{.name = "a", .speed = 1};
  site.ranks.resize(std::size_t(ranks));
  std::iota(site.ranks.begin(), site.ranks.end(), 0);
  machine.sites = {site};
  return machine;
}

/// The links of the run.
struct RunLinks {
  bool one_site = true;
  std::string inside;  // between the blocks of a site
};

// The ranks that run are one site: what speaks of links between sites is of no use to them.
ParameterValue without_wide_links(const ParameterValue& given, const RunLinks& links) {
  ParameterValue left = given;
  auto& node = std::get<Node>(left.value);
  if (node.is_map())
    std::erase_if(node.children, [&](const Node& member) { return member.key != links.inside; });
  return left;
}

bool speaks_of(const Node& setting, const RunLinks& links) {
  return setting.is_map() ? setting.find(links.inside) != nullptr : links.one_site;
}

void forget_wide_links(ParameterSet& parameters, const RunLinks& links) {
  for (const char* name : {"ghost_zones", "compression"}) {
    if (!parameters.has("driver", name)) continue;
    SectionValues& section = parameters.section("driver");
    const ParameterDeclaration* declared = section.section().find(name);
    if (declared == nullptr || declared->type != ValueType::tree) continue;
    const ParameterValue& given = section.at(name);
    section.set(name, speaks_of(std::get<Node>(given.value), links)
                          ? without_wide_links(given, links)
                          : SectionValues(section.section()).at(name));
  }
}

/// What a rank knows of the run, which it reads for itself as a rank of a run does: services and
/// formulas keep things for one thread.
class RankInput {
 public:
  RankInput(const InputOptions& input, OpenedThorns& opened, const Grid& grid,
            const RunLinks& links, const std::shared_ptr<Transport>& transport)
      : run_(check_run(input, opened, unsaid_)),
        endless_(*run_->parameters, unsaid_),
        transport_(transport),
        machine_(one_site(transport->size())),
        program_(run_->program),
        parameters_(*run_->parameters),
        setup_(driver_setup(*run_, machine_)) {
    for (std::size_t d = 0; d < 3; ++d)
      if (grid.points[d] < program_.grid.points[d])
        for (FaceBoundary& face : setup_.faces[d]) face = {};
    program_.grid = grid;
    forget_wide_links(parameters_, links);
    setup_.program = &program_;
    setup_.parameters = &parameters_;
    setup_.scalars = &sink_;
  }
  RankInput(const RankInput&) = delete;
  RankInput& operator=(const RankInput&) = delete;

  const CheckedRun& run() const { return *run_; }
  const DriverSetup& setup() const { return setup_; }
  Transport& transport() const { return *transport_; }

 private:
  Warnings unsaid_;
  std::shared_ptr<const CheckedRun> run_;
  EndlessTasks endless_;
  std::shared_ptr<Transport> transport_;
  Machine machine_;
  Program program_;
  ParameterSet parameters_;
  NoSink sink_;
  DriverSetup setup_;
};

/// One of the ranks.
class SampledRank {
 public:
  /// `searches`: as the run does, for its ghost depth. The sample has one site.
  SampledRank(const RankInput& input, const SamplingTime& time, bool searches)
      : input_(input),
        program_(*input.setup().program),
        time_(time),
        sequence_({program_.initial}, {program_.step}),
        driver_(input.run().library.catalogue.make<Driver>(input.run().driver_name)) {
    driver_->setup(input.setup(), input.transport());
    plan();
    cursor_ = planners_.back()->start();
    steps(1);
    if (searches) search_depth(input.run().last_iteration);
  }

  /// With what all is measured.
  GhostSearch::Found ghosts() const {
    return {.depth = driver_->links().front().depth, .gain = gain_};
  }

  /// Until the time of a step is certain, or the time is over.
  RankSample::Size sample() {
    RankSample::Size size;
    size.blocks_per_rank = blocks();
    const double start = now_of_all();
    steps(1);  // touches all memory
    const double one = std::max(now_of_all() - start, 1e-9);
    const long each = std::clamp(long(time_.each / one), 1L, max_steps);
    while (now_of_all() - start < settling * time_.all) steps(each);
    SpeedSamples seen;
    do {
      size.windows.push_back({each, {window(each)}});
      const RankSteps& mine = size.windows.back().ranks.front();
      seen.add(double(each), largest(mine.elapsed * mine.share));
    } while (seen.count() < min_windows || (!seen.settled() && now_of_all() - start < time_.all));
    size.steps = seen.estimate();
    return size;
  }

  /// False: the driver cannot, or not for this grid.
  bool change_blocks(int blocks) {
    auto* tunable = offered_by<Tunable>(*driver_);
    if (tunable == nullptr) return false;
    DriverSettings settings = tunable->settings();
    const int before = settings.blocks_per_rank;
    for (; blocks > 0 && blocks != before; blocks /= 2) try {
        settings.blocks_per_rank = blocks;
        tunable->apply(settings);
        plan();
        cursor_ = planners_.back()->resume(step_);
        return true;
      } catch (const Error& error) {
        if (error.problems().front().slug != "driver/too-many-blocks") throw;
      }
    return false;
  }

 private:
  int blocks() const {
    const auto* tunable = offered_by<Tunable>(*driver_);
    return tunable == nullptr ? 1 : tunable->settings().blocks_per_rank;
  }

  /// As a run of so many steps does, as far as there is time.
  void search_depth(long steps_of_run) {
    auto* search = offered_by<GhostSearch>(*driver_);
    if (search == nullptr) return;
    const SampledSteps run{[this](long number) { steps(number); },
                           [this] {
                             plan();
                             cursor_ = planners_.back()->resume(step_);
                           },
                           [this] { return now_of_all(); }};
    gain_ = search_ghosts(*search, steps_of_run, search_share * time_.all, run).gain;
  }

  void plan() {
    planners_.push_back(
        std::make_unique<plan::Planner>(planner_input(program_, driver_->links()), sequence_));
    segment_ = nullptr;
  }

  void steps(long number) {
    for (long n = 0; n < number; ++n) step();
    driver_->finish();
  }

  void step() {
    const Real dt = program_.dt;
    const long finished = std::max(step_ - 1, 0L);
    const StepState state{finished, Real(finished) * dt, dt, step_ == 0};
    for (bool ended = false; !ended;) {
      if (segment_ == nullptr || position_ == segment_->operations.size()) {
        segment_ = planners_.back()->next(cursor_);
        position_ = 0;
      }
      const auto all = std::span(segment_->operations).subspan(position_);
      const auto end = std::find_if(all.begin(), all.end(), [](const plan::Operation& o) {
        return o.kind == plan::Operation::Kind::step_end;
      });
      if (end != all.begin()) driver_->execute({all.begin(), end}, state);
      ended = end != all.end();
      position_ += std::size_t(end - all.begin()) + (ended ? 1 : 0);
    }
    ++step_;
  }

  RankSteps window(long number) {
    const Timings before = driver_->timings();
    const double held = processor_seconds(), start = seconds_now();
    steps(number);
    RankSteps window{difference(driver_->timings(), before), seconds_now() - start, 1};
    double busy = window.elapsed;
    for (const LinkTimings& link : window.timings.links) busy -= link.wait;
    const bool alone = detail::on_host && threads_per_rank(*input_.setup().parameters) == 1;
    if (alone && busy > 0) window.share = std::min(1.0, (processor_seconds() - held) / busy);
    return window;
  }

  double largest(double mine) {
    double max_value = mine;
    for (const std::vector<std::byte>& theirs :
         input_.transport().all_gather(std::as_bytes(std::span(&mine, 1)))) {
      double value = 0;
      std::memcpy(&value, theirs.data(), sizeof value);
      max_value = std::max(max_value, value);
    }
    return max_value;
  }
  double now_of_all() { return largest(seconds_now()); }

  const RankInput& input_;
  const Program& program_;
  SamplingTime time_;
  plan::CyclicSequence sequence_;
  std::vector<std::unique_ptr<plan::Planner>> planners_;  // of which the driver may know operations
  std::shared_ptr<Driver> driver_;
  plan::Planner::Cursor cursor_;
  const plan::Segment* segment_ = nullptr;
  std::size_t position_ = 0;
  long step_ = 0;
  double gain_ = 0;  // as GhostSearch::Found
};

using Sizes = std::vector<RankSample::Size>;

// The ranks measured the same windows.
Sizes joined(const std::vector<Sizes>& ranks) {
  Sizes all = ranks.front();
  for (std::size_t rank = 1; rank < ranks.size(); ++rank)
    for (std::size_t size = 0; size < all.size(); ++size)
      for (std::size_t n = 0; n < all[size].windows.size(); ++n)
        all[size].windows[n].ranks.push_back(ranks[rank][size].windows[n].ranks.front());
  return all;
}

}  // namespace

RankSample sample_ranks(const PlannedRun& run, const Grid& grid, int ranks,
                        const SamplingTime& time) {
  // Ranks refer to these as long as they run, which may be longer than this call.
  const auto sizes = std::make_shared<std::vector<Sizes>>(std::size_t(ranks));
  const auto ghosts = std::make_shared<GhostSearch::Found>();  // the same on all ranks
  const RunLinks links{run.machine->sites.size() == 1, run.planned.links.front().name};
  const auto work =
      [=, input = run.input, opened = run.opened, blocks = run.planned.settings.blocks_per_rank,
       searches = run.planned.max_depth > 0](const std::shared_ptr<Transport>& transport) {
        const RankInput known(input, *opened, grid, links, transport);
        SampledRank rank(known, time, searches);
        if (transport->rank() == 0) *ghosts = rank.ghosts();
        Sizes& mine = (*sizes)[std::size_t(transport->rank())];
        mine.push_back(rank.sample());
        if (rank.change_blocks(other_blocks(blocks))) mine.push_back(rank.sample());
        return 0;
      };
  const ServiceCatalogue& catalogue = run.setup->library.catalogue;
  if (ranks == 1)
    work(catalogue.make_standard<Transport>());
  else
    run_ranks(ranks, rank_threads(catalogue), work);
  return {ranks, grid.points, joined(*sizes), *ghosts};
}

}  // namespace cardon
