// SPDX-License-Identifier: Apache-2.0
// Accessors of scalars: values that a task reads, sets, or combines from points.
#pragma once
#include <cardon/signature/access.hpp>
#include <cardon/thorn/error.hpp>
#include <string>

namespace cardon {
namespace detail {

template <const auto& s>
constexpr ScalarRef scalar_reference() {
  if constexpr (is_scalar_level<s>) {
    ScalarRef ref(*s().scalar, s().lag);
    ref.is_rate = s().is_rate;
    return ref;
  } else {
    return ScalarRef(s);
  }
}
template <const auto& s>
constexpr const Scalar* scalar_of() {
  if constexpr (is_scalar_level<s>)
    return s().scalar;
  else if constexpr (is_scalar<s>)
    return &s;
  else
    return nullptr;  // of another thorn
}
template <const auto& s>
constexpr int scalar_parts() {
  if constexpr (is_scalar<s> || is_scalar_level<s>)
    return scalar_of<s>()->parts;
  else
    return 0;
}
template <const auto& s>
constexpr bool has_position() {
  if constexpr (is_scalar<s> || is_scalar_level<s>)
    return !scalar_of<s>()->is_state &&
           (scalar_of<s>()->kind == Reduce::min || scalar_of<s>()->kind == Reduce::max);
  else
    return false;
}

/// A scalar with its value, and the position of an extremum.
struct OneScalar {
  Real value = 0;
  KOKKOS_FORCEINLINE_FUNCTION operator Real() const { return value; }
};
struct PositionedScalar : OneScalar {
  Vec3 position;  ///< of the first point with the value, x fastest
};
template <const auto& s>
struct ScalarParts {
  static constexpr int size = scalar_parts<s>();
  Real value[size] = {};
  KOKKOS_FORCEINLINE_FUNCTION Real operator[](int c) const {
    if constexpr (on_host)
      if (unsigned(c) >= unsigned(size)) [[unlikely]]
        no_component(*scalar_of<s>(), c);
    return value[c];
  }
};
template <const auto& s>
using ScalarValue =
    std::conditional_t<(scalar_parts<s>() > 0), ScalarParts<s>,
                       std::conditional_t<has_position<s>(), PositionedScalar, OneScalar>>;

[[noreturn]] inline void combined_in_a_loop(std::string_view scalar) {
  throw Error(
      Problem{.slug = "schedule/undeclared",
              .message = std::string(scalar) + " is combined in a loop of a task with Points",
              .help = "call points.combine(" + std::string(scalar) +
                      ", value), or take Point in place of Points"});
}

}  // namespace detail

/// What Read is for a scalar, a lagged one or uses_scalar(...): a number; v[n] where the scalar has
/// components. Of a minimum or maximum also v.position.
template <const auto& s>
struct ReadScalar : detail::ScalarValue<s> {
  ReadScalar() = default;
  /// Keeps `far ? 0 : total`, which would be an int, from compiling: write Real(total).
  template <class Number>
  requires(std::is_integral_v<Number>) ReadScalar(Number number) { this->value = Real(number); }
  /// The values in a task's call; see Block::value().
  static ReadScalar from(const Block& block) {
    constexpr ScalarRef ref = detail::scalar_reference<s>();
    ReadScalar read;
    if constexpr (detail::scalar_parts<s>() > 0) {
      for (int c = 0; c < detail::scalar_parts<s>(); ++c) read.value[c] = block.value(ref, c);
    } else {
      read.value = block.value(ref);
      if constexpr (detail::has_position<s>()) read.position = block.position(ref);
    }
    return read;
  }
  /// Adds the scalar and the read to the declaration of the task's thorn.
  template <class Thorn, class Task>
  static void declare(Thorn& thorn, Task& task) {
    thorn.template uses_scalar<s>();
    task.reads(detail::scalar_reference<s>());
  }
};

/// What Write is for a scalar or its time derivative: q = 1 sets it, q(n) = 1 a component where it
/// has several. Such a task has no Point, and runs once.
template <const auto& s>
struct WriteScalar {
  using CardonSetsScalar = WriteScalar;  ///< marks what sets scalars
  /// One component of the scalar, to be assigned.
  class Component {
   public:
    /// Component n, from 0.
    Component(const Block& block, int n) : block_(&block), n_(n) {}
    /// Sets the component; see Block::set().
    void operator=(Real value) const { block_->set(detail::scalar_reference<s>(), n_, value); }

   private:
    const Block* block_;
    int n_;
  };

  /// The accessor of a task's call.
  static WriteScalar from(const Block& block) { return {&block}; }
  /// Adds the scalar and the write to the declaration of the task's thorn.
  template <class Thorn, class Task>
  static void declare(Thorn& thorn, Task& task) {
    thorn.template uses_scalar<s>();
    task.writes(detail::scalar_reference<s>());
  }
  /// Sets the scalar, or its time derivative; see Block::set().
  void operator=(Real value) const { block->set(detail::scalar_reference<s>(), value); }
  /// Component n, from 0: q(n) = 1.
  Component operator()(int n) const { return {*block, n}; }

  const Block* block;  ///< of the running call; not owned
};

/// What a task reads: Read<phi>, Read<phi, radius>, Read<total>; see ReadField and ReadScalar.
template <const auto& f, int... radius>
using Read = std::conditional_t<detail::names_scalar<f>, ReadScalar<f>, ReadField<f, radius...>>;
/// What a task writes: Write<phi>, Write<rhs<phi>>, Write<total>; see WriteField and WriteScalar.
template <const auto& f>
using Write = std::conditional_t<detail::names_scalar<f>, WriteScalar<f>, WriteField<f>>;

/// One value per point, combined into a scalar: total(p) = ...
template <const auto& s>
struct Combine {
  static_assert(std::is_same_v<detail::Declared<s>, Scalar>, "Combine takes a Scalar");
  Real* slot = nullptr;  ///< where the value of a point goes; null in loops of a task with Points
  static constexpr const Scalar& scalar = s;  ///< the one that it combines into
  /// An accessor without a slot; the loop over points sets it.
  static Combine from(const Block&) { return {}; }
  /// Adds the scalar and its reduction to the declaration of the task's thorn.
  template <class Thorn, class Task>
  static void declare(Thorn& thorn, Task& task) {
    thorn.template uses_scalar<s>();
    task.reduces(s);
  }
  /// Returns the value for a task at points. Throws Error (slug schedule/undeclared) in those that
  /// take Points.
  Real& operator()(const Point&) const {
    if (!slot) detail::combined_in_a_loop(s.name);
    return *slot;
  }
};

}  // namespace cardon
