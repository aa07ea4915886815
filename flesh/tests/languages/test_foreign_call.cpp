// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/services/expression_function.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <map>

#include "../support/sample_fields.hpp"
#include "foreign_thorns.hpp"
#include "grid/scalar_sink.hpp"
#include "languages/foreign_call.hpp"

extern "C" {
void reads_undeclared(const cardon_block*);
void asks_for_unknown_parameter(const cardon_block*);
void asks_for_another_kind(const cardon_block*);
void asks_for_fourth_component(const cardon_block*);
void takes_text_for_formula(const cardon_block*);
void takes_formula_for_text(const cardon_block*);
void takes_real_for_data(const cardon_block*);
void asks_for_data_not_given(const cardon_block*);
void takes_two_arguments_for_one(const cardon_block*);
void asks_for_table_not_given(const cardon_block*);
void asks_for_scalar_not_declared(const cardon_block*);
void asks_for_a_position_of_nothing(const cardon_block*);
void asks_for_a_rate(const cardon_block*);
void asks_for_the_position_of_a_rate(const cardon_block*);
void sets_the_past(const cardon_block*);
void sets_what_it_only_reads(const cardon_block*);
void takes_tables_for_each_other(const cardon_block*);
void touches_undeclared(const cardon_block*);
void reduces_beyond_the_region(const cardon_block*);
void reduces_no_row(const cardon_block*);
void reduces_a_longer_row(const cardon_block*);
void refuses_parameters(const cardon_block*);
void refuses_unknown_parameter(const cardon_block*);
void refuses_in_fortran(const cardon_block*);
void asks_for_lists_without_their_length(const cardon_block*);
double limits_by_unknown_parameter(const cardon_block*);
}

namespace cardon {
namespace {

using testing::HasSubstr;

DataGrid some_data() {
  DataGrid data;
  data.points = {2, 2, 2};
  data.origin = {-3, 0, 2};
  data.spacing = {4, 3, 2};
  data.values = {2, 3, 5, 7, 11, 13, 17, 19};
  data.min = 2;
  data.max = 19;
  return data;
}

TableData some_layers() {
  TableData table;
  table.x = {-2, 0.5, 3};
  table.values = {1, 4, 3};
  table.prepare();
  return table;
}

TableData some_eos() {
  TableData table;
  table.x = {0, 0.4, 1, 3};
  table.y = {1, 2, 4};
  for (int n = 0; n < 12; ++n) table.values.push_back(0.1 * n * n);
  table.interpolation = Interpolation::monotone;
  table.prepare();
  return table;
}

extern "C" void looks_ahead(const cardon_block* block) {
  const cardon_reader u = cardon_read(block, "u");
  ASSERT_EQ(block->ahead_count, 1);
  EXPECT_EQ(block->ahead->origin, u.origin + 26);
  EXPECT_EQ(block->ahead->sy, u.sy);
  EXPECT_EQ(block->ahead->sz, u.sz);
  cardon_prefetch_row(block, block->lo[1], block->lo[2]);
}

// Fortran tasks have arrays with these bounds on the stack.
extern "C" void has_one_direction(const cardon_block* block) {
  EXPECT_EQ(block->low[0], block->lo[0] - 1);
  EXPECT_EQ(block->high[0], block->last[0] + 1);
  for (const int d : {1, 2}) {
    EXPECT_EQ(block->low[d], block->lo[d] - 2);
    EXPECT_EQ(block->high[d], block->last[d] + 2);
  }
}

struct Sink : ScalarSink {
  std::map<Index3, Real> values;
  void add_row(std::string_view thorn, std::string_view scalar, std::span<const Real> row,
               const Index3& first, long) override {
    EXPECT_EQ(thorn, "Everything");
    EXPECT_EQ(scalar, "mass");
    for (std::size_t n = 0; n < row.size(); ++n)
      EXPECT_TRUE(values.emplace(Index3{first[0] + int(n), first[1], first[2]}, row[n]).second);
  }
};

// A block of 6 x 5 x 4 points with two ghost zones in x and z, whose first two planes in x lie
// beyond a periodic face of a grid of 20 points, and everything that the thorn's tasks use.
class ForeignCall : public testing::Test {
 protected:
  static constexpr Index3 extent{10, 9, 8};
  static constexpr std::ptrdiff_t sy = 13, sz = 130;  // rows and planes are padded

  ForeignCall()
      : parameters({.path = "Everything", .parameters = thorns[0].parameters}, "",
                   {{.path = "random",
                     .description = "Random numbers",
                     .provider = "test",
                     .parameters = {declare(Parameter{"seed", 1, "Seed"})}}}) {
    context.task = "Everything::task";
    context.thorn = "Everything";
    context.parameters = parameters.values.get();
    context.scalars = &sink;
    context.owned = {{0, 0, 0}, {4, 5, 4}};
    context.origin = {-1, 0.3, 2};
    context.values = {{"mass", 0, {2.5, {3, 4, 1}}}, {"Other::heat", 2, {0.7}}};
    context.time = 0.75;
    context.dt = 0.125;
    context.iteration = 6;
    for (int d = 0; d < 3; ++d) context.spacing[d] = 0.1 + 0.07 * d;
    const Frame frame{{-1, 0.3, 2}, {0.1, 0.1 + 0.07, 0.1 + 0.14}, {0, 0, 0}};
    Frame beyond = frame;
    beyond.shift[0] = 20;
    context.pieces = {{{{-2, 0, 0}, {0, 5, 4}}, beyond}, {{{0, 0, 0}, {4, 5, 4}}, frame}};
    bind("u", 0, {1, 0, 2});
    bind("u", 2, {0, 0, 0});
    bind("B_y", 0, {0, 0, 0});
    bind("v", 0, {0, 0, 0}, true);
  }

  void bind(std::string_view name, int level, Index3 radius, bool writes = false) {
    std::vector<Real>& values = storage.emplace_back(std::size_t(sz * extent[2]));
    for (std::size_t n = 0; n < values.size(); ++n)
      values[n] = writes ? 0 : std::sin(double(n) + 100.0 * double(storage.size()));
    BoundField field;
    field.name = name;
    field.level = level;
    field.reads = !writes;
    field.writes = writes;
    field.radius = radius;
    field.values = reader(values);
    context.fields.push_back(field);
  }

  FieldReader reader(std::vector<Real>& values) const {
    FieldReader r;
    r.origin = values.data() + 4 + 2 * sy + 2 * sz;
    r.sy = sy;
    r.sz = sz;
    for (int d = 0; d < 3; ++d) r.inverse_spacing[d] = 1 / context.spacing[d];
    return r;
  }

  // What the task `show` writes, by the accessors of C++.
  std::vector<Real> shown_in_cpp() {
    const DataValue model(context.parameters->section("Everything").data("model"));
    const TableValue<1> layers(context.parameters->section("Everything").table("layers"));
    const TableValue<2> eos(context.parameters->section("Everything").table("eos"));
    const RandomStream noise(1, "Everything::noise", 6);
    std::vector<Real> result(storage[3].size());
    const FieldReader u = reader(storage[0]), old = reader(storage[1]), b = reader(storage[2]);
    const FieldReader target = reader(result);
    Real* origin = const_cast<Real*>(target.origin);
    const ExpressionFunction f = context.parameters->section("Everything").function("profile");
    Real sum = 0.25;
    sum += 4 * 1.5;
    sum += -1.0 + 'l';
    for (const Real more : {0.1, 0.2, 1.0, 2.0, 3.0}) sum += more;
    sum += context.dt * 6.0 + context.spacing[0] * context.spacing[1] * context.spacing[2];
    sum += 19.0 - 2.0;
    sum += eos.max() - 1.0;
    sum += (0.3 + 4 * context.spacing[1]) * 2.5 + 0.7;
    for (const Piece& piece : context.pieces) {
      const Box& box = piece.box;
      for (int k = box.lo[2]; k < box.hi[2]; ++k)
        for (int j = box.lo[1]; j < box.hi[1]; ++j)
          for (int i = box.lo[0]; i < box.hi[0]; ++i) {
            const Point p{i, j, k, &piece.frame};
            const Real x = p.x(), y = p.y(), z = p.z();
            origin[k * sz + j * sy + i] =
                ((sum + f(x, y, z, context.time)) + (x + 10 * y) * (z + 100 * p.i())) +
                u.inverse_spacing[0] * (u(p, 1, 0, 0) - old(p)) +
                u.inverse_spacing[2] * (u(p, 0, 0, -1) + b(p)) + model(p) +
                (layers(x) * eos(y, z) + (noise.uniform(p) - noise.normal(p, 3)));
          }
    }
    return result;
  }

  void give_data() {
    parameters.values->section("Everything")
        .set_data("model", std::make_shared<const DataGrid>(some_data()));
    parameters.values->section("Everything")
        .set_table("layers", std::make_shared<const TableData>(some_layers()));
    parameters.values->section("Everything")
        .set_table("eos", std::make_shared<const TableData>(some_eos()));
  }

  // The first problem of the error that a call ends with.
  Problem problem_of(void (*task)(const cardon_block*)) {
    Block block(context);
    try {
      call_foreign_task(block, reinterpret_cast<void (*)()>(task));
    } catch (const Error& error) {
      return error.problems().front();
    }
    return {.slug = "none"};
  }

  std::vector<ThornDeclaration> thorns = everything();
  SampleParameters parameters;
  Sink sink;
  std::vector<std::vector<Real>> storage;
  BlockContext context;
};

TEST_F(ForeignCall, SetsScalarsOnce) {
  context.values = {{"angle_0", 0, {3}}, {"angle_1", 0, {5}}, {"turns", 0, {7}}};
  for (const ThornDeclaration& thorn : thorns) {
    std::vector<SettableScalar> settable{{"angle_0", true}, {"angle_1", true}, {"turns"}};
    context.settable = &settable;
    context.pieces.clear();
    Block block(context);
    thorn.tasks[2].function(block);
    EXPECT_EQ(settable[0].value, 5 * 1.5);
    EXPECT_EQ(settable[1].value, -3 * 0.125);
    EXPECT_EQ(settable[2].value, 8);
    settable.pop_back();
    EXPECT_THROW(thorn.tasks[2].function(block), Error);
  }
}

TEST_F(ForeignCall, GivesTheBitsOfCpp) {
  give_data();
  const std::vector<Real> expected = shown_in_cpp();
  for (const ThornDeclaration& thorn : thorns) {
    std::fill(storage[3].begin(), storage[3].end(), 0.0);
    Block block(context);
    thorn.tasks[0].function(block);
    EXPECT_EQ(storage[3], expected);
    EXPECT_EQ(thorn.step_limits[0].function(block), context.spacing[0] / 1.5);
  }
}

TEST_F(ForeignCall, TellsBoundariesWhereTheyAre) {
  context.face = {.direction = 2, .upper = true, .depth = -1};
  context.points = {7, 8, 9};
  context.upper[1] = 0.5;
  const FieldReader u = reader(storage[0]), v = reader(storage[3]);
  for (const ThornDeclaration& thorn : thorns) {
    std::fill(storage[3].begin(), storage[3].end(), 0.0);
    Block block(context);
    thorn.boundaries[0].function(block);
    const Point p{2, 3, 1, &context.pieces[1].frame};
    EXPECT_EQ(v(p), context.face.inside(u, p, 1) + (200 + 10 - 1) + 9000 + 0.5);
    EXPECT_EQ(context.face.inside(u, p, 1), u(p, 0, 0, -1));
  }
}

TEST_F(ForeignCall, ReducesOwnedPointsOnceByGlobalIndices) {
  for (const ThornDeclaration& thorn : thorns) {
    sink.values.clear();
    Block block(context);
    thorn.tasks[1].function(block);
    EXPECT_EQ(sink.values.size(), 4u * 5 * 4);
    const FieldReader u = reader(storage[0]);
    for (const auto& [index, value] : sink.values)
      EXPECT_EQ(value, 2 * u.origin[index[2] * sz + index[1] * sy + index[0]]);
    EXPECT_EQ(sink.values.begin()->first, (Index3{0, 0, 0}));
  }
}

TEST_F(ForeignCall, EndsWithTheFirstMistakeAfterTheTaskHasReturned) {
  const std::vector<std::vector<Real>> before = storage;
  const Problem problem = problem_of(reads_undeclared);
  EXPECT_EQ(problem.slug, "schedule/undeclared");
  EXPECT_THAT(problem.message, HasSubstr("Everything::task reads w, which it does not declare"));
  EXPECT_EQ(storage, before);
}

TEST_F(ForeignCall, NamesTheParameterThatCannotBe) {
  const Problem unknown = problem_of(asks_for_unknown_parameter);
  EXPECT_EQ(unknown.slug, "thorn/parameter");
  EXPECT_EQ(unknown.hint, "did you mean speed?");
  EXPECT_THAT(problem_of(asks_for_another_kind).message,
              HasSubstr("asks for parameter speed, as a list of reals, but it is: real above 0"));
  EXPECT_THAT(problem_of(asks_for_fourth_component).message, HasSubstr("component 3"));
  EXPECT_THAT(problem_of(takes_text_for_formula).message, HasSubstr("kind, as a formula"));
  EXPECT_EQ(problem_of(takes_formula_for_text).slug, "thorn/parameter");
  EXPECT_THAT(problem_of(takes_real_for_data).message, HasSubstr("speed, as a data file"));
  EXPECT_EQ(problem_of(asks_for_data_not_given).slug, "parameter/data-file-unset");
  context.values.clear();
  EXPECT_THAT(problem_of(asks_for_scalar_not_declared).message,
              HasSubstr("reads the scalar lagged(mass, 3), which it does not declare"));
  EXPECT_THAT(problem_of(takes_two_arguments_for_one).message,
              HasSubstr("layers, as a table of 2 arguments, but it is: table of one argument"));
  EXPECT_EQ(problem_of(asks_for_table_not_given).slug, "parameter/table-unset");
}

TEST_F(ForeignCall, GivesScalarsOnlyWhatTheyHave) {
  context.values = {{"turns", 0, {7, {-1, -1, -1}}}};
  for (const auto task : {asks_for_a_position_of_nothing, asks_for_a_rate,
                          asks_for_the_position_of_a_rate, sets_the_past}) {
    const Problem problem = problem_of(task);
    EXPECT_EQ(problem.slug, "thorn/scalar") << problem.message;
    EXPECT_FALSE(problem.help.empty());
  }
  EXPECT_THAT(problem_of(asks_for_a_position_of_nothing).message,
              HasSubstr("Everything::task asks for the position of turns, which has none"));
  EXPECT_THAT(problem_of(asks_for_a_rate).message, HasSubstr("asks for the value of rhs(turns), "));
  EXPECT_THAT(problem_of(sets_the_past).message, HasSubstr("sets turns of 2 steps before"));
}

TEST_F(ForeignCall, TellsBoundariesThatTheySetNoScalars) {
  EXPECT_THAT(problem_of(sets_what_it_only_reads).help, HasSubstr("to what the task sets"));
  context.face = {.direction = 0, .upper = true, .depth = -1};
  EXPECT_THAT(problem_of(sets_what_it_only_reads).help, HasSubstr("a boundary fills fields only"));
}

TEST_F(ForeignCall, HasNoValueOfATableForAnotherNumberOfArguments) {
  give_data();
  EXPECT_EQ(problem_of(takes_tables_for_each_other).slug, "none");
}

TEST_F(ForeignCall, RefusesParametersInTheWordsOfTheThorn) {
  std::vector<void (*)(const cardon_block*)> tasks{refuses_parameters};
#ifdef TEST_FORTRAN
  tasks.push_back(refuses_in_fortran);
#endif
  for (const auto task : tasks) {
    const Problem problem = problem_of(task);
    EXPECT_EQ(problem.slug, "everything/speed");
    EXPECT_EQ(problem.message, "the speed is odd");
    EXPECT_EQ(problem.help, "take another");
  }
  EXPECT_EQ(problem_of(refuses_unknown_parameter).hint, "did you mean speed?");
}

TEST_F(ForeignCall, HasNoNeedOfMemoryForFieldsThatATaskMustNotHave) {
  const int huge = 1 << 20;
  context.pieces = {{{{0, 0, 0}, {huge, huge, huge}}, context.pieces[1].frame}};
  EXPECT_EQ(problem_of(touches_undeclared).slug, "schedule/undeclared");
}

TEST_F(ForeignCall, RefusesRowsBeyondTheRegion) {
  const Problem problem = problem_of(reduces_beyond_the_region);
  EXPECT_EQ(problem.slug, "thorn/row");
  EXPECT_THAT(problem.message, HasSubstr("the row (5, 0) into mass, but it is called for rows "
                                         "from (0, 0) to (4, 3)"));
}

TEST_F(ForeignCall, RefusesRowsThatAreNotThoseOfTheRegion) {
  const Problem longer = problem_of(reduces_a_longer_row);
  EXPECT_EQ(longer.slug, "thorn/row");
  EXPECT_THAT(longer.message, HasSubstr("reduces a row of 64 values into mass, but a row of its "
                                        "region has 2 points"));
  EXPECT_THAT(problem_of(reduces_no_row).message, HasSubstr("reduces a null pointer into mass"));
}

TEST_F(ForeignCall, RefusesScalarsOfATaskThatDeclaresNone) {
  context.scalars = nullptr;
  EXPECT_THAT(problem_of(reduces_beyond_the_region).message,
              HasSubstr("Everything::task reduces mass, which it does not declare"));
}

TEST_F(ForeignCall, GivesListsToThoseWhoKnowTheirLength) {
  EXPECT_EQ(problem_of(asks_for_lists_without_their_length).slug, "none");
}

TEST_F(ForeignCall, MakesBoundsNoWiderThanStencilsInAGridOfOneDirection) {
  context.dimensions = 1;
  EXPECT_EQ(problem_of(has_one_direction).slug, "none");
}

TEST_F(ForeignCall, TellsWhatToFetchAheadByGlobalIndices) {
  const FieldReader& u = context.fields[0].values;
  context.prefetch = {{u.origin, u.sy, u.sz, 26}};
  EXPECT_EQ(problem_of(looks_ahead).slug, "none");
}

TEST_F(ForeignCall, ThrowsMistakesOfStepLimitsToo) {
  const Block block(context);
  const auto limit = reinterpret_cast<void (*)()>(limits_by_unknown_parameter);
  EXPECT_THROW(call_foreign_limit(block, limit), Error);
}

}  // namespace
}  // namespace cardon
