// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/thorn.hpp>
#include <cmath>
#include <string>
#include <utility>

#include "check/stencil_probe.hpp"
#include "toy_program.hpp"

namespace cardon {
namespace {

/// Refuses what its gas cannot have; `reach` points away in x.
template <int reach>
void positive(Block& block) {
  auto u = block.read(phi);
  auto v = block.write(next(phi));
  block.for_each("positive", [=](const Point& p) {
    const Real value = u(p, reach, 0, 0) + u(p, -reach, 0, 0);
    if (!(u(p) > 0 && value > 0))
      throw Error(Problem{.slug = "toy/density", .message = "negative density"});
    v(p) = std::sqrt(u(p)) + std::log(value);
  });
}

class RefusingTasks : public ToyProgram {
 protected:
  /// Errors and warnings.
  std::pair<std::string, std::string> probe() {
    std::pair<std::string, std::string> texts;
    const StencilProbe found = probe_stencils(program, parameters);
    for (const Problem& p : found.problems) texts.first += format_problem(p);
    for (const Problem& p : found.warnings) texts.second += format_problem(p);
    return texts;
  }
};

constexpr Index3 in_x{1, 0, 0};

TEST_F(RefusingTasks, TasksMayRefuseTheValuesOfATrial) {
  for (const int n : {1, 2, 3}) {
    set_grid(n, 17);
    program.tasks.clear();
    add("positive", positive<1>, {read_of(phi, in_x), write_of(phi, -1)});
    const auto [errors, warnings] = probe();
    EXPECT_THAT(errors, testing::IsEmpty()) << n;
    EXPECT_THAT(warnings, testing::IsEmpty()) << n;
    program.tasks.clear();
    add("reaches_further", positive<2>, {read_of(phi, in_x), write_of(phi, -1)});
    const std::string found = probe().first;
    EXPECT_THAT(found, testing::HasSubstr("reads phi at offset")) << n;
    EXPECT_THAT(found, testing::Not(testing::HasSubstr("toy/density"))) << n;
  }
}

}  // namespace
}  // namespace cardon
