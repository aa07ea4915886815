// SPDX-License-Identifier: Apache-2.0
// What may stand in the signature of a task: accessors, values, structs of these, and types with a
// static function prepare(), whose own arguments are such.
#pragma once
#include <cardon/signature/access.hpp>
#include <cardon/signature/scalar_access.hpp>
#include <cardon/signature/surroundings.hpp>
#include <cardon/signature/value.hpp>
#include <cstddef>
#include <utility>

namespace cardon::detail {

template <class T>
concept Direct = requires(const Block& block) {
  { T::from(block) } -> std::same_as<T>;
};
template <class T>
concept Prepared = requires {
  &T::prepare;
};
template <class T>
concept HasStrides = requires {
  typename T::CardonAccessor;
}
|| requires(T& t) { t.sy; };

struct AnyMember {
  template <class T>
  operator T() const;
};
template <class T, std::size_t... i>
constexpr bool braces_take(std::index_sequence<i...>) {
  return requires { T{(void(i), AnyMember{})...}; };
}
inline constexpr std::size_t max_members = 12;
template <class T, std::size_t n = max_members>
constexpr std::size_t members() {
  static_assert(!braces_take<T>(std::make_index_sequence<max_members + 1>()),
                "a struct in a signature has at most 12 members; structs may hold structs");
  if constexpr (n == 0)
    return 0;
  else if constexpr (braces_take<T>(std::make_index_sequence<n>()))
    return n;
  else
    return members<T, n - 1>();
}

template <class T>
concept Struct = std::is_aggregate_v<T> && !Direct<T> && !Prepared<T> && (members<T>() > 0);

/// Calls f(member...) with the members of a struct.
template <class T, class F>
KOKKOS_FORCEINLINE_FUNCTION constexpr decltype(auto) with_members(T& s, const F& f) {
  constexpr std::size_t n = members<std::remove_const_t<T>>();
  if constexpr (n == 1) {
    auto& [a] = s;
    return f(a);
  } else if constexpr (n == 2) {
    auto& [a, b] = s;
    return f(a, b);
  } else if constexpr (n == 3) {
    auto& [a, b, c] = s;
    return f(a, b, c);
  } else if constexpr (n == 4) {
    auto& [a, b, c, d] = s;
    return f(a, b, c, d);
  } else if constexpr (n == 5) {
    auto& [a, b, c, d, e] = s;
    return f(a, b, c, d, e);
  } else if constexpr (n == 6) {
    auto& [a, b, c, d, e, g] = s;
    return f(a, b, c, d, e, g);
  } else if constexpr (n == 7) {
    auto& [a, b, c, d, e, g, h] = s;
    return f(a, b, c, d, e, g, h);
  } else if constexpr (n == 8) {
    auto& [a, b, c, d, e, g, h, i] = s;
    return f(a, b, c, d, e, g, h, i);
  } else if constexpr (n == 9) {
    auto& [a, b, c, d, e, g, h, i, j] = s;
    return f(a, b, c, d, e, g, h, i, j);
  } else if constexpr (n == 10) {
    auto& [a, b, c, d, e, g, h, i, j, k] = s;
    return f(a, b, c, d, e, g, h, i, j, k);
  } else if constexpr (n == 11) {
    auto& [a, b, c, d, e, g, h, i, j, k, l] = s;
    return f(a, b, c, d, e, g, h, i, j, k, l);
  } else if constexpr (n == 12) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m] = s;
    return f(a, b, c, d, e, g, h, i, j, k, l, m);
  }
}

template <class... T>
struct Types {};
struct ListMembers {
  template <class... M>
  constexpr Types<std::remove_cv_t<M>...> operator()(M&...) const {
    return {};
  }
};
template <class T>
using MembersOf = decltype(with_members(std::declval<T&>(), ListMembers{}));

template <class F>
struct SignatureOf;
template <class R, class... A>
struct SignatureOf<R (*)(A...)> {
  using Result = R;
  using Arguments = Types<A...>;
};
template <class R, class... A>
struct SignatureOf<R (*)(A...) noexcept> : SignatureOf<R (*)(A...)> {};

// From a block

template <class T>
T make(const Block& block);

template <class T, class... M>
T make_struct(const Block& block, Types<M...>) {
  return T{make<M>(block)...};
}
template <class T, class... A>
T make_prepared(const Block& block, Types<A...>) {
  return T::prepare(make<std::remove_cvref_t<A>>(block)...);
}
template <class T>
T make(const Block& block) {
  if constexpr (Direct<T>)
    return T::from(block);
  else if constexpr (Prepared<T>)
    return make_prepared<T>(block, typename SignatureOf<decltype(&T::prepare)>::Arguments{});
  else if constexpr (Struct<T>)
    return make_struct<T>(block, MembersOf<T>{});
  else
    static_assert(Direct<T>,
                  "a task takes Point, Read, Write, Update, Combine, Value, GridView, FaceView, "
                  "Context, structs "
                  "of these and types with a static function prepare");
}

// To a declaration

template <class T, class Thorn, class Task>
void declare(Thorn& thorn, Task& task);

template <class... M, class Thorn, class Task>
void declare_all(Types<M...>, Thorn& thorn, Task& task) {
  (declare<std::remove_cvref_t<M>>(thorn, task), ...);
}
template <class T, class Thorn, class Task>
void declare(Thorn& thorn, Task& task) {
  if constexpr (Direct<T>)
    T::declare(thorn, task);
  else if constexpr (Prepared<T>)
    declare_all(typename SignatureOf<decltype(&T::prepare)>::Arguments{}, thorn, task);
  else if constexpr (Struct<T>)
    declare_all(MembersOf<T>{}, thorn, task);
}

// Strides. All fields of a block lie alike, which compilers cannot know: with strides of its own
// for each accessor, g++ computes an address for each field and row of a stencil.

struct Strides {
  std::ptrdiff_t sy, sz;
};

template <class One>
requires requires(One& one) { one.sy; }
KOKKOS_FORCEINLINE_FUNCTION void share(One& one, const Strides& s) {
  one.sy = s.sy;
  one.sz = s.sz;
}
template <class One, const auto& f>
KOKKOS_FORCEINLINE_FUNCTION void share(Several<One, f>& several, const Strides& s) {
#pragma GCC unroll 6
  for (int c = 0; c < several.size; ++c) share(several.component[c], s);
}

template <class T>
constexpr bool any_strides();
template <class... M>
constexpr bool any_strides(Types<M...>) {
  return (any_strides<M>() || ...);
}
template <class T>
constexpr bool any_strides() {
  if constexpr (HasStrides<T>)
    return true;
  else if constexpr (Struct<T>)
    return any_strides(MembersOf<T>{});
  else
    return false;
}

// Whether T, or a member of it, is such that Is<T>::value.

template <template <class> class Is, class T>
constexpr bool any();
template <template <class> class Is, class... M>
constexpr bool any_of(Types<M...>) {
  return (any<Is, M>() || ...);
}
template <template <class> class Is, class T>
constexpr bool any() {
  if constexpr (Is<T>::value)
    return true;
  else if constexpr (Struct<T>)
    return any_of<Is>(MembersOf<T>{});
  else
    return false;
}

template <class T>
    struct SetsScalar : std::bool_constant < requires {
  typename T::CardonSetsScalar;
} > {};
template <class T>
    struct Writes : std::bool_constant < requires {
  typename T::CardonWrites;
} > {};
template <class T>
struct Combines : std::false_type {};
template <const auto& s>
struct Combines<Combine<s>> : std::true_type {};

struct ShareAll {
  Strides strides;
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION void one(T& t) const;
  template <class... M>
  KOKKOS_FORCEINLINE_FUNCTION void operator()(M&... m) const {
    (one(m), ...);
  }
};
template <class T>
KOKKOS_FORCEINLINE_FUNCTION void ShareAll::one(T& t) const {
  if constexpr (HasStrides<T>)
    share(t, strides);
  else if constexpr (any_strides<T>())
    with_members(t, *this);
}

}  // namespace cardon::detail
