// SPDX-License-Identifier: Apache-2.0
#include "experiment.hpp"

#include <cardon/kit/tiles/tile_settings.hpp>
#include <cardon/services/parameter_input.hpp>
#include <cardon/thorn.hpp>
#include <numeric>
#include <plan/cyclic_sequence.hpp>
#include <plan/planner.hpp>
#include <schedule/build_program.hpp>
#include <schedule/plan_tasks.hpp>

#include "grid_parameters.hpp"
#include "support/point_values.hpp"
#include "toy_codecs.hpp"

namespace cardon::test {
namespace {

constexpr Evolved phi = Evolved("phi", "Wave").past_levels(1);
constexpr Evolved heat("heat", "Temperature");
constexpr Evolved flow("flow", "Its momentum");

KOKKOS_FUNCTION void start_leapfrog(Point p, Write<phi> now, Write<past<phi>> before) {
  now(p) = seed(p);
  before(p) = 0.75 * seed(p);
}

template <int radius>
KOKKOS_FUNCTION void leap(Point p, Read<phi, radius> now, Read<past<phi>> before,
                          Write<next<phi>> after, GridView grid) {
  after(p) = 0.125 * (neighbours<radius>(now, p) - before(p)) + 0.001 * p.x() * (1 + grid.time) +
             0.01 * p.k();
}

KOKKOS_FUNCTION void start_stages(Point p, Write<heat> u, Write<flow> v) {
  u(p) = seed(p);
  v(p) = 0.25 * seed(p);
}

template <int radius>
KOKKOS_FUNCTION void slopes(Point p, Read<heat, radius> u, Read<flow> v, Write<rhs<heat>> du,
                            Write<rhs<flow>> dv, GridView grid) {
  du(p) = v(p) - 0.125 * u(p);
  dv(p) = 0.03125 * neighbours<radius>(u, p) - 0.25 * u(p) + 0.01 * p.j() * grid.time;
}

/// Looks at two points inside, at the old level where there is one, at coordinates and time.
class InwardBoundary : public Boundary {
 public:
  explicit InwardBoundary(int owned) : owned_(owned) {}
  int owned_layers(const Grid&, int, bool, int) const override { return owned_; }
  int reach(int) const override { return 2; }
  void fill(const FaceFill& face) const override {
    const auto d = std::size_t(face.direction);
    for (int layer = face.owned_layers - 1; layer >= -face.exterior_layers; --layer) {
      Box plane = face.box;
      plane.lo[d] = face.upper ? face.grid->points[d] - 1 - layer : layer;
      plane.hi[d] = plane.lo[d] + 1;
      Index3 at;
      for (at[2] = plane.lo[2]; at[2] < plane.hi[2]; ++at[2])
        for (at[1] = plane.lo[1]; at[1] < plane.hi[1]; ++at[1])
          for (at[0] = plane.lo[0]; at[0] < plane.hi[0]; ++at[0]) fill_point(face, at);
    }
  }

 private:
  static void fill_point(const FaceFill& face, const Index3& at) {
    const int d = face.direction;
    const std::ptrdiff_t step = (face.upper ? -1 : 1) * (d == 0 ? 1 : d == 1 ? face.sy : face.sz);
    const std::ptrdiff_t here = at[0] + at[1] * face.sy + at[2] * face.sz;
    Real value = 0.5 * face.values[here + step] + 0.125 * face.values[here + 2 * step] + 0.1;
    if (face.old) value += 0.25 * face.old[here + step];
    for (int t = 0; t < 3; ++t)
      if (t != d)
        value += 0.01 * (t + 1) *
                 face.grid->coordinate(t, at[std::size_t(t)] + face.shift[std::size_t(t)]);
    face.values[here] = value + 0.001 * face.time;
  }
  int owned_;
};

template <int radius>
void declare_physics(ThornBuilder thorn, Physics physics) {
  if (physics == Physics::leapfrog) {
    thorn.at<start_leapfrog>(Initial, "start");
    thorn.at<leap<radius>>(Evolve);
  } else {
    thorn.at<start_stages>(Initial, "start");
    thorn.at<slopes<radius>>(EvolveRhs);
  }
}

// Register 1 keeps the old state, register 2 collects the new one.
std::vector<Stage> runge_kutta() {
  return {{0, {{1, {{0, 1}}, 0}, {2, {{0, 1}}, 1. / 6}, {0, {{1, 1}}, 0.5}}},
          {0.5, {{2, {{2, 1}}, 1. / 3}, {0, {{1, 1}}, 0.5}}},
          {0.5, {{2, {{2, 1}}, 1. / 3}, {0, {{1, 1}}, 1}}},
          {1, {{0, {{2, 1}}, 1. / 6}}}};
}

Grid grid_of(const Experiment& experiment) {
  Grid grid;
  grid.dimensions = experiment.dimensions;
  for (int d = 0; d < experiment.dimensions; ++d) {
    grid.points[std::size_t(d)] = experiment.points[std::size_t(d)];
    grid.spacing[d] = 0.5;
    grid.origin[d] = -1.25 * (d + 1);
    grid.periodic[d] = experiment.periodic[std::size_t(d)];
    if (grid.periodic[d]) continue;
    for (Face& face : grid.faces[d]) face.boundary = "inward";
  }
  return grid;
}

Machine machine_of(const Experiment& experiment) {
  Machine machine;
  int rank = 0;
  for (std::size_t s = 0; s < experiment.sites.size(); ++s) {
    Site& site = machine.sites.emplace_back();
    site.name = std::string(1, char('a' + s));
    site.ranks.resize(std::size_t(experiment.sites[s]));
    for (int& r : site.ranks) r = rank++;
    if (!experiment.speeds.empty()) site.speed = experiment.speeds.at(s);
  }
  return machine;
}

void declare_parameters(ParameterRegistry& registry) {
  using namespace grid_driver;
  registry.add(
      {.path = section,
       .description = "The driver",
       .provider = "GridDriver",
       .parameters = {declare_tree(ghost_zones, "Ghost depth"), declare_tree(compression, "Codecs"),
                      declare_tree(blocks_per_rank, "Blocks"),
                      declare_tree(priority_region, "Region"), declare(overlap),
                      declare(priorities), declare(decomposition), declare(piece_bytes),
                      declare(calibration), declare_tree(tiles_parameter, "Tiles")}});
  registry.add({.path = "Test", .description = "The test", .provider = "Test"});
}

}  // namespace

int Experiment::ranks() const { return std::accumulate(sites.begin(), sites.end(), 0); }

std::string Experiment::text() const {
  std::string text = (physics == Physics::leapfrog ? "leapfrog, sites" : "stages, sites");
  for (const int n : sites) text += " " + std::to_string(n);
  text += ", driver " + driver + ", radius " + std::to_string(radius) + ", points";
  for (const int n : points) text += " " + std::to_string(n);
  return text;
}

Case::Case(const Experiment& experiment)
    : machine(machine_of(experiment)),
      boundary_(std::make_shared<InwardBoundary>(experiment.owned_layers)) {
  thorn_.name = "Test";
  (experiment.radius == 1 ? declare_physics<1> : declare_physics<2>)(ThornBuilder(thorn_),
                                                                     experiment.physics);
  ScheduleInput input;
  input.thorns = {&thorn_};
  input.grid = grid_of(experiment);
  for (int d = 0; d < experiment.dimensions; ++d)
    for (const Boundary*& face : input.faces[d])
      if (!input.grid.periodic[d]) face = boundary_.get();
  if (experiment.physics == Physics::stages) {
    input.integrator = "rk4";
    input.stages = runge_kutta();
  }
  std::vector<Problem> problems;
  program = build_program(input, problems);
  program.dt = 0.5;
  declare_parameters(registry_);
  ParameterInput text;
  text.add_text("test.yaml", "driver: " + experiment.driver + "\n");
  problems.insert(problems.end(), text.problems().begin(), text.problems().end());
  parameters = std::make_unique<ParameterSet>(resolve_parameters(registry_, text, problems));
  if (!problems.empty()) throw Error(problems);
}

DriverSetup Case::setup() const {
  DriverSetup setup;
  setup.program = &program;
  setup.parameters = parameters.get();
  setup.machine = &machine;
  setup.codec = toy_codec;
  for (int d = 0; d < program.grid.dimensions; ++d)
    for (FaceBoundary& face : setup.faces[d])
      if (!program.grid.periodic[d]) face.service = boundary_;
  return setup;
}

struct PlanReader::Walk {
  Walk(const Program& program, std::vector<plan::Link> links, int first)
      : sequence({program.initial}, {program.step}),
        planner({plan_fields(program), plan_tasks(program), std::move(links)}, sequence),
        cursor(first == 0 ? planner.start() : planner.resume(first)) {}
  plan::CyclicSequence sequence;
  plan::Planner planner;
  plan::Planner::Cursor cursor;
  const plan::Segment* segment = nullptr;
  std::size_t position = 0;
  bool at_end = false;
};

PlanReader::PlanReader(const Program& program, std::vector<plan::Link> links, int first)
    : walk_(std::make_unique<Walk>(program, std::move(links), first)) {}

PlanReader::~PlanReader() = default;

std::span<const plan::Operation> PlanReader::next() {
  Walk& w = *walk_;
  if (w.segment == nullptr || w.position == w.segment->operations.size()) {
    w.segment = w.planner.next(w.cursor);
    w.position = 0;
  }
  const std::vector<plan::Operation>& all = w.segment->operations;
  const std::size_t first = w.position;
  const auto ends = [](const plan::Operation& o) {
    return o.kind == plan::Operation::Kind::step_end;
  };
  const auto end = std::find_if(all.begin() + long(first), all.end(), ends);
  const std::size_t count = std::size_t(end - all.begin()) - first;
  w.at_end = end != all.end();
  w.position = first + count + (w.at_end ? 1 : 0);
  return std::span(all).subspan(first, count);
}

bool PlanReader::at_end_of_step() const { return walk_->at_end; }

StepState PlanReader::state(int n) {
  const int finished = std::max(n - 1, 0);
  return {finished, 0.5 * finished, 0.5, n == 0};
}

}  // namespace cardon::test
