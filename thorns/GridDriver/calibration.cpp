// SPDX-License-Identifier: Apache-2.0
#include "calibration.hpp"

#include <algorithm>
#include <cardon/grid/block_executor.hpp>
#include <cardon/scalar_sink.hpp>

namespace cardon::grid_driver {
namespace {

constexpr int most_points = 32;       // per direction: in cache, but no toy
constexpr double long_enough = 0.02;  // s
constexpr int most_steps = 10000;

class NoSink : public ScalarSink {
 public:
  void add_row(std::string_view, std::string_view, std::span<const Real>, const Index3&) override {}
};

// The lower corner of the grid, closed upon itself.
Grid small_grid(Grid grid) {
  for (int d = 0; d < grid.dimensions; ++d) {
    grid.points[d] = std::min(grid.points[d], std::max(most_points, 2 * grid.radius[d] + 1));
    grid.upper[d] = grid.lower[d] + grid.points[d] * grid.spacing[d];
    grid.periodic[d] = true;
    grid.faces[d][0] = grid.faces[d][1] = Face{};
  }
  return grid;
}

Decomposition one_block(const Grid& grid) {
  Decomposition decomposition;
  decomposition.owned = {grid.domain()};
  decomposition.rank_of_block = {0};
  return decomposition;
}

class SmallRun {
 public:
  explicit SmallRun(const DriverSetup& setup)
      : setup_(setup),
        program_(*setup.program),
        layout_(small(program_), one_block(program_.grid)) {
    setup_.program = &program_;
    setup_.scalars = &sink_;
    executor_ = std::make_unique<BlockExecutor>(setup_, layout_, 0, 0, timings_, images_);
  }

  double speed() {
    run(program_.initial, {.iteration = 0, .dt = program_.dt, .initial = true});
    timings_ = Timings{.tasks = std::vector<TaskTimings>(program_.tasks.size())};
    for (long step = 0; step == 0 || (step < most_steps && seconds() < long_enough && points() > 0);
         ++step)
      run(program_.step, {.iteration = step, .time = step * program_.dt, .dt = program_.dt});
    return seconds() > 0 ? points() / seconds() : 0;
  }

 private:
  static const Grid& small(Program& program) {
    program.grid = small_grid(program.grid);
    return program.grid;
  }
  void run(const std::vector<int>& tasks, const StepState& state) {
    for (const int id : tasks) {
      const Task& task = program_.tasks[static_cast<std::size_t>(id)];
      if (task.kind == Task::rotate) executor_->rotate(id);
      if (task.kind == Task::rotate || task.kind == Task::boundary) continue;
      executor_->begin({id, 0}, {}, state, {}, 1);
      double now = seconds_now();
      while (!executor_->done()) now = executor_->advance(now);
    }
  }
  double seconds() const {
    double sum = 0;
    for (const TaskTimings& task : timings_.tasks) sum += task.compute;
    return sum;
  }
  double points() const {
    double sum = 0;
    for (const TaskTimings& task : timings_.tasks) sum += static_cast<double>(task.points);
    return sum;
  }

  DriverSetup setup_;
  Program program_;
  NoSink sink_;
  Layout layout_;
  Timings timings_;
  double images_ = 0;
  std::unique_ptr<BlockExecutor> executor_;
};

}  // namespace

double measure_speed(const DriverSetup& setup) { return SmallRun(setup).speed(); }

}  // namespace cardon::grid_driver
