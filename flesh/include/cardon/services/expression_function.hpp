// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/types.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cardon {

/// A compiled formula in x, y, z, r = sqrt(x^2 + y^2 + z^2) and t. Evaluation is deterministic: the
/// same arguments give the same bits in any order of calls. One object serves one thread at a time;
/// copies are independent.
class ExpressionFunction {
 public:
  /// Numeric parameters by name, with their values.
  using Constants = std::vector<std::pair<std::string, Real>>;

  /// Throws Error "parameter/expression" with a caret below the mistake. `where` is the place of
  /// the formula and `text_column` the column of its first character (0: unknown); `name` is what
  /// messages call it. Names in `constants` that hide x, y, z, r, t, pi or a function are not
  /// allowed to: the built-in meaning stays.
  explicit ExpressionFunction(const std::string& text, const Constants& constants = {},
                              const std::string& name = "the formula", const Location& where = {},
                              int text_column = 0);
  /// Compiles the formula once more; the copy serves another thread.
  ExpressionFunction(const ExpressionFunction& other);
  /// Takes over the compiled formula.
  ExpressionFunction(ExpressionFunction&&) noexcept;
  /// Compiles the formula once more.
  ExpressionFunction& operator=(const ExpressionFunction& other);
  /// Takes over the compiled formula.
  ExpressionFunction& operator=(ExpressionFunction&&) noexcept;
  ~ExpressionFunction();

  /// Value at x, y, z and t.
  Real operator()(Real x, Real y, Real z, Real t) const;
  /// The formula as it was written.
  const std::string& text() const { return text_; }
  /// True if it has the same value everywhere and always.
  bool is_constant() const { return constant_.has_value(); }
  /// The value of a constant formula; none: it is no constant. Serves several threads at a time.
  const std::optional<Real>& constant() const { return constant_; }
  bool uses_position() const;  ///< x, y, z or r
  /// Whether t occurs in it.
  bool uses_time() const;

 private:
  struct Compiled;
  std::string text_;
  Constants constants_;
  std::unique_ptr<Compiled> compiled_;
  std::optional<Real> constant_;
};

}  // namespace cardon
