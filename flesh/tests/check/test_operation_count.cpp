// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <csignal>

#include "check/instruction_trace.hpp"
#include "check/machine_operations.hpp"
#include "check/operation_count.hpp"
#include "toy_program.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Four operations at a point, and one per call.
void four_operations(Block& block) {
  auto u = block.read(phi);
  auto v = block.write(psi);
  const Real third = std::sqrt(block.time()) + 3;
  block.for_each(
      "four_operations",
      KOKKOS_LAMBDA(const Point& p) { v(p) = u(p) * u(p) + std::sqrt(u(p)) / third; });
}

void copy(Block& block) {
  auto u = block.read(phi);
  auto v = block.write(psi);
  block.for_each(
      "copy", KOKKOS_LAMBDA(const Point& p) { v(p) = u(p); });
}

/// A product for each face between two rows, planes or points beside one another along y and z, and
/// one for each point.
void once_per_face(Block& block) {
  auto u = block.read(phi);
  auto v = block.write(psi);
  for (const Piece& piece : block.context().pieces) {
    const Box& b = piece.box;
    for (int d = 1; d < 3; ++d)
      for (int k = b.lo[2]; k < b.hi[2] + (d == 2 ? 1 : 0); ++k)
        for (int j = b.lo[1]; j < b.hi[1] + (d == 1 ? 1 : 0); ++j)
          for (int i = b.lo[0]; i < b.hi[0]; ++i) {
            const Point p{i, j, k, &piece.frame};
            v(p) = u(p) * u(p, 0, d == 1 ? -1 : 0, d == 2 ? -1 : 0);
          }
  }
}

class OperationCount : public ToyProgram {
 protected:
  Task& add_task(TaskFunction function, double flops) {
    Task& task = add("task", function, {read_of(phi), write_of(psi)});
    task.flops = flops;
    return task;
  }
};

/// Skips where the processor does not stop: the count is then left out on purpose.
#define NEEDS_TRACE() \
  if (executed_instructions([] {}).empty()) GTEST_SKIP() << "skipped: no single steps here"

TEST_F(OperationCount, CountsWhatIsDoneAtAPointWhateverTheShapeOfTheGrid) {
  NEEDS_TRACE();
  for (const int dimensions : {1, 2, 3})
    for (const int points : {17, 40}) {
      set_grid(dimensions, points);
      program.tasks.clear();
      EXPECT_EQ(operations_per_point(program, parameters, add_task(four_operations, 0)),
                (ExecutedOperations{.all = 4, .quotients = 1, .roots = 1}))
          << dimensions << " directions of " << points << " points";
    }
}

// In single rows there are two faces for each point.
TEST_F(OperationCount, CountsOnceWhatNeighboursShare) {
  NEEDS_TRACE();
  Task& task = add("task", once_per_face, {read_of(phi, {0, 1, 1}), write_of(psi)});
  EXPECT_EQ(operations_per_point(program, parameters, task), ExecutedOperations{4});
  task.flops = 2;
  EXPECT_EQ(operations_per_point(program, parameters, task), ExecutedOperations{2});
}

TEST_F(OperationCount, ListsTasksThatComputeOnceForAllStages) {
  NEEDS_TRACE();
  add_task(four_operations, 4);
  add_task(four_operations, 4);
  add_task(copy, 0);
  const std::vector<TaskOperations> operations = count_operations(program, parameters);
  ASSERT_EQ(operations.size(), 1u);
  EXPECT_THAT(operation_lines(operations),
              ElementsAre("Toy::task       4, declared 4; quotients 1, square roots 1"));
  EXPECT_THAT(operation_warnings(operations), IsEmpty());
}

TEST_F(OperationCount, IsOfTheChosenTasks) {
  NEEDS_TRACE();
  add_task(four_operations, 4);
  add("other", four_operations, {read_of(phi), write_of(psi)});
  EXPECT_EQ(count_operations(program, parameters).size(), 2u);
  const std::vector<TaskOperations> operations =
      count_operations(program, parameters, {"Toy::other"});
  ASSERT_EQ(operations.size(), 1u);
  EXPECT_EQ(operations[0].task, "Toy::other");
}

TEST_F(OperationCount, KnowsItsTasks) {
  add_task(copy, 0);
  try {
    count_operations(program, parameters, {"Toy::tusk"});
    ADD_FAILURE() << "taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().at(0).slug, "cli/unknown-task");
    EXPECT_EQ(error.problems().at(0).help, "did you mean Toy::task?");
  }
}

TEST(OperationWarnings, NameWhatPromisesTooMuch) {
  EXPECT_THAT(
      operation_warnings({{"Toy::a", {100}, 125}, {"Toy::b", {100}, 30}, {"Toy::c", {7}, 0}}),
      IsEmpty());
  const std::vector<Problem> warnings =
      operation_warnings({{"Toy::a", {100}, 126}, {"Toy::b", {}, 1}});
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(warnings[0].slug, "schedule/operations");
  EXPECT_EQ(warnings[0].message,
            "Toy::a declares 126 floating-point operations per point and executes 100");
  EXPECT_THAT(warnings[0].help, HasSubstr("flops(100)"));
  EXPECT_EQ(warnings[1].help, "omit flops");
}

TEST(MachineOperations, CountNumbersInRegisters) {
  const auto count = [](const char* mnemonic, const char* operands) {
    return floating_point_operations(mnemonic, operands);
  };
  EXPECT_EQ(count("addsd", "xmm0, xmm1"), 1);
  EXPECT_EQ(count("mulpd", "xmm0, xmmword ptr [rax]"), 2);
  EXPECT_EQ(count("vaddpd", "ymm0, ymm1, ymmword ptr [rax + 8]"), 4);
  EXPECT_EQ(count("vdivps", "zmm0, zmm1, zmm2"), 16);
  EXPECT_EQ(count("vfnmadd231pd", "ymm0, ymm1, ymm2"), 8);
  EXPECT_EQ(count("vsqrtsd", "xmm0, xmm0, xmm1"), 1);
  EXPECT_EQ(count("vmaxpd", "ymm0, ymm1, ymm2"), 4);
  EXPECT_EQ(count("fmulp", "st(1)"), 1);
  for (const char* other :
       {"add", "sub", "mul", "vaddsubp", "movapd", "vandpd", "ucomisd", "vcmppd", "cvtsi2sd",
        "vroundsd", "paddd", "vpaddq", "fld", "vbroadcastsd"})
    EXPECT_EQ(count(other, "ymm0, ymm1, ymm2"), 0) << other;
}

TEST(InstructionTrace, LeavesTheTrapHandlerAsItWas) {
  struct sigaction before {
  }, after{};
  sigaction(SIGTRAP, nullptr, &before);
  const int sum = [] {
    int total = 0;
    executed_instructions([&] { total += 42; });
    return total;
  }();
  sigaction(SIGTRAP, nullptr, &after);
  EXPECT_EQ(sum, 42);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
}

}  // namespace
}  // namespace cardon
