// SPDX-License-Identifier: Apache-2.0
#include "test_program.hpp"

#include <algorithm>
#include <cardon/services/parameter_input.hpp>
#include <cardon/thorn/block.hpp>
#include <stdexcept>

#include "steps.hpp"
#include "support/point_values.hpp"
#include "thread_world.hpp"
#include "unigrid_driver.hpp"

namespace cardon::test {
namespace {

constexpr Field phi = Field("phi", "Wave").past_levels(1);
constexpr Field heat("heat", "Temperature");
constexpr Field flow("flow", "Its change");

void start_wave(Block& block) {
  const auto now = block.write(phi), before = block.write(past(phi));
  block.for_each(
      "start", KOKKOS_LAMBDA(const Point& p) {
        now(p) = seed(p);
        before(p) = 0.75 * seed(p);
      });
}

template <int radius>
void advance_wave(Block& block) {
  const auto now = block.read(phi), before = block.read(past(phi));
  const auto after = block.write(next(phi));
  const Real t = block.time();
  block.for_each(
      "wave", KOKKOS_LAMBDA(const Point& p) {
        after(p) = 0.125 * (neighbours<radius>(now, p) - before(p)) + 0.001 * p.x() * (1 + t) +
                   0.01 * p.k();
      });
}

void start_heat(Block& block) {
  const auto u = block.write(heat);
  block.for_each(
      "start", KOKKOS_LAMBDA(const Point& p) { u(p) = seed(p); });
}

template <int radius>
void flow_of_heat(Block& block) {
  const auto u = block.read(heat);
  const auto change = block.write(flow);
  block.for_each(
      "flow", KOKKOS_LAMBDA(const Point& p) {
        change(p) = neighbours<radius>(u, p) - 4 * u(p) + 0.01 * p.j();
      });
}

/// Looks at two points inside, at the old level where there is one, at indices, coordinates and
/// time.
class TestBoundary : public Boundary {
 public:
  TestBoundary(int owned, bool symmetry) : owned_(owned), symmetry_(symmetry) {}
  int owned_layers(const Grid&, int, bool, int) const override { return owned_; }
  int reach(int) const override { return 2; }
  BoundaryKind kind() const override {
    return symmetry_ ? BoundaryKind::symmetry : BoundaryKind::values;
  }
  void fill(const FaceFill& face) const override {
    const int d = face.direction, last = face.grid->points[d] - 1, step = face.upper ? -1 : 1;
    Index3 i;
    for (int layer = face.owned_layers - 1; layer >= -face.exterior_layers; --layer)
      for (i[2] = face.box.lo[2]; i[2] < (d == 2 ? face.box.lo[2] + 1 : face.box.hi[2]); ++i[2])
        for (i[1] = face.box.lo[1]; i[1] < (d == 1 ? face.box.lo[1] + 1 : face.box.hi[1]); ++i[1])
          for (i[0] = face.box.lo[0]; i[0] < (d == 0 ? face.box.lo[0] + 1 : face.box.hi[0]);
               ++i[0]) {
            Index3 at = i;
            at[d] = face.upper ? last - layer : layer;
            fill_point(face, at, step);
          }
  }

 private:
  static std::ptrdiff_t offset(const FaceFill& face, const Index3& i) {
    return i[0] + i[1] * face.sy + i[2] * face.sz;
  }
  void fill_point(const FaceFill& face, const Index3& at, int step) const {
    Index3 inside = at;
    inside[face.direction] += step;
    Index3 further = inside;
    further[face.direction] += step;
    Real value =
        0.5 * face.values[offset(face, inside)] + 0.001 * face.time + (symmetry_ ? 0.3 : 0.1);
    value += 0.125 * face.values[offset(face, further)];
    if (face.old) value += 0.25 * face.old[offset(face, inside)];
    for (int t = 0; t < 3; ++t)
      if (t != face.direction)
        value += 0.01 * (t + 1) * face.grid->coordinate(t, at[t] + face.shift[t]);
    face.values[offset(face, at)] = value;
  }
  int owned_;
  bool symmetry_;
};

Binding binding(int field, int level, const char* name, int declared_level, bool writes,
                Index3 radius) {
  Binding b;
  b.field = field;
  b.level = level;
  b.declared = name;
  b.declared_level = declared_level;
  b.reads = !writes;
  b.writes = writes;
  b.radius = radius;
  return b;
}

Index3 in_directions(int radius, int dimensions) {
  return {radius, dimensions > 1 ? radius : 0, dimensions > 2 ? radius : 0};
}

Task& add_task(Program& program, std::string name, Task::Kind kind, TaskFunction function,
               Region region, Bin bin) {
  Task task;
  task.id = int(program.tasks.size());
  task.name = std::move(name);
  task.thorn = "Test";
  task.kind = kind;
  task.function = function;
  task.region = region;
  task.bin = bin;
  program.tasks.push_back(task);
  (bin == Bin::initial ? program.initial : program.step).push_back(task.id);
  return program.tasks.back();
}

void add_boundary(Program& program, int field, int level, Bin bin) {
  Task& task = add_task(program, "boundary", Task::boundary, nullptr, Region::everywhere, bin);
  task.fields = {field};
  task.level = level;
  task.time_fraction = bin == Bin::initial ? 0 : 1;
  for (int d = 0; d < program.grid.dimensions; ++d)
    for (bool& face : task.faces[d]) face = !program.grid.periodic[d];
  task.bindings = {binding(field, level, "", level, true, {0, 0, 0})};
  if (level < 0) task.bindings.push_back(binding(field, 0, "", 0, false, {0, 0, 0}));
}

GridFunction grid_function(int id, const char* name) {
  GridFunction f;
  f.id = id;
  f.name = f.group = name;
  f.thorn = "Test";
  f.role = Role::evolved;
  return f;
}

void add_wave(Program& program, int radius) {
  const Index3 reach = in_directions(radius, program.grid.dimensions);
  GridFunction f = grid_function(0, "phi");
  f.past = 1;
  f.has_next = f.overwrites = true;
  program.fields = {f};
  add_task(program, "Test::start", Task::compute, start_wave, Region::everywhere, Bin::initial)
      .bindings = {binding(0, 0, "phi", 0, true, {0, 0, 0}),
                   binding(0, 1, "phi", 1, true, {0, 0, 0})};
  add_boundary(program, 0, 0, Bin::initial);
  add_task(program, "Test::wave", Task::compute, radius == 1 ? advance_wave<1> : advance_wave<2>,
           Region::interior, Bin::evolve)
      .bindings = {binding(0, 0, "phi", 0, false, reach), binding(0, 1, "phi", 1, false, {0, 0, 0}),
                   binding(0, -1, "phi", FieldRef::next_level, true, {0, 0, 0})};
  add_boundary(program, 0, -1, Bin::evolve);
  add_task(program, "rotate", Task::rotate, nullptr, Region::everywhere, Bin::evolve).fields = {0};
}

void add_diffusion(Program& program, int radius) {
  program.fields = {grid_function(0, "heat"), grid_function(1, "flow")};
  program.fields[1].has_boundary = false;
  program.fields[1].role = Role::auxiliary;
  add_task(program, "Test::start", Task::compute, start_heat, Region::everywhere, Bin::initial)
      .bindings = {binding(0, 0, "heat", 0, true, {0, 0, 0})};
  add_boundary(program, 0, 0, Bin::initial);
  add_task(program, "Test::flow", Task::compute, radius == 1 ? flow_of_heat<1> : flow_of_heat<2>,
           Region::interior, Bin::evolve_rhs)
      .bindings = {binding(0, 0, "heat", 0, false, in_directions(radius, program.grid.dimensions)),
                   binding(1, 0, "flow", 0, true, {0, 0, 0})};
  Task& step =
      add_task(program, "euler", Task::combine, nullptr, Region::interior, Bin::evolve_rhs);
  step.combinations = {{0, {{0, 0.75, false}, {1, 0.5, true}}}};
  step.bindings = {binding(0, 0, "heat", 0, false, {0, 0, 0}),
                   binding(1, 0, "flow", 0, false, {0, 0, 0}),
                   binding(0, 0, "heat", 0, true, {0, 0, 0})};
  add_boundary(program, 0, 0, Bin::evolve_rhs);
}

Grid make_grid(const Problem3& problem) {
  Grid grid;
  grid.dimensions = problem.dimensions;
  for (int d = 0; d < problem.dimensions; ++d) {
    grid.points[d] = problem.points[d];
    grid.spacing[d] = 0.5;
    grid.origin[d] = -1.25 * (d + 1);
    grid.periodic[d] = problem.periodic[d];
    grid.radius[d] = problem.radius;
    for (Face& face : grid.faces[d]) {
      if (problem.periodic[d]) continue;
      face.boundary = "test";
      face.owned_layers = problem.owned_layers;
      face.exterior_layers = std::max(0, problem.radius - problem.owned_layers);
    }
  }
  return grid;
}

void evolve_on(const Case& the_case, Transport& transport, int steps, std::vector<Real>& result) {
  UnigridDriver driver;
  driver.setup(the_case.setup(), transport);
  take_steps(driver, the_case.program, steps);
  driver.finish();
  const FieldPiece piece = driver.view(0, 0).pieces.at(0);
  const Index3& n = the_case.program.grid.points;
  for (int k = piece.box.lo[2]; k < piece.box.hi[2]; ++k)
    for (int j = piece.box.lo[1]; j < piece.box.hi[1]; ++j)
      for (int i = piece.box.lo[0]; i < piece.box.hi[0]; ++i)
        result[std::size_t((long(k) * n[1] + j) * n[0] + i)] = piece.row(j, k)[i];
}

}  // namespace

Case::Case(const Problem3& problem)
    : boundary(std::make_shared<TestBoundary>(problem.owned_layers, false)),
      symmetry(problem.symmetric_x ? std::make_shared<TestBoundary>(problem.owned_layers, true)
                                   : nullptr) {
  program.grid = make_grid(problem);
  program.dt = 0.5;
  (problem.physics == Physics::wave ? add_wave : add_diffusion)(program, problem.radius);
  registry.add({.path = "driver",
                .description = "The driver",
                .provider = "UnigridDriver",
                .parameters = {declare(unigrid::topology), declare(unigrid::ghost_zones),
                               declare(unigrid::overlap),
                               declare_tree(tiles_parameter, tiles_description)}});
  registry.add({.path = "Test", .description = "The test", .provider = "Test"});
  ParameterInput input;
  input.add_text("test.yaml", "driver: " + problem.driver + "\n");
  std::vector<Problem> problems = input.problems();
  parameters = std::make_unique<ParameterSet>(resolve_parameters(registry, input, problems));
  if (!problems.empty()) throw Error(problems);
}

DriverSetup Case::setup() const {
  DriverSetup setup;
  setup.program = &program;
  setup.parameters = parameters.get();
  for (int d = 0; d < program.grid.dimensions; ++d)
    for (int side = 0; side < 2; ++side) {
      if (program.grid.periodic[d]) continue;
      setup.faces[d][side].service = symmetry && d == 0 && side == 0 ? symmetry : boundary;
    }
  return setup;
}

void take_steps(Driver& driver, const Program& program, int steps) {
  Steps run(program, driver);
  for (int step = 0; step <= steps; ++step) run.next();
}

std::vector<Real> evolve(const Problem3& problem, int ranks, int steps) {
  const Case the_case(problem);
  const long points = the_case.program.grid.domain().points();
  std::vector<Real> result(static_cast<std::size_t>(points));
  ThreadWorld world(ranks);
  world.run([&](Transport& transport) { evolve_on(the_case, transport, steps, result); });
  if (world.left_over() > 0) throw std::runtime_error("messages were left over");
  return result;
}

}  // namespace cardon::test
