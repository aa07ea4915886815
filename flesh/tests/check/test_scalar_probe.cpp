// SPDX-License-Identifier: Apache-2.0
// What is seen of tasks that set scalars.
#include <gmock/gmock.h>

#include "check/scalar_probe.hpp"
#include "check/stencil_probe.hpp"
#include "toy_program.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Scalar count_of_turns{"turns", "Under test"};
constexpr Scalar mode = Scalar{"mode", "Amplitudes"}.components(3);

/// A state `turns`, and `mode` with three components.
class ScalarProbeTest : public ToyProgram {
 protected:
  ScalarProbeTest() {
    program.scalars.clear();
    for (const char* name : {"turns", "mode_0", "mode_1", "mode_2"}) {
      ScalarInfo& scalar = program.scalars.emplace_back();
      scalar.id = int(program.scalars.size()) - 1;
      scalar.name = name;
      scalar.thorn = "Toy";
      scalar.group = scalar.id == 0 ? "turns" : "mode";
      scalar.is_state = true;
    }
    program.scalar_slots = int(program.scalars.size());
  }

  /// Messages about a task that reads the scalars with these numbers and sets turns.
  std::vector<std::string> told(const std::vector<int>& read, const TaskFunction& function) {
    Task task;
    task.name = "Toy::turn";
    task.thorn = "Toy";
    task.bin = Bin::post_step;
    task.function = function;
    for (const int scalar : read)
      task.reads_scalars.push_back({scalar, 0, program.scalars[std::size_t(scalar)].name});
    task.sets.push_back({0, false, "turns"});
    program.step_scalars.push_back({0, std::move(task)});
    StencilProbe result;
    probe_scalar_tasks(program, parameters, result);
    std::vector<std::string> all;
    for (const auto* list : {&result.problems, &result.warnings})
      for (const Problem& p : *list) all.push_back(p.message + "; " + p.help);
    return all;
  }
};

void use_two(Block& block) {
  block.set(count_of_turns, block.value(mode, 0) + block.value(mode, 1));
}
void use_none(Block& block) { block.set(count_of_turns, 1); }

TEST_F(ScalarProbeTest, ScalarsThatAreNotUsedAreNamed) {
  EXPECT_THAT(told({0}, use_none),
              ElementsAre("Toy::turn declares that it reads turns, but does not use it; remove "
                          "turns from reads()"));
}

TEST_F(ScalarProbeTest, WhoNamesAScalarNeedNotUseAllOfItsComponents) {
  EXPECT_THAT(told({1, 2, 3}, use_two), IsEmpty());
}

TEST_F(ScalarProbeTest, AnUnusedScalarWithComponentsIsNamedOnce) {
  EXPECT_THAT(told({1, 2, 3}, use_none),
              ElementsAre("Toy::turn declares that it reads mode, but does not use it; remove "
                          "mode from reads()"));
}

TEST_F(ScalarProbeTest, ComponentsThatAreNamedAreToBeUsed) {
  EXPECT_THAT(told({1, 3}, [](Block& block) { block.set(count_of_turns, block.value(mode, 0)); }),
              ElementsAre("Toy::turn declares that it reads mode_2, but does not use it; remove "
                          "mode_2 from reads()"));
}

}  // namespace
}  // namespace cardon
