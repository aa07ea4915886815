// SPDX-License-Identifier: Apache-2.0
// Thorns, integrators and boundaries for tests of the schedule, in few words.
#pragma once
#include <cardon/services/program.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/thorn_builder.hpp>
#include <list>
#include <map>
#include <string>
#include <vector>

#include "schedule/schedule_input.hpp"

namespace cardon {

inline constexpr int next_level = FieldRef::next_level;
inline constexpr int rhs_level = FieldRef::rhs_level;

/// A task that is being declared.
class ToyTask {
 public:
  explicit ToyTask(TaskDeclaration& task) : task_(&task) {}
  ToyTask& reads(const std::string& field, int radius = 0, int level = 0) {
    return reads(field, Index3{radius, radius, radius}, level);
  }
  ToyTask& reads(const std::string& field, const Index3& radius, int level = 0);
  ToyTask& writes(const std::string& field, int level = 0);
  ToyTask& reduces(const std::string& scalar);
  ToyTask& reads_scalar(const std::string& scalar, int lag = 0);
  ToyTask& sets(const std::string& scalar, bool rate = false);
  ToyTask& before(const std::string& task);
  ToyTask& after(const std::string& task);
  ToyTask& every(int n);
  ToyTask& when(const std::string& parameter, const std::string& value);

 private:
  TaskDeclaration* task_;
};

/// A thorn that is being declared.
class ToyThorn {
 public:
  explicit ToyThorn(ThornDeclaration& thorn) : thorn_(&thorn) {}
  ToyThorn& field(const std::string& name, Role role, int past = 0, Tensor tensor = Tensor::scalar,
                  bool has_boundary = true);
  ToyThorn& evolves(const std::string& name, int past = 0) {
    return field(name, Role::evolved, past);
  }
  ToyThorn& auxiliary(const std::string& name) { return field(name, Role::auxiliary); }
  ToyThorn& derives(const std::string& name) { return field(name, Role::derived); }
  ToyThorn& scalar(const std::string& name);
  ToyThorn& state(const std::string& name, bool evolved = false, int components = 0);
  ToyThorn& radiates(const std::string& field, const std::string& speed, Real far_value = 0,
                     int decay = 0);
  ToyThorn& parameter(ParameterDeclaration declaration);
  ToyTask at(Bin bin, const std::string& name);
  ToyTask boundary(const std::string& name);

 private:
  ThornDeclaration* thorn_;
};

/// A boundary that owns so many layers.
class ToyBoundary : public Boundary {
 public:
  explicit ToyBoundary(int layers, bool memory = false) : layers_(layers), memory_(memory) {}
  int owned_layers(const Grid&, int, bool, int) const override { return layers_; }
  int reach(int radius) const override { return radius; }
  BoundaryKind kind() const override {
    return memory_ ? BoundaryKind::evolution : BoundaryKind::values;
  }
  void fill(const FaceFill&) const override {}

 private:
  int layers_;
  bool memory_;
};

/// Everything a test needs to make a program.
class Toy {
 public:
  Toy();
  ToyThorn thorn(const std::string& name);
  void value(const std::string& parameter, const AnyValue& v) { values_[parameter] = v; }
  void points(int x, int y, int z);
  /// The same boundary on all faces.
  void boundary(const Boundary& boundary, const std::string& name);
  void euler();
  void rk4();

  Program build();  ///< expects no problems
  std::vector<Problem> problems();
  std::string errors();  ///< all messages in the one format
  ScheduleInput input;

 private:
  std::list<ThornDeclaration> thorns_;
  std::map<std::string, AnyValue> values_;
};

/// Names of tasks.
std::vector<std::string> names(const Program& program, const std::vector<int>& tasks);
const GridFunction& field(const Program& program, const std::string& name);
const Task& task(const Program& program, const std::string& name);

/// phi with one past level, advanced by leapfrog with a stencil of radius 1.
void add_leapfrog(Toy& toy);
/// phi and pi, advanced by right-hand sides; phi is read with radius 1.
void add_wave(Toy& toy);

}  // namespace cardon
