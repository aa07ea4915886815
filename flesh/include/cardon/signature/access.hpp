// SPDX-License-Identifier: Apache-2.0
// Accessors whose types say which field a task reads or writes, and how far from the point.
#pragma once
#include <algorithm>
#include <cardon/signature/field_level.hpp>
#include <cardon/thorn/accessor.hpp>
#include <cardon/thorn/block.hpp>
#include <string>

namespace cardon {

namespace detail {
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__) && !defined(CARDON_ON_GPU)
// g++ says so where an offset is a constant; the function does not exist.
[[gnu::error("an offset reaches farther than the task's Read<field, radius> allows")]] void
offset_is_too_far();
KOKKOS_FORCEINLINE_FUNCTION void check_offset(int offset, int radius) {
  if (__builtin_constant_p(offset) && (offset > radius || -offset > radius)) offset_is_too_far();
}
#else
KOKKOS_FORCEINLINE_FUNCTION void check_offset(int, int) {}
#endif
}  // namespace detail

/// Reads at the point, and at offsets up to the radius in each direction.
template <int rx, int ry, int rz>
struct Reach : FieldReader {
  /// The smallest of the three.
  static constexpr int radius = rx < ry ? (rx < rz ? rx : rz) : (ry < rz ? ry : rz);
  using FieldReader::operator();
  /// As FieldReader; g++ refuses constant offsets that are too large when it optimizes.
  KOKKOS_FORCEINLINE_FUNCTION Real operator()(const Point& p, int a, int b, int c) const {
    detail::check_offset(a, rx);
    detail::check_offset(b, ry);
    detail::check_offset(c, rz);
    return FieldReader::operator()(p, a, b, c);
  }
  Reach() = default;
  /// Wraps a reader that Block::read() returned.
  KOKKOS_FORCEINLINE_FUNCTION Reach(const FieldReader& reader) : FieldReader(reader) {}
};

/// A read at the point only, where offsets do not exist.
template <>
struct Reach<0, 0, 0> : FieldReader {
  static constexpr int radius = 0;  ///< nothing but the point itself
  Reach() = default;
  /// Wraps a reader that Block::read() returned.
  KOKKOS_FORCEINLINE_FUNCTION Reach(const FieldReader& reader) : FieldReader(reader) {}
  /// Value at p.
  KOKKOS_FORCEINLINE_FUNCTION Real operator()(const Point& p) const {
    return FieldReader::operator()(p);
  }
};

namespace detail {

inline std::string component_name(const Field& field, int c) {
  constexpr const char* of_tensor[] = {"xx", "xy", "xz", "yy", "yz", "zz"};
  constexpr const char* of_vector[] = {"x", "y", "z"};
  const bool tensor = field.tensor == Tensor::symmetric_tensor;
  return std::string(field.name) + "_" + (tensor ? of_tensor[c] : of_vector[c]);
}

template <int... radius>
struct ReachOf {
  static_assert(sizeof...(radius) == 3, "Read<f>, Read<f, radius> or Read<f, x, y, z>");
  using type = Reach<1, 1, 1>;
};
template <>
struct ReachOf<> {
  using type = Reach<0, 0, 0>;
};
template <int r>
struct ReachOf<r> {
  using type = Reach<r, r, r>;
};
template <int x, int y, int z>
struct ReachOf<x, y, z> {
  using type = Reach<x, y, z>;
};

template <const auto& f>
struct AccessedLevel {
  static_assert(
      names_level<f>,
      "Read, Write and Update take a field, rhs<f>, next<f>, past<f> or uses(...), Read and "
      "Write also a scalar; Value takes a parameter");
  static constexpr int components = detail::components<f>();
  static constexpr FieldRef reference = detail::reference<f>();
};

/// Throws Error (slug schedule/component): the running task asks for component c, which the field
/// does not have.
[[noreturn, gnu::cold]] void no_component(const Field& field, int c);
/// The same of a scalar.
[[noreturn, gnu::cold]] void no_component(const Scalar& scalar, int c);

/// The accessors of a field's components. Compilers leave the check of constant indices out; on
/// GPUs there is none.
template <class One, const auto& f>
struct Several {
  static constexpr int size = AccessedLevel<f>::components;
  One component[size];
  KOKKOS_FORCEINLINE_FUNCTION const One& operator[](int c) const {
    if constexpr (on_host)
      if (unsigned(c) >= unsigned(size)) [[unlikely]]
        no_component(*field_of<f>(), c);
    return component[c];
  }
};
template <class One, const auto& f>
using OneOrSeveral = std::conditional_t<AccessedLevel<f>::components == 1, One, Several<One, f>>;

/// Fills an accessor of one or several components from a block.
template <class T, class One, const auto& f, class Take>
T taken(const Take& take) {
  T accessor;
  if constexpr (AccessedLevel<f>::components == 1) {
    static_cast<One&>(accessor) = One(take());
  } else {
    const auto all = take();
    for (int c = 0; c < AccessedLevel<f>::components; ++c) accessor.component[c] = One(all[c]);
  }
  return accessor;
}

/// Marks what has strides of its own, for share_strides().
struct Accessor {};

}  // namespace detail

/// Read<f, radius...> of a field: u(p); u(p, a, b, c) within the radius; u[c](p) of several
/// components.
template <const auto& f, int... radius>
struct ReadField : detail::OneOrSeveral<typename detail::ReachOf<radius...>::type, f> {
  using One = typename detail::ReachOf<radius...>::type;  ///< accessor of one component
  using CardonAccessor = detail::Accessor;                ///< marks accessors with strides
  /// The accessor of a task's call; see Block::read() and read_components().
  static ReadField from(const Block& block) {
    constexpr FieldRef ref = detail::AccessedLevel<f>::reference;
    return detail::taken<ReadField, One, f>([&] {
      if constexpr (detail::AccessedLevel<f>::components == 1)
        return block.read(ref);
      else
        return block.read_components(*detail::field_of<f>(), ref.level);
    });
  }
  /// Adds the field and the read to the declaration of the task's thorn.
  template <class Thorn, class Task>
  static void declare(Thorn& thorn, Task& task) {
    thorn.template uses_field<f>();
    if constexpr (sizeof...(radius) == 0)
      task.reads(detail::AccessedLevel<f>::reference);
    else if constexpr (sizeof...(radius) != 2)
      task.reads(detail::AccessedLevel<f>::reference, stencil(radius...));
  }
};

namespace detail {
template <class T, const auto& f>
T taken_writer(const Block& block) {
  constexpr FieldRef ref = AccessedLevel<f>::reference;
  return taken<T, FieldWriter, f>([&] {
    if constexpr (AccessedLevel<f>::components == 1)
      return block.write(ref);
    else
      return block.write_components(*field_of<f>(), ref.level);
  });
}
}  // namespace detail

/// Write<f> of a field, at the point: u(p) = ...
template <const auto& f>
struct WriteField : detail::OneOrSeveral<FieldWriter, f> {
  using CardonWrites = detail::Accessor;    ///< marks what writes fields
  using CardonAccessor = detail::Accessor;  ///< marks accessors with strides
  /// The accessor of a task's call; see Block::write() and write_components().
  static WriteField from(const Block& block) { return detail::taken_writer<WriteField, f>(block); }
  /// Adds the field and the write to the declaration of the task's thorn.
  template <class Thorn, class Task>
  static void declare(Thorn& thorn, Task& task) {
    thorn.template uses_field<f>();
    task.writes(detail::AccessedLevel<f>::reference);
  }
};

/// What a task reads and writes at the point: u(p) += ...
template <const auto& f>
struct Update : detail::OneOrSeveral<FieldWriter, f> {
  using CardonWrites = detail::Accessor;    ///< marks what writes fields
  using CardonAccessor = detail::Accessor;  ///< marks accessors with strides
  /// The accessor of a task's call; it reads and writes the same storage.
  static Update from(const Block& block) { return detail::taken_writer<Update, f>(block); }
  /// Adds the field, the read and the write to the declaration of the task's thorn.
  template <class Thorn, class Task>
  static void declare(Thorn& thorn, Task& task) {
    thorn.template uses_field<f>();
    task.reads(detail::AccessedLevel<f>::reference).writes(detail::AccessedLevel<f>::reference);
  }
};

namespace detail {

/// A Stencil as an argument of a template. It has no array, in which CUDA's compiler writes C++
/// that no other compiler takes.
struct ComponentReach {
  int x, y, z;  ///< points in each direction
  /// From numbers, as compilers write it.
  constexpr ComponentReach(int x, int y, int z) : x(x), y(y), z(z) {}
  /// From a stencil, as authors write it.
  constexpr ComponentReach(const Stencil& s) : x(s.radius[0]), y(s.radius[1]), z(s.radius[2]) {}
};

}  // namespace detail

/// Reads a field whose components have reaches of their own: ReadEach<A, stencil(0, 1, 1), ...>.
template <const auto& f, detail::ComponentReach... reach>
struct ReadEach
    : detail::Several<Reach<std::max({reach.x...}), std::max({reach.y...}), std::max({reach.z...})>,
                      f> {
  static_assert(sizeof...(reach) == detail::AccessedLevel<f>::components,
                "ReadEach takes one reach for each component");
  /// Accessor of one component: the largest reaches of all.
  using One = Reach<std::max({reach.x...}), std::max({reach.y...}), std::max({reach.z...})>;
  using CardonAccessor = detail::Accessor;  ///< marks accessors with strides
  /// The accessor of a task's call; see Block::read_components().
  static ReadEach from(const Block& block) {
    return detail::taken<ReadEach, One, f>([&] {
      return block.read_components(*detail::field_of<f>(),
                                   detail::AccessedLevel<f>::reference.level);
    });
  }
  /// Adds the field and one read for each component, with its own reach.
  template <class Thorn, class Task>
  static void declare(Thorn& thorn, Task& task) {
    thorn.template uses_field<f>();
    constexpr FieldRef ref = detail::AccessedLevel<f>::reference;
    int c = 0;
    (task.reads(FieldRef(detail::component_name(*detail::field_of<f>(), c++), ref.level),
                stencil(reach.x, reach.y, reach.z)),
     ...);
  }
};

}  // namespace cardon
