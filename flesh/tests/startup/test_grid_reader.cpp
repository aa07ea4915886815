// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "fixture.hpp"
#include "startup/grid_reader.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct GridOutcome : SampleFile {
  /// `x`: boundary of both faces in x; the others are periodic.
  explicit GridOutcome(const std::string& text, const std::string& x = "periodic",
                       const RunUnits& run_units = {})
      : SampleFile(text) {
    BoundarySpecs specs;
    for (BoundarySpec& face : specs.face[0]) face.name = x;
    grid = read_grid(parameters, specs, run_units, problems);
  }
  Grid grid;
};

TEST(GridReader, HasDefaultsForAll) {
  const GridOutcome r("title: nothing\n");
  EXPECT_EQ(r.errors(), "");
  EXPECT_EQ(r.grid.dimensions, 3);
  EXPECT_EQ(r.grid.points, (Index3{64, 64, 64}));
  EXPECT_EQ(r.grid.centring, Centring::vertex);
  EXPECT_EQ(r.grid.length_unit + r.grid.time_unit, "ms");
  for (int d = 0; d < 3; ++d) {
    EXPECT_TRUE(r.grid.periodic[d]);
    EXPECT_EQ(r.grid.origin[d], 0);
    EXPECT_EQ(r.grid.spacing[d], 1.0 / 64);
  }
}

TEST(GridReader, OuterPointsLieOnFacesUnlessTheDirectionIsPeriodic) {
  const GridOutcome r("grid: {points: [5, 8], domain: [[-1, 1], [2, 4]]}\n", "neumann");
  EXPECT_EQ(r.errors(), "");
  EXPECT_EQ(r.grid.dimensions, 2);
  EXPECT_EQ(r.grid.points, (Index3{5, 8, 1}));
  EXPECT_EQ(r.grid.coordinate(0, 0), -1);
  EXPECT_EQ(r.grid.coordinate(0, 4), 1);
  EXPECT_EQ(r.grid.coordinate(1, 0), 2);
  EXPECT_EQ(r.grid.coordinate(1, 8), 4);
  EXPECT_EQ(r.grid.upper[1], 4);
  EXPECT_THAT(r.grid.periodic, ElementsAre(false, true, true));
  EXPECT_EQ(r.grid.faces[0][1].boundary, "neumann");
  EXPECT_EQ(r.grid.faces[1][0].boundary, "periodic");
  EXPECT_EQ(r.grid.spacing[2], 0);
}

TEST(GridReader, CellsLieHalfASpacingInsideEitherWay) {
  const GridOutcome r("grid: {cells: [4, 8]}\n", "neumann");
  EXPECT_EQ(r.errors(), "");
  EXPECT_EQ(r.grid.centring, Centring::cell);
  EXPECT_EQ(r.grid.coordinate(0, 0), 0.125);
  EXPECT_EQ(r.grid.coordinate(0, 3), 0.875);
  EXPECT_EQ(r.grid.coordinate(1, 0), 0.0625);
  EXPECT_EQ(r.grid.lower[0], 0);
}

TEST(GridReader, OnePointHasASpacingToo) {
  const GridOutcome r("grid: {points: 1, domain: [[0, 4]]}\n", "neumann");
  EXPECT_EQ(r.errors(), "");
  EXPECT_EQ(r.grid.dimensions, 1);
  EXPECT_EQ(r.grid.spacing[0], 4);
}

TEST(GridReader, TakesLengthsInTheUnitOfTheRun) {
  const std::string text = "grid: {points: [4], domain: [[-0.5, 500 m]]}\n";
  EXPECT_EQ(GridOutcome(text).grid.upper[0], 500);
  const GridOutcome km(text, "periodic", {.length = "km", .time = "ms"});
  EXPECT_EQ(km.grid.lower[0], -0.5);
  EXPECT_EQ(km.grid.upper[0], 0.5);
  EXPECT_EQ(km.grid.length_unit + km.grid.time_unit, "kmms");
}

TEST(GridReader, RefusesOtherNumbersOfDirections) {
  const GridOutcome four("grid:\n  points: [8, 8, 8, 8]\n");
  EXPECT_THAT(four.places(), ElementsAre("2:11 grid/points"));
  EXPECT_THAT(four.errors(), HasSubstr("the grid has 4 directions; it may have 1, 2 or 3"));
  EXPECT_THAT(GridOutcome("grid:\n  cells: []\n").places(), ElementsAre("2:10 grid/points"));
}

TEST(GridReader, RefusesMorePointsThanCanBeCounted) {
  EXPECT_EQ(GridOutcome("grid: {points: [1000000000, 1000000]}\n").errors(), "");
  const GridOutcome row("grid:\n  points: [1000000001]\n");
  EXPECT_THAT(row.places(), ElementsAre("2:11 grid/points"));
  const GridOutcome all("grid:\n  cells: [100000, 100000, 200000]\n");
  EXPECT_THAT(all.places(), ElementsAre("2:10 grid/points"));
  EXPECT_THAT(all.errors(), HasSubstr("the grid has 2e+15 points"));
}

TEST(GridReader, FindsAllMistakesOfADomain) {
  const GridOutcome r(
      "grid:\n"
      "  points: [4, 4, 4]\n"
      "  domain: [[1, 0], [0, 1, 2], [a, 5 s]]\n",
      "neumann");
  EXPECT_THAT(r.places(), ElementsAre("3:12 grid/domain", "3:20 grid/domain",
                                      "3:32 parameter/wrong-type", "3:37 parameter/unit"));
  EXPECT_THAT(r.errors(), HasSubstr("grid.domain ends at 0, which is not above its start 1"));
  EXPECT_THAT(r.errors(), HasSubstr("a direction of grid.domain is not a pair [lower, upper]"));
  for (int d = 0; d < 3; ++d) EXPECT_GT(r.grid.spacing[d], 0) << "later checks use the grid";
}

TEST(GridReader, RefusesDomainsThatCannotBeComputedWith) {
  const GridOutcome r(
      "grid:\n"
      "  points: [4, 4, 4]\n"
      "  domain: [[0, 1e150], [0, 1e-151], [2, 2]]\n");
  EXPECT_THAT(r.places(), ElementsAre("3:12 grid/domain", "3:24 grid/domain", "3:37 grid/domain"));
  EXPECT_THAT(r.errors(), HasSubstr("grid.domain reaches beyond 1e150 m"));
  EXPECT_THAT(r.errors(), HasSubstr("a direction of grid.domain is shorter than 1e-150 m"));
  EXPECT_THAT(r.errors(), HasSubstr("grid.domain ends at 2, which is not above its start 2"));
}

TEST(GridReader, ADomainHasTheDirectionsOfThePoints) {
  const GridOutcome two("grid:\n  points: [4]\n  domain: [[0, 1], [0, 1]]\n");
  EXPECT_THAT(two.places(), ElementsAre("3:11 grid/domain"));
  EXPECT_THAT(two.errors(), HasSubstr("grid.domain has 2 directions, but the grid has 1"));
  EXPECT_THAT(GridOutcome("grid:\n  domain: 7\n").errors(),
              HasSubstr("grid.domain has 1 direction, but the grid has 3"));
}

TEST(GridReader, MistakesInPointsHideNoneInTheDomain) {
  const GridOutcome r("grid:\n  points: [8]\n  cells: [2000000000]\n  domain: [[1, 1]]\n");
  EXPECT_THAT(r.errors(), HasSubstr("grid.points and grid.cells are both given"));
  EXPECT_THAT(r.errors(), HasSubstr("the grid has 2e+09 points"));
  EXPECT_EQ(r.problems.size(), 3u);
  EXPECT_THAT(r.places(), ElementsAre("3:10 grid/points", "4:12 grid/domain"));
}

}  // namespace
}  // namespace cardon
