// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "fields/field_table.hpp"
#include "fields/tensor_components.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

ThornDeclaration maxwell() {
  ThornDeclaration thorn;
  thorn.name = "Maxwell";
  thorn.fields = {
      {.name = "rho", .description = "Charge", .unit = "C", .past = 2, .has_boundary = false},
      {.name = "B",
       .description = "Magnetic field",
       .unit = "T",
       .tensor = Tensor::vector,
       .role = Role::evolved}};
  return thorn;
}

TEST(TensorComponents, ChangeSignOncePerIndex) {
  for (const Tensor tensor : {Tensor::scalar, Tensor::vector, Tensor::symmetric_tensor}) {
    for (const TensorComponent& component : tensor_components(tensor)) {
      for (int d = 0; d < 3; ++d) {
        const auto indices = std::count(component.suffix.begin(), component.suffix.end(), "xyz"[d]);
        EXPECT_EQ(component.parity[std::size_t(d)], indices % 2 ? -1 : 1) << component.suffix << d;
      }
    }
  }
  EXPECT_EQ(tensor_components(Tensor::symmetric_tensor).size(), 6u);
  const auto polar = tensor_components(Tensor::vector),
             axial = tensor_components(Tensor::axial_vector);
  ASSERT_EQ(axial.size(), polar.size());
  for (std::size_t c = 0; c < axial.size(); ++c) {
    EXPECT_EQ(axial[c].suffix, polar[c].suffix);
    for (std::size_t d = 0; d < 3; ++d) EXPECT_EQ(axial[c].parity[d], -polar[c].parity[d]);
  }
}

TEST(FieldTable, HasAGridFunctionPerComponent) {
  const ThornDeclaration thorn = maxwell();
  std::vector<Problem> problems;
  const FieldTable table({&thorn}, problems);
  EXPECT_TRUE(problems.empty());
  ASSERT_EQ(table.size(), 4);
  EXPECT_EQ(table[0].past, 2);
  EXPECT_FALSE(table[0].has_boundary);
  EXPECT_EQ(table[0].description, "Charge");
  EXPECT_EQ(table[2].id, 2);
  EXPECT_EQ(table[2].name, "B_y");
  EXPECT_EQ(table[2].group, "B");
  EXPECT_EQ(table[2].description, "Magnetic field, y component");
  EXPECT_EQ(table[2].unit, "T");
  EXPECT_EQ(table[2].role, Role::evolved);
  EXPECT_THAT(table.declared("Maxwell"), ElementsAre("rho", "B"));
}

TEST(FieldTable, FindsFieldsGroupsAndComponents) {
  const ThornDeclaration thorn = maxwell();
  std::vector<Problem> problems;
  const FieldTable table({&thorn}, problems);
  EXPECT_THAT(table.find("Maxwell", "rho"), ElementsAre(0));
  EXPECT_THAT(table.find("Maxwell", "B"), ElementsAre(1, 2, 3));
  EXPECT_THAT(table.find("Maxwell", "B_z"), ElementsAre(3));
  EXPECT_THAT(table.find("Hydro", "rho"), IsEmpty());
}

TEST(FieldTable, MakesRightHandSidesAndRegistersOnce) {
  const ThornDeclaration thorn = maxwell();
  std::vector<Problem> problems;
  FieldTable table({&thorn}, problems);
  const int rhs = table.rhs_of(2);
  EXPECT_EQ(rhs, 4);
  EXPECT_EQ(table.rhs_of(2), rhs);
  EXPECT_EQ(table[rhs].name, "B_y.rhs");
  EXPECT_EQ(table[rhs].parity[1], -1);
  EXPECT_TRUE(table[rhs].internal);
  EXPECT_FALSE(table[rhs].has_boundary);
  EXPECT_EQ(table.advanced_by(rhs), 2);
  EXPECT_EQ(table.advanced_by(2), -1);
  const int scratch = table.register_of(2, 1);
  EXPECT_EQ(table.register_of(2, 1), scratch);
  EXPECT_NE(table.register_of(2, 2), scratch);
  EXPECT_EQ(table[scratch].full_name(), "Maxwell::B_y.r1");
  EXPECT_EQ(table.advanced_by(scratch), -1);
  EXPECT_THAT(table.find("Maxwell", "B_y.rhs"), IsEmpty());
}

}  // namespace
}  // namespace cardon
