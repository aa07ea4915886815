// SPDX-License-Identifier: Apache-2.0
#include "evolve.hpp"

#include <cardon/kit/grid/layout.hpp>
#include <stdexcept>

#include "grid_driver.hpp"

namespace cardon::test {
namespace {

class RankRun {
 public:
  RankRun(const Case& the_case, Transport& transport, Outcome& outcome)
      : program_(the_case.program), transport_(transport), outcome_(outcome) {
    driver_.setup(the_case.setup(), transport);
    layout_ = std::make_unique<Layout>(program_.grid, driver_.decomposition());
    planned_.resize(program_.tasks.size());
  }

  void run(const Manner& manner) {
    auto plan = std::make_unique<PlanReader>(program_, driver_.links());
    for (int step = 0; step <= manner.steps; ++step) {
      do {
        const auto operations = plan->next();
        for (const plan::Operation& operation : operations) count(operation);
        driver_.execute(operations, PlanReader::state(step));
      } while (!plan->at_end_of_step());
      if (step == 0 && manner.measured_step > 0) driver_.measure_when_current([](const auto&) {});
      if (step == manner.measured_step) driver_.measure_when_current(manner.take);
      if (step % manner.look_every == 0 || step == manner.steps) look();
      if (const auto change = manner.changes.find(step); change != manner.changes.end()) {
        driver_.finish();
        driver_.apply(change->second);
        plan = plan_behind(step);
      }
      if (const auto trial = manner.trials.find(step); trial != manner.trials.end())
        driver_.try_codecs(trial->second);
      if (manner.readings.contains(step)) driver_.take_readings();
      if (const auto idle = manner.idle.find(step); idle != manner.idle.end()) {
        driver_.finish();
        if (driver_.leave_idle(idle->second)) plan = plan_behind(step);
      }
      if (const auto shares = manner.shares.find(step); shares != manner.shares.end()) {
        driver_.finish();
        driver_.divide_among_sites(shares->second);
        plan = plan_behind(step);
      }
      if (const auto move = manner.moves.find(step); move != manner.moves.end()) {
        driver_.finish();
        driver_.migrate(move->second(driver_.layout()));
        plan = plan_behind(step);
      }
      note_codecs(manner, step);
    }
    const auto rank = std::size_t(transport_.rank());
    outcome_.timings[rank] = driver_.timings();
    outcome_.planned_points[rank] = planned_;
    if (rank == 0) outcome_.decomposition = driver_.decomposition();
  }

 private:
  void note_codecs(const Manner& manner, int step) {
    if (!manner.readings.contains(step) && !manner.changes.contains(step) &&
        !manner.moves.contains(step))
      return;
    const std::vector<LinkTimings>& links = driver_.timings().links;
    if (links.size() > 1) outcome_.codecs[std::size_t(transport_.rank())][step] = links[1].codec;
  }

  std::unique_ptr<PlanReader> plan_behind(int step) {
    layout_ = std::make_unique<Layout>(program_.grid, driver_.decomposition());
    return std::make_unique<PlanReader>(program_, driver_.links(), step + 1);
  }

  // As outputs do: bring everything to its end, look, and talk to all.
  void look() {
    driver_.finish();
    const Index3& n = program_.grid.points;
    for (const FieldPiece& piece : driver_.view(0, 0).pieces)
      for (int k = piece.box.lo[2]; k < piece.box.hi[2]; ++k)
        for (int j = piece.box.lo[1]; j < piece.box.hi[1]; ++j)
          for (int i = piece.box.lo[0]; i < piece.box.hi[0]; ++i)
            outcome_.values[std::size_t((long(k) * n[1] + j) * n[0] + i)] = piece.row(j, k)[i];
    transport_.all_gather({});
  }

  void count(const plan::Operation& operation) {
    if (operation.kind != plan::Operation::Kind::compute) return;
    const auto task = std::size_t(operation.task);
    for (int block = 0; block < layout_->blocks(); ++block)
      if (layout_->decomposition().rank_of_block[std::size_t(block)] == transport_.rank())
        planned_[task] += layout_
                              ->computed(block, layout_->growth(block, operation.growth),
                                         program_.tasks[task].region)
                              .points();
  }

  const Program& program_;
  Transport& transport_;
  Outcome& outcome_;
  grid_driver::GridDriver driver_;
  std::unique_ptr<Layout> layout_;
  std::vector<long> planned_;
};

}  // namespace

Outcome evolve(const Experiment& experiment, const Manner& manner) {
  const Case the_case(experiment);
  Outcome outcome;
  outcome.values.resize(std::size_t(the_case.program.grid.domain().points()));
  outcome.timings.resize(std::size_t(experiment.ranks()));
  outcome.codecs.resize(std::size_t(experiment.ranks()));
  outcome.planned_points.resize(std::size_t(experiment.ranks()));
  SlowWorld world(experiment.ranks(), manner.weather);
  world.run([&](Transport& transport) { RankRun(the_case, transport, outcome).run(manner); });
  if (world.left_over() > 0) throw std::runtime_error("messages were left over");
  return outcome;
}

}  // namespace cardon::test
