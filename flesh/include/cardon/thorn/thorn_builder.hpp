// SPDX-License-Identifier: Apache-2.0
// The `thorn` object inside CARDON_THORN: how a thorn says what it has and what it does.
#pragma once
#include <algorithm>
#include <cardon/signature/name_of.hpp>
#include <cardon/thorn/thorn_declaration.hpp>
#include <string_view>
#include <type_traits>

namespace cardon {

/// Continues thorn.at<function>(...): when the task runs, and what it costs.
class TaskBuilder {
 public:
  /// Makes a builder of a task. If `thorn` is given, when() also declares the parameter.
  explicit TaskBuilder(TaskDeclaration& task, ThornDeclaration* thorn = nullptr)
      : task_(&task), thorn_(thorn) {}

  /// Overrides of the order that follows from the data: names of tasks of this thorn, or
  /// "Thorn::task".
  TaskBuilder& before(std::string_view task);
  /// The task runs after `task`; see before().
  TaskBuilder& after(std::string_view task);
  /// Runs in steps 0, n, 2n, ...
  TaskBuilder& every(int n);
  /// Floating-point operations per point: sums, products and quotients of the formula, none counted
  /// twice that need not be computed twice; those `per_direction` come on top for each direction of
  /// the grid. For the flop rate of a run; optional. `cardon check --operations` shows what a task
  /// executes.
  TaskBuilder& flops(double n, double per_direction = 0);
  /// Never runs on several threads at once: for functions with data that lasts from call to call,
  /// such as static variables or Fortran's save. Of all tasks that say so, one at a time runs in a
  /// process.
  TaskBuilder& serial();
  /// Runs only if the parameter is true, or has the value.
  TaskBuilder& when(const Parameter<bool>& parameter, bool value = true);
  /// Runs only if the integer parameter has the value.
  TaskBuilder& when(const Parameter<int>& parameter, int value);
  /// Runs only if the string or keyword parameter has the value.
  TaskBuilder& when(const Parameter<std::string_view>& parameter, std::string_view value);

 protected:
  TaskDeclaration* task_;  ///< what is declared

 private:
  void add_condition(const ParameterDeclaration& parameter, std::string value);
  ThornDeclaration* thorn_;
};

namespace detail {

/// Also says what the task reads and writes. In C++ the parameters of its function do that: this is
/// for them, for the bindings of other languages, and for tests.
class AccessBuilder : public TaskBuilder {
 public:
  using TaskBuilder::TaskBuilder;

  /// reads(a, b) at the point itself; reads(a, b, stencil(2)) up to two points away in every
  /// direction. Also scalars: reads(total) of the same step, for which all ranks wait in every
  /// step, and reads(lagged(total, 2)).
  template <class... Items>
  AccessBuilder& reads(const Items&... items) {
    Stencil reach{{0, 0, 0}};
    (set_reach(reach, items), ...);
    (add_read(items, reach), ...);
    return *this;
  }
  /// Fields at the point itself. A task that writes scalars, such as rhs(amplitude), runs once and
  /// not at points: it reads and writes nothing but scalars.
  template <class... Refs>
  AccessBuilder& writes(const Refs&... refs) {
    (add_write(refs), ...);
    return *this;
  }
  /// Scalars that the task combines with block.reduce().
  template <class... Scalars>
  AccessBuilder& reduces(const Scalars&... scalars) {
    (task_->reduces.emplace_back(scalars.name), ...);
    return *this;
  }

 private:
  static void set_reach(Stencil& reach, const Stencil& given) { reach = given; }
  static void set_reach(Stencil&, const FieldRef&) {}
  static void set_reach(Stencil&, const ScalarRef&) {}
  void add_read(const Stencil&, const Stencil&) {}
  void add_read(const FieldRef& ref, const Stencil& reach);
  void add_read(const ScalarRef& ref, const Stencil&);
  void add_write(const FieldRef& ref);
  void add_write(const ScalarRef& ref);
};

/// Adds a task whose function takes a Block.
AccessBuilder add_block_task(ThornDeclaration& thorn, Bin bin, std::string_view name,
                             TaskFunction function);
/// Adds a boundary whose function takes a Block.
AccessBuilder add_block_boundary(ThornDeclaration& thorn, std::string_view name,
                                 TaskFunction function);

}  // namespace detail

/// Collects the declaration of one thorn.
class ThornBuilder {
 public:
  /// Adds to `thorn`, which must outlive the builder.
  explicit ThornBuilder(ThornDeclaration& thorn) : thorn_(&thorn) {}

  /// Sets the description in one line, for lists.
  void summary(std::string_view text);
  /// Who wrote the thorn, one name each.
  template <class... Names>
  void authors(const Names&... names) {
    (thorn_->authors.emplace_back(names), ...);
  }
  /// A work that users of the thorn should cite, in one line: the run folder lists those of the
  /// active thorns in citations.txt.
  void cites(std::string_view work);
  /// Parameters and expressions.
  template <class... Parameters>
  void parameters(const Parameters&... parameters) {
    (thorn_->parameters.push_back(declare(parameters)), ...);
  }
  /// Fields advanced in time: by the integrator if a task writes rhs(field), else by a task that
  /// writes next(field). Also scalars without a reduction, whose rhs(scalar) a task writes.
  template <class... Fields>
  void evolves(const Fields&... fields) {
    (add_field(fields, Role::evolved), ...);
  }
  /// Fields stored besides: coefficients, intermediate results.
  template <class... Fields>
  void auxiliary(const Fields&... fields) {
    (add_field(fields, Role::auxiliary), ...);
  }
  /// Fields computed at Analysis when an output asks for them.
  template <class... Fields>
  void derives(const Fields&... fields) {
    (add_field(fields, Role::derived), ...);
  }
  /// Scalars that tasks reduce or set; those that the integrator advances belong to evolves().
  template <class... Scalars>
  void scalars(const Scalars&... scalars) {
    (add_scalar(scalars), ...);
  }
  // Tasks, of functions whose parameters say what they read and write: see <cardon/signature/...>.

  /// A task: thorn.at<wave_rhs>(EvolveRhs).
  template <auto function>
  TaskBuilder at(Bin bin, std::string_view name = detail::name_of<function>());
  /// One of several instances of a template, which n tells apart: "wave_rhs_4".
  template <auto function>
  TaskBuilder at(Bin bin, int n);
  /// A boundary that grid.boundary can name as "Thorn::name", with FaceView among the parameters of
  /// its function: it fills the fields that it writes, all together, layer by layer, with what it
  /// reads at the point or, with a radius, up to so many points further inside along the normal.
  /// Fields are those of the level that is being filled. It has no conditions and no order.
  template <auto function>
  TaskBuilder boundary(std::string_view name = detail::name_of<function>());
  /// A function of values of parameters and GridView that returns the step for which time.courant
  /// is 1.
  template <auto function>
  void limits_step(std::string_view name = detail::name_of<function>());
  /// The minimum of a scalar over the grid, where steps are adaptive.
  template <const auto& s>
  requires std::is_base_of_v<Scalar, std::remove_cvref_t<decltype(s)>>
  void limits_step();

  /// Declares a field of this thorn that a signature names: once, however many signatures do.
  template <const auto& f>
  void uses_field();
  /// Declares a scalar that a signature names.
  template <const auto& s>
  void uses_scalar();
  /// Declares a parameter that a signature names.
  template <const auto& p>
  void uses_parameter();

  /// Declares, for the radiative boundary, that the field, or a component such as FieldRef("g_xx"),
  /// travels outwards with this speed as far_value + u(r - speed t) / r. With decay n > 0 what the
  /// right-hand side has besides falls off as 1 / r^n (of a field like 1 / r^m at rest: n = m + 1),
  /// where the integrator advances it. Of two declarations for a component the later one counts.
  void radiates(const FieldRef& field, const Parameter<Real>& speed, Real far_value = 0,
                int decay = 0);
  /// Declares a fixed speed, in the units of the run.
  void radiates(const FieldRef& field, Real speed, Real far_value = 0, int decay = 0);
  /// Returns the declaration, for service thorns; see <cardon/service.hpp>.
  ThornDeclaration& declaration() { return *thorn_; }

 private:
  template <class Task>
  TaskBuilder declared(TaskDeclaration& declaration);
  template <class Items>
  static bool has(const Items& items, std::string_view name) {
    return std::any_of(items.begin(), items.end(), [&](const auto& d) { return d.name == name; });
  }
  void add_field(const Field& field, Role role);
  void add_field(const Scalar& scalar, Role role);
  void add_scalar(const Scalar& scalar, bool evolved = false);
  ThornDeclaration* thorn_;
};

}  // namespace cardon
