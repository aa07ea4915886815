// SPDX-License-Identifier: Apache-2.0
// A task made of a function whose parameters say what it reads and writes.
#pragma once
#include <cardon/signature/arguments.hpp>
#include <span>
#include <vector>

namespace cardon {
namespace detail {

template <std::size_t i, class T>
struct Slot {
  T value;
};
template <class Indices, class... T>
struct Pack;
template <std::size_t... i, class... T>
struct Pack<std::index_sequence<i...>, T...> : Slot<i, T>... {};

/// The first strides found among the arguments.
struct FindStrides {
  Strides* to;
  template <class T>
  bool one(const T& t) const {
    if constexpr (HasStrides<T>) {
      if constexpr (requires { t.component; })
        *to = {t.component[0].sy, t.component[0].sz};
      else
        *to = {t.sy, t.sz};
      return true;
    } else if constexpr (any_strides<T>()) {
      return with_members(t, *this);
    } else {
      return false;
    }
  }
  template <class... M>
  bool operator()(const M&... m) const {
    return (one(m) || ...);
  }
};

/// Collects the fields to be fetched ahead that are among the arguments.
struct FindPrefetch {
  std::span<const Prefetch> all;
  std::vector<Prefetch>* to;
  void origin(const Real* origin) const {
    for (const Prefetch& each : all)
      if (each.origin == origin) to->push_back(each);
  }
  template <class T>
  void one(const T& t) const {
    if constexpr (HasStrides<T>) {
      if constexpr (requires { t.component; })
        for (const auto& each : t.component) origin(each.origin);
      else
        origin(t.origin);
    } else if constexpr (any_strides<T>()) {
      with_members(t, *this);
    }
  }
  template <class... M>
  void operator()(const M&... m) const {
    (one(m), ...);
  }
};

template <class T>
inline constexpr bool combines = Combines<T>::value;

template <class T>
void set_slot(T& argument, Real* slot) {
  if constexpr (combines<T>) argument.slot = slot;
}

/// Combines the value that the kernel gives T, if T is a Combine.
template <class T, class K>
void combine_one(const Block& block, const K& kernel, const Real& value) {
  if constexpr (combines<T>)
    block.reduce(T::scalar, [&](const Point& p) {
      kernel(p);
      return value;
    });
}

/// The loop's body: the function at one point. A class with a name, as GPU compilers want it.
template <auto function, class Indices, class... A>
struct PointFunction;
template <auto function, std::size_t... i, class... A>
struct PointFunction<function, std::index_sequence<i...>, A...> {
  Pack<std::index_sequence<i...>, A...> arguments;
  Strides strides;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Point& p) const {
    function(p, static_cast<const Slot<i, A>&>(arguments).value...);
  }
  // Here, and not in lambdas of functions with `A...`, which CUDA's compiler refuses.
  void find_strides() { FindStrides{&strides}(static_cast<const Slot<i, A>&>(arguments).value...); }
  /// Combines the values that the function gives its scalars; it runs at each point once for each.
  void combine(const Block& block) {
    Real values[sizeof...(A)] = {};
    (set_slot(static_cast<Slot<i, A>&>(arguments).value, &values[i]), ...);
    (combine_one<A>(block, *this, values[i]), ...);
  }
  /// A copy in which all accessors have the same strides: made once for each plane.
  KOKKOS_FORCEINLINE_FUNCTION PointFunction with_shared_strides() const {
    PointFunction copy = *this;
    (ShareAll{copy.strides}.one(static_cast<Slot<i, A>&>(copy.arguments).value), ...);
    return copy;
  }
};

template <class F, class Indices, class... A>
struct EachPoint;
template <class F, std::size_t... i, class... A>
struct EachPoint<F, std::index_sequence<i...>, A...> {
  F kernel;
  Pack<std::index_sequence<i...>, A...> arguments;
  Strides strides;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Point& p) const {
    kernel(p, static_cast<const Slot<i, A>&>(arguments).value...);
  }
  /// On a CPU, if the kernel has such a function.
  void over_box(const Piece& piece, const RowsAhead& ahead) const requires requires(const F& f) {
    f.over_box(piece, ahead, std::declval<const A&>()...);
  }
  { kernel.over_box(piece, ahead, static_cast<const Slot<i, A>&>(arguments).value...); }
  /// A copy in which all accessors have the same strides: made once for each plane.
  KOKKOS_FORCEINLINE_FUNCTION EachPoint with_shared_strides() const {
    EachPoint copy = *this;
    (ShareAll{copy.strides}.one(static_cast<Slot<i, A>&>(copy.arguments).value), ...);
    return copy;
  }
};

template <auto function, class... A>
using KernelOf = PointFunction<function, std::index_sequence_for<A...>, A...>;

template <auto function, class... A>
KernelOf<function, A...> kernel(const Block& block) {
  KernelOf<function, A...> k{{{make<A>(block)}...}, {}};
  k.find_strides();
  return k;
}

template <auto function, class... A>
void run_at_points(const Block& block) {
  static_assert(!(any<SetsScalar, A>() || ...),
                "a task that sets scalars runs once: it has no Point");
  auto k = kernel<function, A...>(block);
  if constexpr ((any<Combines, A>() || ...)) {
    static_assert(((combines<A> || !any<Combines, A>()) && ...),
                  "Combine is a parameter of its own, not a member of a struct");
    static_assert(!(any<Writes, A>() || ...),
                  "a task that combines scalars writes no fields: make it two tasks");
    k.combine(block);
  } else {
    block.for_each(block.context().task, k);
  }
}

}  // namespace detail

/// The points of one call, for tasks that prepare something for their loop or have several:
/// points.each(kernel, u, du) calls kernel(p, u, du) at each. Accessors among the arguments share
/// their strides, and their fields are those that the loop prefetches.
class Points {
 public:
  /// Made for each call of a task.
  explicit Points(const Block& block) : block_(block) {}
  /// Calls kernel(p, arguments...) at each point of the call. Profilers call the loop as the task.
  /// On a CPU a kernel that has over_box(piece, ahead, arguments...) is called with this for boxes
  /// of points, instead of at each: there it goes over the points in any order and may compute once
  /// what several of them need. Points must get the same bits either way. While it goes along a row
  /// it calls ahead.request(p, m) for the next m points.
  template <class F, class... A>
  void each(const F& kernel, const A&... arguments) const {
    detail::EachPoint<F, std::index_sequence_for<A...>, A...> k{kernel, {{arguments}...}, {}};
    (detail::FindStrides{&k.strides}(arguments...));
    const std::vector<Prefetch>& all = block_.context().prefetch;
    std::vector<Prefetch> found;
    if (!all.empty()) detail::FindPrefetch{all, &found}(arguments...);
    block_.for_each(block_.context().task, k, found.empty() ? all : found);
  }
  /// total = sum, mean, ... of value(p) over all points of the grid, as the scalar says.
  template <const auto& s, class F>
  void combine(const Combine<s>&, const F& value) const {
    block_.reduce(s, value);
  }
  /// Boxes that make up the points, for tasks with loops of their own.
  const std::vector<Piece>& pieces() const { return block_.context().pieces; }

 private:
  const Block& block_;
};

namespace detail {

/// Whether a function takes a parameter by value or by const reference: accessors are const for the
/// kernels that hold them, those of Write and Update too.
template <class A>
inline constexpr bool taken_well =
    std::is_same_v<A, std::remove_cvref_t<A>> || std::is_same_v<A, const std::remove_cvref_t<A>&>;
template <class... A>
constexpr bool require_taken_well() {
  constexpr bool well = (taken_well<A> && ...);
  static_assert(well,
                "a task takes its parameters by value or by const reference: Read<f, 1> u or "
                "const Read<f, 1>& u, never Read<f, 1>& u; Write and Update assign all the same");
  return well;
}

/// Runs once, and sets scalars.
template <auto function, class Arguments>
struct TaskOf;
template <auto function, class... A>
struct TaskOf<function, Types<A...>> {
  static constexpr bool sets = (any<SetsScalar, std::remove_cvref_t<A>>() || ...);
  static_assert(sets,
                "the first parameter of a task is Point, const Point& or Points; only tasks "
                "that set scalars have none");
  static void run(Block& block) {
    if constexpr (sets && require_taken_well<A...>())
      function(make<std::remove_cvref_t<A>>(block)...);
  }
  using Declared = std::conditional_t<sets, Types<std::remove_cvref_t<A>...>, Types<>>;
};
template <auto function, class... A>
struct TaskOf<function, Types<Point, A...>> {
  static_assert(((std::is_reference_v<A> || std::is_trivially_copyable_v<A>)&&...),
                "formulas, data files, tables and lists are taken by reference: const Value<f>& g");
  static void run(Block& block) {
    if constexpr (require_taken_well<A...>())
      run_at_points<function, std::remove_cvref_t<A>...>(block);
  }
  using Declared = Types<std::remove_cvref_t<A>...>;
};
template <auto function, class... A>
struct TaskOf<function, Types<const Point&, A...>> : TaskOf<function, Types<Point, A...>> {};
template <auto function, class... A>
struct TaskOf<function, Types<Points, A...>> {
  static void run(Block& block) {
    if constexpr (require_taken_well<A...>())
      function(Points(block), make<std::remove_cvref_t<A>>(block)...);
  }
  using Declared = Types<std::remove_cvref_t<A>...>;
};

/// A function that returns the length of a step.
template <auto function, class Arguments>
struct LimitOf;
template <auto function, class... A>
struct LimitOf<function, Types<A...>> {
  static Real run(const Block& block) {
    if constexpr (require_taken_well<A...>())
      return function(make<std::remove_cvref_t<A>>(block)...);
    else
      return 0;
  }
  using Declared = Types<std::remove_cvref_t<A>...>;
};

template <auto function>
using TaskFrom = TaskOf<function, typename SignatureOf<decltype(function)>::Arguments>;
template <auto function>
using LimitFrom = LimitOf<function, typename SignatureOf<decltype(function)>::Arguments>;

}  // namespace detail
}  // namespace cardon
