// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/thorn/error.hpp>
#include <cardon/thorn/thorn_builder.hpp>

#include "registry/thorn_file.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const ThornDeclaration& alpha() {
  static const ThornDeclaration declaration =
      open_thorn({"Alpha", TEST_THORNS "/good/thorns/Alpha.so"});
  return declaration;
}

TEST(ThornBuilder, KeepsWhatTheThornSays) {
  EXPECT_EQ(alpha().name, "Alpha");
  EXPECT_EQ(alpha().summary, "One of everything");
  ASSERT_EQ(alpha().parameters.size(), 4u);
  EXPECT_EQ(alpha().parameters[0].name, "speed");
  EXPECT_EQ(alpha().parameters[0].unit, "m/s");
  ASSERT_EQ(alpha().step_limits.size(), 1u);
  EXPECT_EQ(alpha().step_limits[0].name, "cfl");
  ASSERT_EQ(alpha().radiations.size(), 1u);
  EXPECT_EQ(alpha().radiations[0].field, "phi");
  EXPECT_EQ(alpha().radiations[0].speed, "speed");
  EXPECT_EQ(alpha().radiations[0].far_value, 2.5);
}

TEST(ThornBuilder, GivesFieldsTheirRoles) {
  const auto& fields = alpha().fields;
  ASSERT_EQ(fields.size(), 3u);
  EXPECT_EQ(fields[0].role, Role::evolved);
  EXPECT_EQ(fields[0].past, 1);
  EXPECT_EQ(fields[0].unit, "V");
  EXPECT_TRUE(fields[0].has_boundary);
  EXPECT_EQ(fields[1].role, Role::auxiliary);
  EXPECT_FALSE(fields[1].has_boundary);
  EXPECT_EQ(fields[2].role, Role::derived);
  ASSERT_EQ(alpha().scalars.size(), 1u);
  EXPECT_EQ(alpha().scalars[0].unit, "J");
}

TEST(ThornBuilder, DescribesTasks) {
  const TaskDeclaration& evolve = alpha().tasks[1];
  EXPECT_EQ(evolve.name, "evolve");
  EXPECT_EQ(evolve.bin, Bin::evolve);
  EXPECT_NE(evolve.function, nullptr);
  EXPECT_EQ(evolve.every, 3);
  EXPECT_EQ(evolve.flops, 7.5);
  EXPECT_EQ(evolve.flops_per_direction, 2);
  EXPECT_EQ(alpha().tasks[0].flops, 0);
  EXPECT_THAT(evolve.before, ElementsAre("Beta::other"));
  EXPECT_THAT(evolve.after, ElementsAre("start"));
  ASSERT_EQ(evolve.when.size(), 2u);
  EXPECT_EQ(evolve.when[0].parameter + "=" + evolve.when[0].value, "with_source=true");
  EXPECT_EQ(evolve.when[1].parameter + "=" + evolve.when[1].value, "order=4");
  EXPECT_EQ(alpha().tasks[0].when[0].value, "gaussian");
  EXPECT_THAT(alpha().tasks[2].reduces, ElementsAre("energy"));
}

TEST(ThornBuilder, MergesReadsOfOneLevelToTheLargestReach) {
  const TaskDeclaration& evolve = alpha().tasks[1];
  ASSERT_EQ(evolve.reads.size(), 3u);
  EXPECT_EQ(evolve.reads[0].name, "phi");
  EXPECT_EQ(evolve.reads[0].level, 0);
  EXPECT_EQ(evolve.reads[0].radius, (Index3{1, 2, 1}));
  EXPECT_EQ(evolve.reads[1].level, 1);
  EXPECT_EQ(evolve.reads[2].name, "Beta::rho");
  ASSERT_EQ(evolve.writes.size(), 1u);
  EXPECT_EQ(evolve.writes[0].level, FieldRef::next_level);
}

TEST(ThornBuilder, RefusesContradictions) {
  ThornDeclaration declaration;
  ThornBuilder thorn(declaration);
  constexpr Derived flow{"flow", "Flow"};
  EXPECT_THAT([&] { thorn.evolves(flow); },
              testing::ThrowsMessage<Error>(
                  HasSubstr("field flow is Derived but declared as evolved or auxiliary")));
  EXPECT_THAT([&] { detail::add_block_task(declaration, Initial, "start", nullptr).every(0); },
              testing::ThrowsMessage<Error>(HasSubstr("task start is to run every 0 steps")));
  EXPECT_THAT([&] { detail::add_block_task(declaration, Evolve, "step", nullptr).flops(-1); },
              testing::ThrowsMessage<Error>(HasSubstr("declares -1 operations per point")));
  EXPECT_THAT([&] { detail::add_block_task(declaration, Evolve, "step", nullptr).flops(0); },
              testing::ThrowsMessage<Error>(HasSubstr("declares 0 operations per point")));
  EXPECT_NO_THROW(detail::add_block_task(declaration, Evolve, "step", nullptr).flops(0, 3));
  EXPECT_THAT([&] { detail::add_block_task(declaration, Evolve, "step", nullptr).flops(1, -2); },
              testing::ThrowsMessage<Error>(HasSubstr("declares -2 operations per point")));
}

}  // namespace
}  // namespace cardon
