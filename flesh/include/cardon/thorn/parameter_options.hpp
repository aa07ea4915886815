// SPDX-License-Identifier: Apache-2.0
// What may follow the description of a parameter, in any order: a range, a unit, a list of legal
// values, a former name.
#pragma once
#include <array>
#include <cstddef>
#include <limits>
#include <string_view>
#include <type_traits>

namespace cardon {

/// Legal values of a number, or of every element of a list of numbers. Integers are compared as
/// reals.
struct Range {
  /// Smallest legal value; -infinity: no bound.
  double lower = -std::numeric_limits<double>::infinity();
  /// Largest legal value; infinity: no bound.
  double upper = std::numeric_limits<double>::infinity();
  bool lower_open = false;  ///< the bound itself is not legal
  bool upper_open = false;  ///< the bound itself is not legal

  /// Whether there is a smallest value.
  constexpr bool bounded_below() const { return lower > -std::numeric_limits<double>::infinity(); }
  /// Whether there is a largest value.
  constexpr bool bounded_above() const { return upper < std::numeric_limits<double>::infinity(); }
  /// Whether v is legal; NaN never is.
  constexpr bool contains(double v) const {
    return (lower_open ? v > lower : v >= lower) && (upper_open ? v < upper : v <= upper);
  }
  /// Whether bounds and their openness are the same.
  constexpr bool operator==(const Range&) const = default;
};

/// The values that are in both ranges.
constexpr Range intersect(const Range& a, const Range& b) {
  Range c = a;
  if (b.lower > c.lower || (b.lower == c.lower && b.lower_open)) {
    c.lower = b.lower;
    c.lower_open = b.lower_open;
  }
  if (b.upper < c.upper || (b.upper == c.upper && b.upper_open)) {
    c.upper = b.upper;
    c.upper_open = b.upper_open;
  }
  return c;
}

/// v >= a
constexpr Range at_least(double a) { return {.lower = a}; }
/// v <= b
constexpr Range at_most(double b) { return {.upper = b}; }
/// v > a
constexpr Range above(double a) { return {.lower = a, .lower_open = true}; }
/// v < b
constexpr Range below(double b) { return {.upper = b, .upper_open = true}; }
/// a <= v <= b
constexpr Range between(double a, double b) { return {.lower = a, .upper = b}; }
inline constexpr Range positive = above(0);         ///< v > 0
inline constexpr Range non_negative = at_least(0);  ///< v >= 0

/// The parameter's own unit, such as "m/s": bare numbers are in it, others are converted to it.
struct Unit {
  std::string_view text;  ///< as in "m/s", "kg/m^3"
};
/// The option that sets the unit of a parameter of reals.
constexpr Unit unit(std::string_view text) { return {text}; }

/// A name that the parameter had in earlier versions.
struct FormerName {
  std::string_view text;  ///< the key in older parameter files, after its section if that differs
};
/// The option that names a parameter's former name, such as "deepest", or "driver.padded_by" from
/// another section: a parameter file that uses it is told the new one.
constexpr FormerName formerly(std::string_view name) { return {name}; }

/// The only legal values.
template <class T, std::size_t n>
struct Choices {
  std::array<T, n> values;  ///< in the order of the declaration
};

/// The option that lists the only legal values: text literals make a keyword parameter, numbers
/// restrict an integer or a real.
template <class First, class... Rest>
constexpr auto one_of(First first, Rest... rest) {
  using T = std::conditional_t<std::is_convertible_v<First, std::string_view>, std::string_view,
                               std::common_type_t<First, Rest...>>;
  return Choices<T, 1 + sizeof...(Rest)>{{T(first), T(rest)...}};
}

/// When a parameter may change after the start of a simulation.
enum class Steering {
  never,         ///< a restart refuses another value
  on_restart,    ///< may differ at a restart
  while_running  ///< may also change during a run
};
inline constexpr Steering on_restart = Steering::on_restart;  ///< may differ at a restart
/// May also change during a run.
inline constexpr Steering while_running = Steering::while_running;

// Not constexpr on purpose: reaching one of them while a parameter is built is a compile-time error
// that carries its name; for a parameter made at run time it throws Error "parameter/declaration".
[[noreturn]] void parameter_needs_a_name();
/// Reached where a description is empty.
[[noreturn]] void parameter_needs_a_description();

}  // namespace cardon
