// SPDX-License-Identifier: Apache-2.0
// Which field or scalar, and which of its time levels, an accessor of a signature is for.
#pragma once
#include <cardon/thorn/data_file.hpp>
#include <cardon/thorn/data_table.hpp>
#include <cardon/thorn/field.hpp>
#include <type_traits>

namespace cardon {

/// A field that is advanced in time. Its role is part of its type, so that rhs<f> and next<f> of
/// other fields do not compile.
struct Evolved : Field {
  using Field::Field;
  /// Declares the same field as advanced in time.
  constexpr Evolved(const Field& field) : Field(field) {}
  /// Field::vector(), and still Evolved.
  constexpr Evolved vector() const { return Field::vector(); }
  /// Field::plane_vector(), and still Evolved.
  constexpr Evolved plane_vector() const { return Field::plane_vector(); }
  /// Field::axial_vector(), and still Evolved.
  constexpr Evolved axial_vector() const { return Field::axial_vector(); }
  /// Field::symmetric_tensor(), and still Evolved.
  constexpr Evolved symmetric_tensor() const { return Field::symmetric_tensor(); }
  /// Field::past_levels(), and still Evolved.
  constexpr Evolved past_levels(int n) const { return Field::past_levels(n); }
  /// Field::no_boundary(), and still Evolved.
  constexpr Evolved no_boundary() const { return Field::no_boundary(); }
};

/// A scalar that the integrator advances by its time derivative rhs<q>.
struct EvolvedScalar : Scalar {
  /// A single number that starts at 0.
  constexpr EvolvedScalar(std::string_view scalar_name, std::string_view scalar_description,
                          Unit u = {})
      : Scalar(scalar_name, scalar_description, u) {}
  /// Declares the same scalar as advanced in time.
  constexpr EvolvedScalar(const Scalar& scalar) : Scalar(scalar) {}
  /// The value at the start of the run.
  constexpr EvolvedScalar starts_at(double value) const { return Scalar::starts_at(value); }
  /// Scalar::components(), and still EvolvedScalar.
  constexpr EvolvedScalar components(int n) const { return Scalar::components(n); }
};

/// One time level of a field.
struct FieldLevel {
  const Field* field;  ///< at namespace scope; never null
  int level;           ///< as in FieldRef
};

/// A scalar, its time derivative, or its value of some steps before.
struct ScalarLevel {
  const Scalar* scalar;  ///< at namespace scope; never null
  int lag;               ///< steps that the value is old; 0: of the same step
  bool is_rate,          ///< its time derivative instead of its value
      is_evolved;        ///< the integrator advances it
};

namespace detail {

template <const auto& f>
using Declared = std::remove_cvref_t<decltype(f)>;

template <const auto& f>
inline constexpr bool is_field = std::is_base_of_v<Field, Declared<f>>;
template <const auto& s>
inline constexpr bool is_scalar = std::is_base_of_v<Scalar, Declared<s>>;
template <const auto& f>
using LevelOf = std::conditional_t<is_scalar<f>, ScalarLevel, FieldLevel>;

template <const auto& f>
constexpr LevelOf<f> evolved_level(int level) {
  static_assert(
      std::is_same_v<Declared<f>, Evolved> || std::is_same_v<Declared<f>, EvolvedScalar>,
      "rhs<f> and next<f> are for fields declared as Evolved; rhs<q> for an EvolvedScalar");
  if constexpr (is_scalar<f>)
    return {&f, 0, level == FieldRef::rhs_level, true};
  else
    return {&f, level};
}

/// rhs<f>, next<f> and past<f>, which are functions so that rhs(f) may exist beside them.
template <const auto& f>
inline constexpr bool is_level = std::is_same_v<Declared<f>, FieldLevel()>;
template <const auto& f>
inline constexpr bool names_level =
    is_field<f> || is_level<f> || std::is_same_v<Declared<f>, FieldRef>;

/// Scalars, rhs<q> and lagged<q, n> of them, and those of other thorns.
template <const auto& s>
inline constexpr bool is_scalar_level = std::is_same_v<Declared<s>, ScalarLevel()>;
template <const auto& s>
inline constexpr bool names_scalar =
    is_scalar<s> || is_scalar_level<s> || std::is_same_v<Declared<s>, ScalarRef>;

/// Whether the integrator advances the scalar.
template <const auto& s>
constexpr bool evolves_scalar() {
  if constexpr (is_scalar_level<s>)
    return s().is_rate || s().is_evolved;
  else
    return std::is_same_v<Declared<s>, EvolvedScalar>;
}

/// The level that an accessor reaches through `f`.
template <const auto& f>
constexpr FieldRef reference() {
  if constexpr (is_level<f>)
    return FieldRef(*f().field, f().level);
  else if constexpr (names_level<f>)
    return FieldRef(f);
  else
    return FieldRef("");
}

template <const auto& f>
constexpr const Field* field_of() {
  if constexpr (is_level<f>)
    return f().field;
  else if constexpr (is_field<f>)
    return &f;
  else
    return nullptr;  // of another thorn
}

template <const auto& f>
constexpr int components() {
  const Field* field = field_of<f>();
  if (!field || field->tensor == Tensor::scalar) return 1;
  if (field->tensor == Tensor::plane_vector) return 2;
  return field->tensor == Tensor::symmetric_tensor ? 6 : 3;
}

template <const auto& f>
constexpr Role role_of() {
  if constexpr (is_level<f>)
    return Role::evolved;  // only such fields have a rate, a next or a past level
  else if constexpr (std::is_same_v<Declared<f>, Evolved>)
    return Role::evolved;
  else
    return field_of<f>()->is_derived ? Role::derived : Role::auxiliary;
}

}  // namespace detail

/// The time derivative that the active integrator uses: Write<rhs<f>>. Also of an EvolvedScalar.
template <const auto& f>
constexpr detail::LevelOf<f> rhs() {
  return detail::evolved_level<f>(FieldRef::rhs_level);
}
/// The level that the running step computes; it becomes the current one when the step ends.
template <const auto& f>
constexpr FieldLevel next() {
  static_assert(!detail::is_scalar<f>, "next<f> is for fields declared as Evolved");
  return detail::evolved_level<f>(FieldRef::next_level);
}
/// The n-th level before the current one.
template <const auto& f, int n = 1>
constexpr FieldLevel past() {
  static_assert(std::is_same_v<detail::Declared<f>, Evolved>,
                "past<f> is for fields declared as Evolved");
  return {&f, n};
}
/// The value of a scalar n steps before: nobody waits for a reduction that has had them to travel.
template <const auto& s, int n = 1>
constexpr ScalarLevel lagged() {
  return {&s, n, false, std::is_same_v<detail::Declared<s>, EvolvedScalar>};
}

}  // namespace cardon
