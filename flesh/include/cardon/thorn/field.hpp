// SPDX-License-Identifier: Apache-2.0
// Declaring grid functions: fields, derived fields, scalars, and references to their time levels.
#pragma once
#include <cardon/thorn/box.hpp>
#include <cardon/thorn/parameter.hpp>
#include <string_view>

namespace cardon {

/// How the components of a field behave under reflections.
enum class Tensor {
  scalar,            ///< one component, even under all reflections
  vector,            ///< x, y, z; component c is odd under reflection in direction c
  axial_vector,      ///< x, y, z; component c is even in direction c, odd in the others
  symmetric_tensor,  ///< xx, xy, xz, yy, yz, zz; reflected like products of vector components
  plane_vector       ///< x, y of a vector
};

/// What a field is for: evolved fields are advanced in time (and checkpointed), derived ones are
/// computed for output, auxiliary ones are anything else a thorn stores on the grid.
enum class Role { evolved, derived, auxiliary };

/// A grid function (or the group of its components) that a thorn provides. Literal type, declared
/// at namespace scope.
struct Field {
  std::string_view name;           ///< short name, an identifier such as "phi"
  std::string_view description;    ///< one line for lists and outputs
  std::string_view unit_text;      ///< such as "m/s"; empty: none given
  Tensor tensor = Tensor::scalar;  ///< selects the components and their signs under reflections
  int past = 0;                    ///< number of past time levels kept besides the current one
  bool has_boundary = true;  ///< filled at the domain's faces by the boundary of the parameter file
  bool is_derived = false;   ///< true in a Derived

  /// A scalar field without past levels; the functions below make other kinds of it.
  constexpr Field(std::string_view field_name, std::string_view field_description,
                  Unit field_unit = {})
      : name(field_name), description(field_description), unit_text(field_unit.text) {}

  /// Three components name_x, name_y, name_z; component c is odd under reflection in direction c.
  constexpr Field vector() const { return with(Tensor::vector); }
  /// The first two components of a vector, name_x and name_y: for grids of one or two directions.
  constexpr Field plane_vector() const { return with(Tensor::plane_vector); }
  /// Three components like those of vector(), for a field such as the magnetic one: component c is
  /// even under reflection in direction c, and the others are odd.
  constexpr Field axial_vector() const { return with(Tensor::axial_vector); }
  /// Six components name_xx, name_xy, name_xz, name_yy, name_yz, name_zz.
  constexpr Field symmetric_tensor() const { return with(Tensor::symmetric_tensor); }
  /// Keeps n past time levels: past(f, 1) is the level before the current one.
  constexpr Field past_levels(int n) const {
    Field f = *this;
    f.past = n;
    return f;
  }
  /// Not touched by boundary conditions.
  constexpr Field no_boundary() const {
    Field f = *this;
    f.has_boundary = false;
    return f;
  }

 private:
  constexpr Field with(Tensor t) const {
    Field f = *this;
    f.tensor = t;
    return f;
  }
};

/// A field computed from others when output or analysis asks for it.
struct Derived : Field {
  /// A scalar field; vector() and the like make other kinds of it.
  constexpr Derived(std::string_view field_name, std::string_view field_description,
                    Unit field_unit = {})
      : Field(field_name, field_description, field_unit) {
    is_derived = true;
  }
  /// Field::vector(), and still Derived.
  constexpr Derived vector() const { return Derived(Field::vector()); }
  /// Field::plane_vector(), and still Derived.
  constexpr Derived plane_vector() const { return Derived(Field::plane_vector()); }
  /// Field::axial_vector(), and still Derived.
  constexpr Derived axial_vector() const { return Derived(Field::axial_vector()); }
  /// Field::symmetric_tensor(), and still Derived.
  constexpr Derived symmetric_tensor() const { return Derived(Field::symmetric_tensor()); }
  /// Field::no_boundary(), and still Derived.
  constexpr Derived no_boundary() const { return Derived(Field::no_boundary()); }

 private:
  constexpr explicit Derived(const Field& field) : Field(field) {}
};

/// How the values of a declared scalar are combined over all N points of the grid: l1 = (sum |f|) /
/// N, l2 = sqrt((sum f f) / N), linf = max |f|. Sums are exact and rounded once.
enum class Reduce {
  sum,   ///< sum f
  mean,  ///< (sum f) / N
  min,   ///< smallest f; its position is known as well
  max,   ///< largest f; its position is known as well
  l1,    ///< (sum |f|) / N
  l2,    ///< sqrt((sum f f) / N)
  linf   ///< max |f|
};

/// A number of the whole run, which tasks read and output.scalars can list by name. With a
/// reduction a task makes it from the grid with block.reduce(). Without one it is a state that is
/// no grid: tasks set it with block.set(), or thorn.evolves() hands it to the integrator.
struct Scalar {
  std::string_view name;         ///< short name, an identifier such as "total"
  std::string_view description;  ///< one line for lists and outputs
  Reduce kind = Reduce::sum;     ///< reduction over the grid; unused in a state
  std::string_view unit_text;    ///< such as "J"; empty: none given
  double start = 0;              ///< the value before any task has reduced or set the scalar
  bool is_state = false;  ///< without a reduction: set by tasks or advanced by the integrator
  int parts = 0;          ///< 0: a single number
  /// A number combined from values at all points of the grid.
  constexpr Scalar(std::string_view scalar_name, std::string_view scalar_description, Reduce reduce,
                   Unit u = {})
      : name(scalar_name), description(scalar_description), kind(reduce), unit_text(u.text) {}
  /// A state without a reduction.
  constexpr Scalar(std::string_view scalar_name, std::string_view scalar_description, Unit u = {})
      : name(scalar_name), description(scalar_description), unit_text(u.text), is_state(true) {}
  /// The value that tasks read before any task has reduced or set the scalar (0).
  constexpr Scalar starts_at(double value) const {
    Scalar s = *this;
    s.start = value;
    return s;
  }
  /// n numbers name_0, name_1, ... instead of one, for a scalar without a reduction.
  constexpr Scalar components(int n) const {
    Scalar s = *this;
    s.parts = n;
    return s;
  }
};

/// A scalar as a task reads or sets it: the value of the same step, or of `lag` steps before, or
/// its time derivative.
struct ScalarRef {
  std::string_view name;  ///< "total", or "Other::total" for another thorn's scalar
  int lag = 0;            ///< steps that the value is old; 0: of the same step
  bool is_rate = false;   ///< the time derivative instead of the value; see rhs()

  /// A scalar of the same thorn.
  constexpr ScalarRef(const Scalar& scalar, int steps = 0) : name(scalar.name), lag(steps) {}
  /// A scalar by its name, "Other::total" for one of another thorn.
  constexpr explicit ScalarRef(std::string_view scalar_name, int steps = 0)
      : name(scalar_name), lag(steps) {}
};

/// The value from `steps` steps before: nobody waits for a reduction that has had them to travel.
constexpr ScalarRef lagged(const ScalarRef& scalar, int steps = 1) {
  return ScalarRef(scalar.name, steps);
}
/// A scalar of another thorn, by its full name.
constexpr ScalarRef uses_scalar(std::string_view full_name) { return ScalarRef(full_name); }

/// One time level of a field, or its right-hand side, as named in read(), write(), reads() and
/// writes().
struct FieldRef {
  static constexpr int next_level = -1;  ///< of next()
  static constexpr int rhs_level = -2;   ///< of rhs()
  std::string_view name;                 ///< "phi", or "Other::rho" for another thorn's field
  int level = 0;  ///< 0 current, n > 0 n-th past level, next_level, rhs_level

  /// A field of the same thorn.
  constexpr FieldRef(const Field& field, int time_level = 0)
      : name(field.name), level(time_level) {}
  /// A field by its name, "Other::rho" for one of another thorn.
  constexpr explicit FieldRef(std::string_view field_name, int time_level = 0)
      : name(field_name), level(time_level) {}
};

/// The n-th level before the current one.
constexpr FieldRef past(const Field& field, int n = 1) { return {field, n}; }
/// The level that the running step computes; it becomes the current one when the step ends.
constexpr FieldRef next(const Field& field) { return {field, FieldRef::next_level}; }
/// The time derivative that the active integrator uses.
constexpr FieldRef rhs(const Field& field) { return {field, FieldRef::rhs_level}; }
/// The time derivative of a scalar that the active integrator advances.
constexpr ScalarRef rhs(const Scalar& scalar) {
  ScalarRef ref(scalar);
  ref.is_rate = true;
  return ref;
}
/// A field of another thorn, by its full name.
constexpr FieldRef uses(std::string_view full_name) { return FieldRef(full_name); }

/// Reach of a stencil in points per direction.
struct Stencil {
  Index3 radius;  ///< in x, y and z
};
/// A stencil that reaches r points in every direction.
constexpr Stencil stencil(int r) { return {{r, r, r}}; }
/// A stencil that reaches x, y and z points in these directions.
constexpr Stencil stencil(int x, int y, int z) { return {{x, y, z}}; }

}  // namespace cardon
