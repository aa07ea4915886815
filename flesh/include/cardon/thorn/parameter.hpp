// SPDX-License-Identifier: Apache-2.0
// Parameters as thorns write them: constants at namespace scope, checked by the compiler.
//   constexpr Parameter speed{"speed", 1.0, "Wave speed", positive, unit("m/s")};
#pragma once
#include <cardon/thorn/parameter_options.hpp>
#include <cardon/thorn/types.hpp>
#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <type_traits>

namespace cardon {

inline constexpr std::size_t max_choices = 16;       ///< most values in one_of(...)
inline constexpr std::size_t max_list_default = 16;  ///< longest default of a list parameter

/// Default of a parameter that is a list of any length: Parameter<List<Real>> widths{"widths",
/// {0.1, 0.2}, "..."}. T is int, Real, bool or std::string_view.
template <class T>
struct List {
  constexpr List() = default;
  /// The elements; more than max_list_default do not compile.
  constexpr List(std::initializer_list<T> init) : List(init.begin(), init.size()) {}
  /// Copies n elements; more than max_list_default do not compile.
  constexpr List(const T* first, std::size_t n);

  std::array<T, max_list_default> values{};  ///< the first `size` are in use
  std::size_t size = 0;                      ///< number of elements
};

/// list_of(0.1, 0.2) as a default makes a Parameter<List<Real>>.
template <class First, class... Rest>
constexpr auto list_of(First first, Rest... rest) {
  const auto items = one_of(first, rest...).values;
  using T = typename decltype(items)::value_type;
  return List<T>(items.data(), items.size());
}

// Not constexpr either, for the reason that parameter_options.hpp gives.
/// Reached where the default, or an element of it, is not in the range.
[[noreturn]] void parameter_default_is_out_of_range();
/// Reached where the default, or an element of it, is none of one_of(...).
[[noreturn]] void parameter_default_is_not_one_of_the_choices();
/// Reached where a default has more than max_list_default elements.
[[noreturn]] void parameter_list_is_too_long();

/// A declared parameter. T is bool, int, Real, std::string_view (a keyword if one_of(...) is given,
/// else any string), Vec3, or List of one of these scalars. Options, in any order: ranges (several
/// are intersected), unit("..."), one_of(...), formerly("..."). The value of a run comes from
/// `block[speed]` or `ParameterSet::get`, never from the constant itself.
template <class T>
class Parameter {
 public:
  using Default = T;  ///< type of the default value

  /// An empty name or description, or a default that is not legal, is rejected: at compile time for
  /// constants, else by Error (slug parameter/declaration).
  template <class... Options>
  constexpr Parameter(std::string_view name, T default_value, std::string_view description,
                      Options... options)
      : name_(name), default_(default_value), description_(description) {
    if (name.empty()) parameter_needs_a_name();
    if (description.empty()) parameter_needs_a_description();
    (set(options), ...);
    check_default();
  }

  /// Returns the parameter as one that may change at a restart or, by default, also during the run:
  /// its tasks must use the current value.
  constexpr Parameter steerable(Steering when = while_running) const {
    Parameter copy = *this;
    copy.steering_ = when;
    return copy;
  }

  /// Key in the thorn's section of the parameter file.
  constexpr std::string_view name() const { return name_; }
  /// The value where the parameter file sets none.
  constexpr const T& default_value() const { return default_; }
  /// Description in one line, for lists and documents.
  constexpr std::string_view description() const { return description_; }
  /// Unit of the values; empty: none given.
  constexpr std::string_view unit() const { return unit_; }
  /// Legal values of numbers, and of each element of a list.
  constexpr const Range& range() const { return range_; }
  /// Name that the parameter had in earlier versions; empty: none.
  constexpr std::string_view former_name() const { return former_name_; }
  /// Whether the parameter may change after the start.
  constexpr Steering steering() const { return steering_; }

  /// Element type of a parameter; that of a scalar is its own type.
  template <class U>
  struct ElementOf {
    using type = U;  ///< `U` itself
  };
  /// Element type of a list.
  template <class U>
  struct ElementOf<List<U>> {
    using type = U;  ///< that of the elements
  };
  /// Type of one number or text of the value: Real for a Vec3, T for a List<T>.
  using Element = std::conditional_t<std::is_same_v<T, Vec3>, Real, typename ElementOf<T>::type>;
  static_assert(std::is_same_v<Element, bool> || std::is_same_v<Element, int> ||
                    std::is_same_v<Element, Real> || std::is_same_v<Element, std::string_view>,
                "a parameter is a bool, int, Real, string, Vec3 or a List of a scalar");

  /// Number of values in one_of(...); 0: any value in the range.
  constexpr std::size_t choice_count() const { return choice_count_; }
  /// The i-th value of one_of(...), in the order of the declaration.
  constexpr const Element& choice(std::size_t i) const { return choices_[i]; }

 private:
  constexpr void set(const Range& range) {
    static_assert(std::is_same_v<Element, int> || std::is_same_v<Element, Real>,
                  "only numbers have a range");
    range_ = intersect(range_, range);
  }
  constexpr void set(const Unit& unit) {
    static_assert(std::is_same_v<Element, Real>, "only reals have a unit");
    unit_ = unit.text;
  }
  constexpr void set(Steering when) { steering_ = when; }
  constexpr void set(const FormerName& name) { former_name_ = name.text; }
  template <class U, std::size_t n>
  constexpr void set(const Choices<U, n>& choices) {
    static_assert(n <= max_choices, "too many choices");
    static_assert(!std::is_same_v<Element, bool>, "a bool has no choices");
    for (std::size_t i = 0; i < n; ++i) choices_[i] = Element(choices.values[i]);
    choice_count_ = n;
  }
  constexpr void check(const Element& value) const {
    if constexpr (std::is_same_v<Element, int> || std::is_same_v<Element, Real>)
      if (!range_.contains(value)) parameter_default_is_out_of_range();
    bool found = choice_count_ == 0;
    for (std::size_t i = 0; i < choice_count_; ++i) found = found || choices_[i] == value;
    if (!found) parameter_default_is_not_one_of_the_choices();
  }
  constexpr void check_default() const {
    if constexpr (std::is_same_v<T, Vec3>) {
      for (int d = 0; d < 3; ++d) check(default_[d]);
    } else if constexpr (std::is_same_v<T, Element>) {
      check(default_);
    } else {
      for (std::size_t i = 0; i < default_.size; ++i) check(default_.values[i]);
    }
  }

  std::string_view name_;
  T default_;
  std::string_view description_;
  std::string_view unit_;
  std::string_view former_name_;
  Range range_;
  std::array<Element, max_choices> choices_{};
  std::size_t choice_count_ = 0;
  Steering steering_ = Steering::never;
};

/// Text literals make a Parameter<std::string_view>.
template <class... Options>
Parameter(std::string_view, const char*, std::string_view, Options...)
    -> Parameter<std::string_view>;
/// The type of the default value is that of the parameter.
template <class T, class... Options>
Parameter(std::string_view, T, std::string_view, Options...) -> Parameter<T>;

template <class T>
constexpr List<T>::List(const T* first, std::size_t n) : size(n) {
  if (n > max_list_default) parameter_list_is_too_long();
  for (std::size_t i = 0; i < n; ++i) values[i] = first[i];
}

/// A formula in x, y, z, r (distance from the origin), t and the thorn's numeric parameters by
/// name:
///   constexpr Expression profile{"profile", "exp(-r^2)", "Initial profile in x, y, z, r, t"};
class Expression {
 public:
  /// `text` is the formula where the parameter file has none; `unit` is that of its values.
  constexpr Expression(std::string_view name, std::string_view text, std::string_view description,
                       Unit unit = {})
      : name_(name), text_(text), description_(description), unit_(unit.text) {
    if (name.empty()) parameter_needs_a_name();
    if (description.empty()) parameter_needs_a_description();
  }

  /// Returns the parameter as one whose formula may change at a restart or during the run.
  constexpr Expression steerable(Steering when = while_running) const {
    Expression copy = *this;
    copy.steering_ = when;
    return copy;
  }

  /// Key in the thorn's section of the parameter file.
  constexpr std::string_view name() const { return name_; }
  /// The formula where the parameter file has none.
  constexpr std::string_view default_value() const { return text_; }
  /// Description in one line, for lists and documents.
  constexpr std::string_view description() const { return description_; }
  /// Unit of the formula's values; empty: none given.
  constexpr std::string_view unit() const { return unit_; }
  /// Whether the formula may change after the start.
  constexpr Steering steering() const { return steering_; }

 private:
  std::string_view name_;
  std::string_view text_;
  std::string_view description_;
  std::string_view unit_;
  Steering steering_ = Steering::never;
};

}  // namespace cardon
