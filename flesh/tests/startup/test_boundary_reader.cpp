// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/services/parameter_input.hpp>

#include "startup/boundary_reader.hpp"

namespace cardon {
namespace {

const std::vector<std::string> names{"periodic", "dirichlet", "neumann", "radiative", "reflecting"};

struct ReadBoundary {
  BoundarySpecs specs;
  std::vector<Problem> problems;
};

ReadBoundary read_specs(const std::string& yaml, int dimensions = 3,
                        const std::vector<std::string>& missing_thorns = {}) {
  ParameterInput input;
  input.add_text("test.yaml", "boundary: " + yaml + "\n");
  ReadBoundary r;
  r.specs = read_boundaries(*input.layers().at(0).find("boundary"), dimensions,
                            {names, missing_thorns}, r.problems);
  return r;
}

TEST(BoundaryReader, OneNameIsForAllFaces) {
  const ReadBoundary r = read_specs("radiative");
  EXPECT_TRUE(r.problems.empty());
  for (const auto& direction : r.specs.face)
    for (const BoundarySpec& face : direction) EXPECT_EQ(face.name, "radiative");
}

TEST(BoundaryReader, AThornThatIsMissingIsReportedElsewhere) {
  const std::string yaml = "[[\"Broken::rim\", neumann], \"Broken::rim\", \"Other::rim\"]";
  const ReadBoundary r = read_specs(yaml, 3, {"Broken"});
  ASSERT_EQ(r.problems.size(), 1u);
  EXPECT_EQ(r.problems[0].message, "there is no boundary Other::rim");
}

TEST(BoundaryReader, FacesOfTheIssue) {
  const ReadBoundary r = read_specs(
      "[radiative, [reflecting, radiative], {lower: {dirichlet: \"0\"}, upper: neumann}]");
  EXPECT_TRUE(r.problems.empty());
  EXPECT_EQ(r.specs.face[0][1].name, "radiative");
  EXPECT_EQ(r.specs.face[1][0].name, "reflecting");
  EXPECT_EQ(r.specs.face[1][1].name, "radiative");
  EXPECT_EQ(r.specs.face[2][0].name, "dirichlet");
  EXPECT_EQ(r.specs.face[2][0].argument.text, "0");
  EXPECT_EQ(r.specs.face[2][1].name, "neumann");
}

TEST(BoundaryReader, FormulasByField) {
  const ReadBoundary r = read_specs("{dirichlet: {phi: sin(x), pi: 0}}");
  EXPECT_TRUE(r.problems.empty());
  EXPECT_EQ(r.specs.face[2][1].argument.find("phi")->text, "sin(x)");
}

TEST(BoundaryReader, MistakesAreNamed) {
  EXPECT_EQ(read_specs("radiativ").problems.at(0).hint, "did you mean radiative?");
  EXPECT_EQ(read_specs("[periodic, periodic]").problems.at(0).message,
            "grid.boundary has 2 directions, but the grid has 3");
  EXPECT_EQ(read_specs("[[radiativ, neumann], periodic, periodic]").problems.size(), 1U);
  EXPECT_EQ(read_specs("[[periodic, neumann], periodic, periodic]").problems.at(0).message,
            "direction x is periodic on one face only");
  EXPECT_EQ(read_specs("{lower: neumann, higher: neumann}").problems.at(0).message,
            "direction x, y and z needs exactly the keys lower and upper");
  EXPECT_EQ(read_specs("radiativ").problems.size(), 1U);
}

}  // namespace
}  // namespace cardon
