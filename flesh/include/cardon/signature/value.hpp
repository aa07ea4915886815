// SPDX-License-Identifier: Apache-2.0
// The value of a parameter as an argument of a task.
#pragma once
#include <cardon/signature/field_level.hpp>
#include <cardon/thorn/block.hpp>
#include <optional>

namespace cardon {
namespace detail {

template <class T>
struct PlainValue {  // numbers and truth values
  T value{};
  PlainValue() = default;
  PlainValue(T v) : value(v) {}
  KOKKOS_INLINE_FUNCTION operator T() const { return value; }
};
/// Constant formulas cost no call at points.
class Formula : public ExpressionValue {
 public:
  explicit Formula(const ExpressionValue& value) : ExpressionValue(value), constant_(constant()) {}
  /// Value at the coordinates of p.
  Real operator()(const Point& p) const {
    return constant_ ? *constant_ : ExpressionValue::operator()(p);
  }

 private:
  std::optional<Real> constant_;
};
struct NoValue {};

template <class D>
struct ValueBase {
  using type = NoValue;
};
template <class T>
struct ValueBase<Parameter<T>> {
  using Result = decltype(std::declval<const Block&>()[std::declval<const Parameter<T>&>()]);
  using type = std::conditional_t<std::is_arithmetic_v<Result>, PlainValue<Result>, Result>;
};
template <>
struct ValueBase<Expression> {
  using type = Formula;
};
template <>
struct ValueBase<DataFile> {
  using type = DataValue;
};
template <int n>
struct ValueBase<DataTable<n>> {
  using type = TableValue<n>;
};

}  // namespace detail

/// The value of a parameter: a number, keyword or vector as such, f(p) of a formula or data file.
template <const auto& p>
struct Value : detail::ValueBase<detail::Declared<p>>::type {
  /// What the value is or converts to.
  using Base = typename detail::ValueBase<detail::Declared<p>>::type;
  /// `p` is a constant that has a value.
  static constexpr bool known = !std::is_same_v<Base, detail::NoValue>;
  static_assert(known,
                "Value takes a Parameter, Expression, DataFile or DataTable; fields are taken by "
                "Read, Write and Update");
  Value() = default;
  /// Wraps a value that Block::operator[]() returned.
  explicit Value(const Base& base) : Base(base) {}
  /// Keeps `far ? 0 : speed`, which would be an int, from compiling: write Real(speed).
  template <class Number>
  requires(std::is_integral_v<Number>&& std::is_same_v<Base, detail::PlainValue<Real>>)
      KOKKOS_INLINE_FUNCTION Value(Number number)
      : Base(Real(number)) {}
  /// The value in a task's call.
  static Value from(const Block& block) {
    if constexpr (known)
      return Value(Base(block[p]));
    else
      return {};
  }
  /// Adds the parameter to the declaration of the task's thorn.
  template <class Thorn, class Task>
  static void declare(Thorn& thorn, Task&) {
    if constexpr (known) thorn.template uses_parameter<p>();
  }
};

/// A parameter whose value is asked for only where it is used, in a function `prepare` or a step
/// limit: *value. For a file that only some choices of other parameters need: one that the user did
/// not name is refused where it is asked for.
template <const auto& p>
class LazyValue {
 public:
  /// Of a task's call, for as long as this lasts.
  static LazyValue from(const Block& block) { return LazyValue(block); }
  /// Adds the parameter to the declaration of the task's thorn.
  template <class Thorn, class Task>
  static void declare(Thorn& thorn, Task& task) {
    Value<p>::declare(thorn, task);
  }
  /// The value. Throws Error (slug parameter/data-file-unset or parameter/table-unset) for a file
  /// that the user did not name.
  Value<p> operator*() const { return Value<p>::from(*block_); }

 private:
  explicit LazyValue(const Block& block) : block_(&block) {}
  const Block* block_;
};

}  // namespace cardon
