// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/services/parameter_input.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/thorn/block.hpp>
#include <cardon/thorn/error.hpp>
#include <functional>
#include <thread>

namespace cardon {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr Field phi = Field("phi", "Wave").past_levels(1);
constexpr Field flow = Field("flow", "Velocity").vector();
constexpr Field shape = Field("shape", "Metric").symmetric_tensor();
constexpr Parameter speed{"speed", 2.5, "Speed"};
constexpr Parameter count{"count", 3, "Count"};
constexpr Parameter flat{"flat", true, "Flat"};
constexpr Parameter kind{"kind", "plane", "Kind", one_of("plane", "shell")};
constexpr Parameter centre{"centre", Vec3{1, 2, 3}, "Centre"};
constexpr Parameter<List<Real>> widths{"widths", {0.5, 0.25}, "Widths"};
constexpr Parameter<List<int>> modes{"modes", {1, 4}, "Modes"};
constexpr Expression profile{"profile", "x + 10*y + speed*t", "Profile"};

std::string message(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

BoundField bound(std::string_view name, int level, bool reads, bool writes,
                 Index3 radius = {0, 0, 0}) {
  static Real values[64];
  BoundField f;
  f.name = name;
  f.level = level;
  f.reads = reads;
  f.writes = writes;
  f.radius = radius;
  f.task = "Test::task";
  f.values.origin = values + 8 * level + 16 + name.size();
  f.values.inverse_spacing[0] = f.values.inverse_spacing[1] = 1;
  return f;
}

BlockContext context_of(std::vector<BoundField> fields) {
  BlockContext context;
  context.task = "Test::task";
  context.thorn = "Test";
  context.fields = std::move(fields);
  return context;
}

TEST(Block, HandsOutWhatTheTaskDeclared) {
  const BlockContext context = context_of(
      {bound("phi", 0, true, false), bound("phi", 1, true, false), bound("phi", -1, false, true)});
  const Block block(context);
  EXPECT_EQ(block.read(phi).origin, context.fields[0].values.origin);
  EXPECT_EQ(block.read(past(phi)).origin, context.fields[1].values.origin);
  EXPECT_EQ(block.write(next(phi)).origin, context.fields[2].values.origin);
}

TEST(Block, NamesTaskFieldAndDeclarationOfWhatIsUndeclared) {
  const BlockContext context =
      context_of({bound("phi", 0, true, false, {1, 1, 1}), bound("phi", -1, false, true)});
  const Block block(context);
  EXPECT_THAT(
      message([&] { block.read(past(phi)); }),
      AllOf(HasSubstr("Test::task reads past(phi), which it does not declare"),
            HasSubstr("[schedule/undeclared]"), HasSubstr("declared: reads phi with stencil(1)"),
            HasSubstr("add past(phi) to what the task reads, where the thorn")));
  EXPECT_THAT(message([&] { block.write(phi); }),
              AllOf(HasSubstr("Test::task writes phi, which it does not declare"),
                    HasSubstr("declared: writes next(phi)")));
  EXPECT_THAT(message([&] { block.write(rhs(phi)); }), HasSubstr("writes rhs(phi)"));
  EXPECT_THAT(message([&] { block.read(next(phi)); }), HasSubstr("reads next(phi)"));
  EXPECT_THAT(message([&] { block.read(uses("Other::rho")); }), HasSubstr("reads Other::rho"));
}

// As the context of a task without reduces().
TEST(Block, ReducesOnlyWhatIsDeclared) {
  BlockContext context = context_of({});
  context.owned = {{0, 0, 0}, {1, 1, 1}};
  context.pieces = {{context.owned, {}}};
  const Block block(context);
  const Scalar mass{"mass", "Mass", Reduce::sum};
  EXPECT_THAT(message([&] { block.reduce(mass, [](const Point&) { return 1.0; }); }),
              AllOf(HasSubstr("Test::task reduces mass, which it does not declare"),
                    HasSubstr("add mass to what the task reduces, where the thorn")));
}

TEST(Block, HandsOutComponentsInTheirOrder) {
  const BlockContext context =
      context_of({bound("flow_z", 0, true, false), bound("flow_x", 0, true, false),
                  bound("flow_y", 0, true, false), bound("shape_xx", 0, false, true),
                  bound("shape_yy", 0, false, true)});
  const Block block(context);
  const auto read = block.read_components(flow);
  EXPECT_EQ(read[0].origin, context.fields[1].values.origin);
  EXPECT_EQ(read[1].origin, context.fields[2].values.origin);
  EXPECT_EQ(read[2].origin, context.fields[0].values.origin);
  EXPECT_THAT(message([&] { block.write_components(shape); }),
              HasSubstr("writes shape_xy, which it does not declare"));
}

TEST(CheckOffset, StopsBeyondTheDeclaredStencil) {
  BoundField field = bound("phi", 0, true, false, {2, 1, 0});
  EXPECT_NO_THROW(check_offset(field, -2, 1, 0));
  EXPECT_NO_THROW(check_offset(field, 0, 0, 5));  // the grid has no z: nothing moves
  field.values.inverse_spacing[2] = 1;
  EXPECT_THAT(message([&] { check_offset(field, 0, 0, 1); }), HasSubstr("[schedule/stencil]"));
  EXPECT_THAT(
      message([&] { check_offset(field, 1, -2, 0); }),
      AllOf(HasSubstr("Test::task reads phi at offset (1, -2, 0)"),
            HasSubstr("reads phi with stencil(2, 1, 0)"), HasSubstr("declare Read<phi, 2>")));
}

struct Values {
  Values() {
    registry.add(
        {.path = "Test",
         .description = "Test",
         .provider = "Test",
         .parameters = {declare(speed), declare(count), declare(flat), declare(kind),
                        declare(centre), declare(widths), declare(modes), declare(profile)}});
    std::vector<Problem> problems;
    set = std::make_unique<ParameterSet>(resolve_parameters(registry, {}, problems));
  }
  ParameterRegistry registry;
  std::unique_ptr<ParameterSet> set;
};

TEST(Block, HandsOutParameters) {
  const Values values;
  BlockContext context = context_of({});
  context.parameters = values.set.get();
  const Block block(context);
  EXPECT_EQ(block[speed], 2.5);
  EXPECT_EQ(block[count], 3);
  EXPECT_TRUE(block[flat]);
  EXPECT_EQ(block[kind], "plane");
  EXPECT_EQ(block[centre], (Vec3{1, 2, 3}));
  EXPECT_EQ(block[widths], (std::vector<Real>{0.5, 0.25}));
  EXPECT_EQ(block[modes], (std::vector<int>{1, 4}));
}

TEST(Block, EvaluatesFormulasAtItsTimeInAnyThread) {
  const Values values;
  BlockContext context = context_of({});
  context.parameters = values.set.get();
  context.time = 4;
  const Block block(context);
  const ExpressionValue f = block[profile];
  const Frame frame{{0, 0, 0}, {1, 1, 1}, {0, 0, 0}};
  const auto sum = [&] {
    Real total = 0;
    for (int i = 0; i < 2000; ++i) total += f(Point{i, 1, 0, &frame});
    return total;
  };
  const Real wanted = 1999.0 * 1000 + 2000 * 20;
  Real other = 0;
  std::thread thread([&] { other = sum(); });
  EXPECT_EQ(sum(), wanted);
  thread.join();
  EXPECT_EQ(other, wanted);
  EXPECT_EQ(block[profile](Point{1, 0, 0, &frame}), 11);
  EXPECT_EQ(context.formulas.size(), 1u);  // compiled once
}

}  // namespace
}  // namespace cardon
