// SPDX-License-Identifier: Apache-2.0
#include "toy.hpp"

#include <gtest/gtest.h>

#include "schedule/build_program.hpp"

namespace cardon {

ToyTask& ToyTask::reads(const std::string& field, const Index3& radius, int level) {
  task_->reads.push_back({field, level, radius});
  return *this;
}
ToyTask& ToyTask::writes(const std::string& field, int level) {
  task_->writes.push_back({field, level, {0, 0, 0}});
  return *this;
}
ToyTask& ToyTask::reduces(const std::string& scalar) {
  task_->reduces.push_back(scalar);
  return *this;
}
ToyTask& ToyTask::reads_scalar(const std::string& scalar, int lag) {
  task_->scalars.push_back({scalar, lag});
  return *this;
}
ToyTask& ToyTask::sets(const std::string& scalar, bool rate) {
  task_->sets.push_back({scalar, 0, rate});
  return *this;
}
ToyTask& ToyTask::before(const std::string& task) {
  task_->before.push_back(task);
  return *this;
}
ToyTask& ToyTask::after(const std::string& task) {
  task_->after.push_back(task);
  return *this;
}
ToyTask& ToyTask::every(int n) {
  task_->every = n;
  return *this;
}
ToyTask& ToyTask::when(const std::string& parameter, const std::string& value) {
  task_->when.push_back({parameter, value});
  return *this;
}

ToyThorn& ToyThorn::field(const std::string& name, Role role, int past, Tensor tensor,
                          bool has_boundary) {
  thorn_->fields.push_back({name, "A field", "m", tensor, role, past, has_boundary});
  return *this;
}
ToyThorn& ToyThorn::scalar(const std::string& name) {
  thorn_->scalars.push_back({name, "A scalar", "J", Reduce::sum});
  return *this;
}
ToyThorn& ToyThorn::state(const std::string& name, bool evolved, int components) {
  thorn_->scalars.push_back({.name = name,
                             .description = "A state",
                             .is_state = true,
                             .evolved = evolved,
                             .parts = components});
  return *this;
}
ToyThorn& ToyThorn::radiates(const std::string& field, const std::string& speed, Real far_value,
                             int decay) {
  thorn_->radiations.push_back({field, speed, far_value, decay});
  return *this;
}
ToyThorn& ToyThorn::parameter(ParameterDeclaration declaration) {
  thorn_->parameters.push_back(std::move(declaration));
  return *this;
}
ToyTask ToyThorn::at(Bin bin, const std::string& name) {
  TaskDeclaration& task = thorn_->tasks.emplace_back();
  task.name = name;
  task.bin = bin;
  task.function = [](Block&) {};
  return ToyTask(task);
}

ToyTask ToyThorn::boundary(const std::string& name) {
  TaskDeclaration& task = thorn_->boundaries.emplace_back();
  task.name = name;
  task.function = [](Block&) {};
  return ToyTask(task);
}

Toy::Toy() {
  points(16, 16, 16);
  input.parameter = [this](const std::string&, const std::string& parameter) {
    return values_.at(parameter);
  };
}

ToyThorn Toy::thorn(const std::string& name) {
  thorns_.emplace_back().name = name;
  input.thorns.push_back(&thorns_.back());
  return ToyThorn(thorns_.back());
}

void Toy::points(int x, int y, int z) {
  input.grid.points = {x, y, z};
  input.grid.dimensions = z > 1 ? 3 : y > 1 ? 2 : 1;
}

void Toy::boundary(const Boundary& boundary, const std::string& name) {
  for (int d = 0; d < input.grid.dimensions; ++d) {
    for (int side = 0; side < 2; ++side) {
      input.faces[d][side] = &boundary;
      input.grid.faces[d][side].boundary = name;
    }
    input.grid.periodic[d] = false;
  }
}

void Toy::euler() {
  input.integrator = "euler";
  input.stages = {{0, {{0, {{0, 1}}, 1}}}};
}

// Register 1 keeps the old state, register 2 collects the new one.
void Toy::rk4() {
  input.integrator = "rk4";
  input.stages = {{0, {{1, {{0, 1}}, 0}, {2, {{0, 1}}, 1. / 6}, {0, {{1, 1}}, 0.5}}},
                  {0.5, {{2, {{2, 1}}, 1. / 3}, {0, {{1, 1}}, 0.5}}},
                  {0.5, {{2, {{2, 1}}, 1. / 3}, {0, {{1, 1}}, 1}}},
                  {1, {{0, {{2, 1}}, 1. / 6}}}};
}

Program Toy::build() {
  std::vector<Problem> problems;
  Program program = build_program(input, problems);
  EXPECT_EQ(problems.size(), 0u) << format_problems(problems);
  return program;
}

std::vector<Problem> Toy::problems() {
  std::vector<Problem> problems;
  build_program(input, problems);
  return problems;
}

std::string Toy::errors() {
  std::string text;
  for (const Problem& problem : problems()) text += format_problem(problem);
  return text;
}

std::vector<std::string> names(const Program& program, const std::vector<int>& tasks) {
  std::vector<std::string> names;
  for (const int id : tasks) names.push_back(program.tasks.at(std::size_t(id)).name);
  return names;
}

const GridFunction& field(const Program& program, const std::string& name) {
  for (const GridFunction& f : program.fields) {
    if (f.name == name) return f;
  }
  throw Bug("no field " + name);
}

const Task& task(const Program& program, const std::string& name) {
  for (const Task& t : program.tasks) {
    if (t.name == name) return t;
  }
  throw Bug("no task " + name);
}

void add_leapfrog(Toy& toy) {
  ToyThorn thorn = toy.thorn("WaveToy");
  static constexpr Parameter speed{"speed", 1.0, "Wave speed", positive};
  thorn.parameter(declare(speed)).evolves("phi", 1);
  toy.value("speed", Real{2});
  thorn.at(Initial, "gaussian").writes("phi").writes("phi", 1);
  thorn.at(Evolve, "evolve").reads("phi", 1).reads("phi", 0, 1).writes("phi", next_level);
}

void add_wave(Toy& toy) {
  ToyThorn thorn = toy.thorn("WaveMoL");
  thorn.evolves("phi").evolves("pi");
  thorn.at(Initial, "gaussian").writes("phi").writes("pi");
  thorn.at(EvolveRhs, "rhs")
      .reads("phi", 1)
      .reads("pi")
      .writes("phi", rhs_level)
      .writes("pi", rhs_level);
}

}  // namespace cardon
