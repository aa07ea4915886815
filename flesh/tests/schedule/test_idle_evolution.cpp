// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "schedule/idle_evolution.hpp"
#include "toy.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Parameter heated{"hot", false, "Under test"};

std::vector<std::string> reasons_where_hot_is(bool is_hot) {
  std::vector<ThornDeclaration> thorns(1);
  thorns[0].name = "T";
  ToyThorn thorn(thorns[0]);
  thorn.parameter(declare(heated));
  thorn.evolves("u").evolves("v").auxiliary("store").state("heat", true);
  thorn.at(EvolveRhs, "move").writes("u", rhs_level).when("hot", "true");
  thorn.at(EvolveRhs, "warm").sets("heat", true).when("hot", "true");
  thorn.at(Evolve, "jump").writes("v", next_level).when("hot", "true");
  thorn.at(Initial, "fill").writes("store").writes("u").when("hot", "true");
  thorn.at(EvolveRhs, "cool").writes("v", rhs_level).when("hot", "false");
  std::vector<std::string> texts;
  for (const IdleEvolution& one : idle_evolution(
           thorns, [=](const std::string&, const std::string&) { return AnyValue(is_hot); })) {
    EXPECT_EQ(one.thorn + '.' + one.parameter, "T.hot");
    texts.push_back(one.reason);
  }
  return texts;
}

TEST(IdleEvolution, NamesTasksThatWouldEvolveSomething) {
  const std::string why = ", but runs only when hot = true (now false)";
  EXPECT_THAT(reasons_where_hot_is(false),
              ElementsAre("T::move writes rhs(u)" + why, "T::warm sets rhs(heat)" + why,
                          "T::jump writes next(v)" + why));
  EXPECT_THAT(reasons_where_hot_is(true),
              ElementsAre("T::cool writes rhs(v), but runs only when hot = false (now true)"));
}

}  // namespace
}  // namespace cardon
