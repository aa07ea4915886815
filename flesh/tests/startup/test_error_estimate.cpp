// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "startup/error_estimate.hpp"

namespace cardon {
namespace {

using ::testing::SizeIs;

/// The midpoint rule: 2 stages, register 1.
ScheduleInput midpoint() {
  ScheduleInput input;
  input.integrator = "rk2";
  input.stages = {{0, {{1, {{0, 1}}, 0}, {0, {{0, 1}}, 0.5}}}, {0.5, {{0, {{1, 1}}, 1}}}};
  return input;
}

TEST(ErrorEstimate, IsGatheredInARegisterOfItsOwn) {
  ScheduleInput input = midpoint();
  std::vector<Problem> problems;
  add_estimate({1, {-1, 1, 0}}, {}, {}, input, problems);
  EXPECT_THAT(problems, SizeIs(0));
  EXPECT_EQ(input.error_register, 2);
  ASSERT_THAT(input.stages, SizeIs(2));  // the end of the step does not count
  const StageUpdate &first = input.stages[0].updates.back(), &then = input.stages[1].updates.back();
  EXPECT_EQ(first.target, 2);
  EXPECT_THAT(first.terms, SizeIs(0));
  EXPECT_EQ(first.rhs_factor, -1);
  ASSERT_THAT(then.terms, SizeIs(1));
  EXPECT_EQ(then.terms[0].source, 2);
  EXPECT_EQ(then.rhs_factor, 1);
}

TEST(ErrorEstimate, MayNeedTheEndOfTheStep) {
  ScheduleInput input = midpoint();
  std::vector<Problem> problems;
  add_estimate({1, {0, 1, -1}}, {}, {}, input, problems);
  ASSERT_THAT(input.stages, SizeIs(3));
  EXPECT_EQ(input.stages[2].time, 1);
  EXPECT_THAT(input.stages[0].updates, SizeIs(2));
  EXPECT_THAT(input.stages[1].updates.back().terms, SizeIs(0));
  EXPECT_EQ(input.stages[2].updates[0].rhs_factor, -1);
}

TEST(ErrorEstimate, NeedsAPairOfMethods) {
  ScheduleInput input = midpoint();
  std::vector<Problem> problems;
  add_estimate({}, {}, {}, input, problems);
  ASSERT_THAT(problems, SizeIs(1));
  EXPECT_EQ(problems[0].slug, "time/no-estimate");
  EXPECT_EQ(problems[0].message, "the integrator rk2 does not estimate its errors");
  EXPECT_EQ(problems[0].help, "set time.adaptive.by: limits");
  EXPECT_EQ(input.error_register, 0);
}

/// With an embedded method or without.
template <bool embeds>
class SomeIntegrator : public Integrator {
 public:
  std::vector<Stage> stages(const ParameterSet&) const override { return {}; }
  EmbeddedMethod embedded() const override {
    return embeds ? EmbeddedMethod{1, {1, -1}} : EmbeddedMethod{};
  }
  int order() const override { return 1; }
};

TEST(ErrorEstimate, NamesTheIntegratorsThatHaveOne) {
  ThornDeclaration thorn{.name = "Some"};
  const auto provide = [&](const std::string& name, std::shared_ptr<Integrator> integrator) {
    ServiceDeclaration& service = thorn.services.emplace_back();
    service.role = role_name<Integrator>;
    service.name = name;
    service.make = [integrator] { return integrator; };
  };
  provide("plain", std::make_shared<SomeIntegrator<false>>());
  provide("pair", std::make_shared<SomeIntegrator<true>>());
  provide("twin", std::make_shared<SomeIntegrator<true>>());
  ServiceCatalogue catalogue;
  catalogue.add(thorn);
  ScheduleInput input = midpoint();
  std::vector<Problem> problems;
  add_estimate({}, {}, catalogue, input, problems);
  ASSERT_THAT(problems, SizeIs(1));
  EXPECT_EQ(problems[0].help, "set time.integrator: pair or twin, or set time.adaptive.by: limits");
}

}  // namespace
}  // namespace cardon
