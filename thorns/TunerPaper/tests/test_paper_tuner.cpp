// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>

#include "paper_tuner.hpp"

using namespace cardon;

namespace {

Program reaching(const Index3& radius) {
  Program program;
  program.grid.points = {8, 8, 64};
  Task task;
  Binding binding;
  binding.reads = true;
  binding.radius = radius;
  task.bindings = {binding};
  program.tasks = {task};
  return program;
}

ParameterRegistry registry_of_paper() {
  ParameterRegistry registry;
  ParameterSection section;
  section.path = PaperTuner::section;
  section.description = "Rules of 2001";
  section.provider = "TunerPaper";
  section.parameters = {declare(paper_same), declare(paper_average), declare(paper_period)};
  registry.add(section);
  return registry;
}

TEST(PaperTuner, FindsTheReachAlongTheChain) {
  EXPECT_EQ(widest_stencil(reaching({3, 1, 2}), Machine{}), 2);
  EXPECT_EQ(widest_stencil(reaching({3, 1, 0}), Machine{}), 1);
}

TEST(PaperTuner, ReadsItsParameters) {
  const ParameterRegistry registry = registry_of_paper();
  std::vector<Problem> problems;
  const ParameterSet parameters = resolve_parameters(registry, {}, problems);
  const Program program = reaching({1, 1, 1});
  const Machine machine;
  TunerSetup setup;
  setup.program = &program;
  setup.parameters = &parameters;
  setup.machine = &machine;
  setup.start.links = {WideLinkSettings{.depth = 1, .codecs = {}}};
  setup.freedom.depth = setup.freedom.codecs = {true};
  PaperTuner tuner;
  EXPECT_EQ(tuner.start(setup).steps, 10);
  setup.window = 25;
  EXPECT_EQ(tuner.start(setup).steps, 25);
}

TEST(PaperTuner, MustBeStarted) { EXPECT_THROW(PaperTuner().decide({}), Bug); }

}  // namespace
