// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/grid/sample_run.hpp>

#include "grid/scalar_sink.hpp"

namespace cardon {
namespace {

Grid part_of(Grid grid, const Box& part) {
  for (int d = 0; d < grid.dimensions; ++d) {
    const auto n = std::size_t(d);
    grid.origin[d] += part.lo[n] * grid.spacing[d];
    grid.points[n] = part.extent(d);
    grid.lower[d] += part.lo[n] * grid.spacing[d];
    grid.upper[d] = grid.lower[d] + grid.points[n] * grid.spacing[d];
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

}  // namespace

struct SampleRun::Parts {
  struct NoSink : ScalarSink {
    void add_row(std::string_view, std::string_view, std::span<const Real>, const Index3&,
                 long) override {}
  };

  Parts(const DriverSetup& given, const Box& part)
      : setup(given),
        program(cut(*given.program, part)),
        layout(program.grid, one_block(program.grid)) {
    setup.program = &program;
    setup.scalars = &sink;
    executor = std::make_unique<BlockExecutor>(setup, layout, 0, 0, timings, images);
  }
  static Program cut(Program program, const Box& part) {
    program.grid = part_of(program.grid, part);
    return program;
  }
  void run(const std::vector<int>& tasks, const StepState& state) {
    for (const int id : tasks) {
      const Task& task = program.tasks[std::size_t(id)];
      if (task.kind == Task::rotate) executor->rotate(id);
      if (task.kind == Task::rotate || task.kind == Task::boundary) continue;
      executor->begin({id, 0}, {}, state, {}, 1);
      double now = seconds_now();
      while (!executor->done()) now = executor->advance(now);
    }
  }

  DriverSetup setup;
  Program program;
  NoSink sink;
  Layout layout;
  Timings timings;
  double images = 0;
  std::unique_ptr<BlockExecutor> executor;
  long steps = 0;
};

SampleRun::SampleRun(const DriverSetup& setup, const Box& part)
    : parts_(std::make_unique<Parts>(setup, part)) {}

SampleRun::~SampleRun() = default;

void SampleRun::start() {
  Parts& p = *parts_;
  p.run(p.program.initial, {.iteration = 0, .dt = p.program.dt, .initial = true});
  p.timings = Timings{.tasks = std::vector<TaskTimings>(p.program.tasks.size()), .links = {}};
}

void SampleRun::step() {
  Parts& p = *parts_;
  const long n = p.steps++;
  p.run(p.program.step, {.iteration = n, .time = Real(n) * p.program.dt, .dt = p.program.dt});
}

const Timings& SampleRun::timings() const { return parts_->timings; }

double SampleRun::seconds() const {
  double sum = 0;
  for (const TaskTimings& task : timings().tasks) sum += task.compute;
  return sum;
}

double SampleRun::points() const {
  double sum = 0;
  for (const TaskTimings& task : timings().tasks) sum += double(task.points);
  return sum;
}

FieldArray SampleRun::array(int field, int level) const {
  return parts_->executor->storage().array(field, level);
}

Box corner(const Grid& grid, int max_points) {
  Box box = grid.domain();
  for (int d = 0; d < grid.dimensions; ++d) {
    const auto n = std::size_t(d);
    box.hi[n] = std::min(box.hi[n], std::max(max_points, 2 * grid.radius[n] + 1));
  }
  return box;
}

}  // namespace cardon
