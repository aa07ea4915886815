// SPDX-License-Identifier: Apache-2.0
// What the signature of a task declares, and what its function is given.
#include <gmock/gmock.h>

#include <array>
#include <cardon/services/parameter_input.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/thorn.hpp>
#include <map>

#include "grid/scalar_sink.hpp"

namespace cardon::signature_tests {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr Parameter speed{"speed", 2.0, "Speed"};
constexpr Parameter kind{"kind", "plane", "Kind", one_of("plane", "shell")};
constexpr Evolved phi = Evolved{"phi", "Field"}.past_levels(1);
constexpr Evolved E = Evolved{"E", "Vector"}.vector();
constexpr Field rho{"rho", "Coefficient"};
constexpr Derived energy{"energy", "Energy"};
constexpr FieldRef other = uses("Other::u");
constexpr EvolvedScalar angle{"angle", "Angle"};
constexpr Scalar modes = Scalar{"modes", "Modes"}.components(2);
constexpr Scalar peak{"peak", "Peak", Reduce::max};
constexpr Scalar total{"total", "Total", Reduce::sum};
constexpr ScalarRef heat = uses_scalar("Other::heat");

struct Doubled {
  Real value;
  static Doubled prepare(Value<speed> c) { return {2 * c}; }
};
struct Sources {
  Read<rho> density;
  Read<other, 2, 0, 1> of_other;
};

void evolve(Point p, Read<phi, 1> u, Read<past<phi>> old, const Sources& s, Write<next<phi>> now,
            Doubled twice) {
  now(p) = (u(p, 1, 0, 0) - old(p)) + twice.value * (s.density(p) + s.of_other(p, -2, 0, 0));
}
void rates(Point p, ReadEach<E, stencil(0, 1, 1), stencil(1), stencil(0)> e, Update<rhs<E>> de) {
  for (int c = 0; c < 3; ++c) de[c](p) += e[c](p);
}
void turn(Read<angle> a, Read<lagged<peak, 3>> late, Read<heat> h, Read<modes> m,
          Write<rhs<angle>> da, Write<modes> to) {
  da = a + late + h;
  to(0) = 10 * m[0];
  to(1) = 10 * m[1];
}
void measure(Point p, Read<phi> u, Combine<total> sum, Combine<peak> largest) {
  sum(p) = u(p);
  largest(p) = 100 * u(p);
}
void density(Points points, Read<phi> u, Write<energy> e) {
  points.each([](const Point& p, const auto& from, const auto& to) { to(p) = 0.5 * from(p); }, u,
              e);
}
void wall(Point p, FaceView face, Read<phi, 1> old, Read<angle> a, Write<phi> u) {
  u(p) = a * face.inside(old, p, 1);
}
// Numbers keep their type beside others.
static_assert(
    std::is_same_v<decltype(std::declval<bool>() ? 0.5 : std::declval<Value<speed>>()), Real>);

template <int n>
struct Group {
  static void task(Point p, Read<phi> u, Write<rho> r) { r(p) = u(p); }
};
static_assert(detail::name_of<&Group<4>::task>() == "task");

template <int n>
void of_order(Point p, Read<phi, n / 2> u, Write<rho> r) {
  r(p) = u(p);
}
Real longest(GridView grid, Value<speed> c) { return grid.smallest_spacing() / c; }

struct Declared {
  Declared() {
    ThornBuilder builder(thorn);
    builder.limits_step<longest>();
    builder.at<evolve>(Evolve).when(kind, "plane");
    builder.at<rates>(EvolveRhs, "vector");
    builder.at<turn>(EvolveRhs);
    builder.at<measure>(Analysis);
    builder.at<density>(Analysis);
    builder.at<of_order<4>>(PostStep, 4);
    builder.boundary<wall>();
  }
  ThornDeclaration thorn;
};

template <class Uses>
std::vector<std::string> in_words(const Uses& uses) {
  std::vector<std::string> words;
  for (const FieldUse& u : uses) {
    std::string text = u.name + " " + std::to_string(u.level) + " (";
    for (const int r : u.radius) text += std::to_string(r);
    words.push_back(text + ")");
  }
  return words;
}
std::vector<std::string> names(const std::vector<ScalarUse>& uses) {
  std::vector<std::string> words;
  for (const ScalarUse& u : uses)
    words.push_back(u.name + (u.is_rate ? "'" : "") + (u.lag ? std::to_string(u.lag) : ""));
  return words;
}

TEST(Signatures, DeclareWhatTasksReadAndWrite) {
  const Declared d;
  const auto& tasks = d.thorn.tasks;
  ASSERT_EQ(tasks.size(), 6u);
  EXPECT_EQ(tasks[0].name, "evolve");
  EXPECT_THAT(in_words(tasks[0].reads),
              ElementsAre("phi 0 (111)", "phi 1 (000)", "rho 0 (000)", "Other::u 0 (201)"));
  EXPECT_THAT(in_words(tasks[0].writes), ElementsAre("phi -1 (000)"));
  EXPECT_EQ(tasks[1].name, "vector");
  EXPECT_THAT(in_words(tasks[1].reads),
              ElementsAre("E_x 0 (011)", "E_y 0 (111)", "E_z 0 (000)", "E -2 (000)"));
  EXPECT_THAT(in_words(tasks[1].writes), ElementsAre("E -2 (000)"));
  EXPECT_THAT(names(tasks[2].scalars), ElementsAre("angle", "peak3", "Other::heat", "modes"));
  EXPECT_THAT(names(tasks[2].sets), ElementsAre("angle'", "modes"));
  EXPECT_THAT(tasks[3].reduces, ElementsAre("total", "peak"));
  EXPECT_EQ(tasks[5].name, "of_order_4");
  EXPECT_THAT(in_words(tasks[5].reads), ElementsAre("phi 0 (222)"));
  ASSERT_EQ(d.thorn.boundaries.size(), 1u);
  EXPECT_EQ(d.thorn.boundaries[0].name, "wall");
  EXPECT_THAT(names(d.thorn.boundaries[0].scalars), ElementsAre("angle"));
}

TEST(Signatures, DeclareFieldsScalarsAndParametersOnce) {
  const Declared d;
  std::map<std::string, Role> fields;
  for (const auto& f : d.thorn.fields) EXPECT_TRUE(fields.emplace(f.name, f.role).second) << f.name;
  EXPECT_EQ(fields, (std::map<std::string, Role>{{"phi", Role::evolved},
                                                 {"E", Role::evolved},
                                                 {"rho", Role::auxiliary},
                                                 {"energy", Role::derived}}));
  std::vector<std::string> scalars, parameters;
  for (const auto& s : d.thorn.scalars) scalars.push_back(s.name + (s.evolved ? " evolved" : ""));
  for (const auto& p : d.thorn.parameters) parameters.push_back(p.name);
  EXPECT_THAT(scalars, ElementsAre("angle evolved", "peak", "modes", "total"));
  EXPECT_THAT(parameters, ElementsAre("speed", "kind"));
  EXPECT_EQ(d.thorn.step_limits.at(0).name, "longest");
}

struct Sink : ScalarSink {
  std::map<std::string, std::vector<Real>> rows;
  void add_row(std::string_view, std::string_view scalar, std::span<const Real> row, const Index3&,
               long) override {
    rows[std::string(scalar)].insert(rows[std::string(scalar)].end(), row.begin(), row.end());
  }
};

/// Calls of tasks on a row of four points, with three points beside them.
class Call : public testing::Test {
 protected:
  Call() {
    registry.add({.path = "Test",
                  .description = "Test",
                  .provider = "Test",
                  .parameters = declared.thorn.parameters});
    std::vector<Problem> problems;
    set = std::make_unique<ParameterSet>(resolve_parameters(registry, {}, problems));
    context.task = "Test::task";
    context.thorn = "Test";
    context.parameters = set.get();
    context.owned = {{0, 0, 0}, {4, 1, 1}};
    context.pieces = {{context.owned, {{0, 0, 0}, {1, 1, 1}, {0, 0, 0}}}};
    context.scalars = &sink;
    context.dimensions = 1;
  }
  Real* bind(std::string_view name, int level = 0) {
    auto& values = arrays[{std::string(name), level}];
    if (values.empty())
      for (int i = 0; i < 10; ++i) values.push_back(double(name.size()) + i + 0.25 * level);
    BoundField f;
    f.name = name;
    f.level = level;
    f.reads = f.writes = true;
    f.radius = {3, 3, 3};
    f.values.origin = values.data() + 3;
    context.fields.push_back(f);
    return values.data() + 3;
  }
  void call(std::size_t task) {
    Block block(context);
    declared.thorn.tasks[task].function(block);
  }

  Declared declared;
  ParameterRegistry registry;
  std::unique_ptr<ParameterSet> set;
  BlockContext context;
  Sink sink;
  std::map<std::pair<std::string, int>, std::vector<Real>> arrays;
};

TEST_F(Call, FillsAccessorsStructsAndWhatIsPrepared) {
  const Real *u = bind("phi"), *old = bind("phi", 1), *r = bind("rho"), *o = bind("Other::u");
  const Real* now = bind("phi", FieldRef::next_level);
  call(0);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(now[i], (u[i + 1] - old[i]) + 4 * (r[i] + o[i - 2]));
}

TEST_F(Call, RunsOnceForEachScalarThatItCombines) {
  const Real* u = bind("phi");
  call(3);
  EXPECT_THAT(sink.rows["total"], ElementsAre(u[0], u[1], u[2], u[3]));
  EXPECT_THAT(sink.rows["peak"], ElementsAre(100 * u[0], 100 * u[1], 100 * u[2], 100 * u[3]));
}

TEST_F(Call, HandsPointsToLoopsOfTheTask) {
  const Real *u = bind("phi"), *e = bind("energy");
  call(4);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(e[i], 0.5 * u[i]);
}

TEST_F(Call, LoopsPrefetchTheFieldsAmongTheirArguments) {
  const Real *u = bind("phi"), *r = bind("rho"), *o = bind("Other::u"), *e = bind("energy");
  const Block block(context);
  const std::vector<Prefetch> all{{u, 0, 0, 1}, {r, 0, 0, 2}, {e, 0, 0, 3}, {o, 0, 0, 4}};
  const auto ahead_of = [&](const auto&... arguments) {
    std::vector<Prefetch> found;
    detail::FindPrefetch{all, &found}(arguments...);
    std::vector<std::ptrdiff_t> ahead;
    for (const Prefetch& each : found) ahead.push_back(each.ahead);
    return ahead;
  };
  EXPECT_THAT(ahead_of(detail::make<Read<phi>>(block), detail::make<Write<energy>>(block), 2.5),
              ElementsAre(1, 3));
  EXPECT_THAT(ahead_of(detail::make<Sources>(block)), ElementsAre(2, 4));
  EXPECT_THAT(ahead_of(Doubled{1}), ElementsAre());
}

/// Counts visits; kernels of more bytes go through their rows in parts.
template <std::size_t bytes>
struct Visits {
  Real* values;
  std::array<char, bytes> unused;
  void operator()(const Point& p) const { values[p.a - 4] += p.a; }
};

template <std::size_t bytes>
void expect_each_point_once(int fields, int points) {
  std::vector<Real> values(std::size_t(points + 2), 0.0);
  const Piece piece{{{5, 0, 0}, {5 + points, 1, 1}}, {}};
  const std::vector<Prefetch> ahead(std::size_t(fields), {values.data(), 0, 0, 0});
  detail::run_rows("visits", piece, ahead, Visits<bytes>{values.data(), {}}, true);
  EXPECT_EQ(values.front(), 0);
  EXPECT_EQ(values.back(), 0);
  for (int i = 0; i < points; ++i) EXPECT_EQ(values[std::size_t(i + 1)], 5 + i);
}

TEST(RowLoop, VisitsEachPointOnceHoweverManyFieldsItPrefetches) {
  for (const int fields : {0, 1, 100})
    for (int points = 1; points < 150; ++points) {
      expect_each_point_once<8>(fields, points);
      expect_each_point_once<detail::size_of_many>(fields, points);
    }
}

/// Counts visits, of whole boxes where a loop hands them over.
struct BoxVisits {
  void operator()(const Point& p, const Update<energy>& e) const { e(p) += 1; }
  void over_box(const Piece& piece, const RowsAhead& ahead, const Update<energy>& e) const {
    const Box& box = piece.box;
    for (int k = box.lo[2]; k < box.hi[2]; ++k)
      for (int j = box.lo[1]; j < box.hi[1]; ++j) {
        ahead.request(Point{box.lo[0], j, k, &piece.frame}, box.extent(0));
        for (int i = box.lo[0]; i < box.hi[0]; ++i) e(Point{i, j, k, &piece.frame}) += 10;
      }
  }
};

TEST_F(Call, HandsBoxesToKernelsThatTakeThem) {
  const Real* const e = bind("energy");
  const Real before[] = {e[0], e[3], e[4]};
  const Block block(context);
  Points(block).each(BoxVisits{}, detail::make<Update<energy>>(block));
  EXPECT_EQ(e[0], before[0] + 10);
  EXPECT_EQ(e[3], before[1] + 10);
  EXPECT_EQ(e[4], before[2]);
}

TEST_F(Call, ReadsAndSetsScalars) {
  context.values = {{"angle", 0, {1.5, {}}},
                    {"peak", 3, {2.25, {}}},
                    {"Other::heat", 0, {4, {}}},
                    {"modes_0", 0, {7, {}}},
                    {"modes_1", 0, {8, {}}}};
  std::vector<SettableScalar> set_by_task = {
      {.name = "angle", .is_rate = true}, {.name = "modes_0"}, {.name = "modes_1"}};
  context.settable = &set_by_task;
  call(2);
  EXPECT_EQ(set_by_task[0].value, 1.5 + 2.25 + 4);
  EXPECT_EQ(set_by_task[1].value, 70);
  EXPECT_EQ(set_by_task[2].value, 80);
}

TEST_F(Call, NamesTheComponentsThatAScalarHas) {
  std::vector<SettableScalar> set_by_task = {{.name = "modes_0", .is_rate = true},
                                             {.name = "modes_1", .is_rate = true},
                                             {.name = "angle"}};
  context.settable = &set_by_task;
  const Block block(context);
  ScalarRef rate("modes");
  rate.is_rate = true;
  const auto message = [](const auto& set) -> std::string {
    try {
      set();
    } catch (const Error& error) {
      return error.problems().at(0).message;
    }
    return "";
  };
  EXPECT_THAT(message([&] { block.set(rate, 2, 1.0); }),
              HasSubstr("sets component 2 of rhs(modes), which has the components 0 to 1"));
  EXPECT_THAT(message([&] { block.set(rate, 1.0); }),
              HasSubstr("sets rhs(modes) without naming a component, which has"));
  EXPECT_THAT(message([&] { block.set(ScalarRef("modes"), 0, 1.0); }),
              HasSubstr("sets the scalar modes_0, which it does not declare"));
}

TEST_F(Call, LimitsTheStep) {
  context.spacing[0] = 0.5;
  const Block block(context);
  EXPECT_EQ(declared.thorn.step_limits.at(0).function(block), 0.25);
}

}  // namespace
}  // namespace cardon::signature_tests
