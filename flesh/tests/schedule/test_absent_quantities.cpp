// SPDX-License-Identifier: Apache-2.0
// Quantities that exist only with other parameters.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "schedule/absent_quantities.hpp"
#include "toy.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr Parameter hot{"hot", false, "Under test"};

/// A thorn with the parameter `hot`, and what becomes of its declaration.
struct Outcome {
  explicit Outcome(const std::function<void(ToyThorn)>& declare_it, bool is_hot = false) {
    thorns[0].name = "T";
    ToyThorn thorn(thorns[0]);
    thorn.parameter(declare(hot));
    declare_it(thorn);
    grid.dimensions = 1;
    grid.faces[0][1].boundary = "T::lid";
    absent = remove_absent(
        thorns, [=](const std::string&, const std::string&) { return AnyValue(is_hot); }, grid);
  }
  std::vector<std::string> left() const {
    std::vector<std::string> names;
    for (const FieldDeclaration& field : thorns[0].fields) names.push_back(field.name);
    for (const ScalarDeclaration& scalar : thorns[0].scalars) names.push_back(scalar.name);
    return names;
  }
  std::vector<ThornDeclaration> thorns{1};
  Grid grid;
  std::vector<AbsentQuantity> absent;
};

void declare_heat(ToyThorn thorn) {
  thorn.evolves("u").field("flow", Role::evolved, 0, Tensor::vector).derives("error");
  thorn.auxiliary("store").state("heat", true).state("mode", true, 2).scalar("total");
  thorn.radiates("u", "1").radiates("flow_x", "1");
  thorn.at(EvolveRhs, "move").reads("u").writes("u", rhs_level);
  thorn.at(EvolveRhs, "stream").writes("flow", rhs_level).when("hot", "true");
  thorn.at(Analysis, "compare").writes("error").when("hot", "true");
  thorn.at(Initial, "fill").writes("store").when("hot", "true");
  thorn.at(Initial, "light").sets("heat").when("hot", "true");
  thorn.at(EvolveRhs, "warm").reads_scalar("heat").sets("heat", true).when("hot", "true");
  thorn.at(EvolveRhs, "swing").sets("mode", true).when("hot", "true");
  thorn.at(Analysis, "sum").reads("u").reduces("total").when("hot", "true");
}

TEST(AbsentQuantities, AreThoseThatOnlyIdleTasksName) {
  const Outcome cold(declare_heat);
  EXPECT_THAT(cold.left(), ElementsAre("u", "store"));
  EXPECT_THAT(cold.thorns[0].radiations, SizeIs(1));
  ASSERT_THAT(cold.absent, SizeIs(5));
  EXPECT_THAT(cold.absent[0].names, ElementsAre("flow", "flow_x", "flow_y", "flow_z"));
  EXPECT_THAT(cold.absent[2].names, ElementsAre("heat"));
  EXPECT_THAT(cold.absent[2].reasons,
              ElementsAre("T::light sets heat, but runs only when hot = true (now false)",
                          "T::warm sets rhs(heat), but runs only when hot = true (now false)"));
  EXPECT_THAT(cold.absent[3].names, ElementsAre("mode", "mode_0", "mode_1"));
  EXPECT_THAT(cold.absent[4].reasons,
              ElementsAre("T::sum reduces total, but runs only when hot = true (now false)"));
  const Outcome warm(declare_heat, true);
  EXPECT_THAT(warm.left(), SizeIs(7));
  EXPECT_THAT(warm.absent, IsEmpty());
}

TEST(AbsentQuantities, AreNamedByNobodyElse) {
  const auto with = [](const std::function<void(ToyThorn)>& use) {
    return Outcome([&](ToyThorn thorn) {
      thorn.state("mode", true, 2).evolves("u");
      thorn.at(EvolveRhs, "swing").sets("mode", true).writes("u", rhs_level).when("hot", "true");
      use(thorn);
    });
  };
  EXPECT_THAT(with([](ToyThorn) {}).left(), IsEmpty());
  EXPECT_THAT(with([](ToyThorn t) { t.at(PreStep, "use").reads_scalar("mode_1"); }).left(),
              ElementsAre("mode"));
  EXPECT_THAT(with([](ToyThorn t) { t.at(Initial, "start").writes("u"); }).left(),
              ElementsAre("u"));
  EXPECT_THAT(
      with([](ToyThorn t) { t.boundary("lid").reads_scalar("T::mode").writes("u"); }).left(),
      ElementsAre("u", "mode"));
  EXPECT_THAT(with([](ToyThorn t) { t.boundary("unused").writes("u"); }).left(), IsEmpty());
}

TEST(AbsentQuantities, AreNotThoseThatNobodyComputes) {
  const Outcome forgotten([](ToyThorn thorn) { thorn.state("n").evolves("u").derives("e"); });
  EXPECT_THAT(forgotten.left(), SizeIs(3));
  EXPECT_THAT(forgotten.absent, IsEmpty());
}

}  // namespace
}  // namespace cardon
