// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/table_data.hpp>
#include <memory>
#include <utility>

namespace cardon {

/// The value of a table at any argument. At its points it has the values of the file to the bit.
Real table_value(const TableData& table, Real x);
/// Returns the interpolated value of a table of two arguments.
Real table_value(const TableData& table, Real x, Real y);

/// A table as a function: f(x) or f(x, y). It depends on the arguments only, so that it gives the
/// same bits on every block. Linear interpolation is of order 2. The monotone one is of order 3
/// where the function has no extremum and of order 2 at extrema; with two arguments it is applied
/// along x, then along y. Host only; copies may be used by several threads.
template <int arguments>
class TableValue {
 public:
  /// Shares the values with all copies.
  explicit TableValue(std::shared_ptr<const TableData> table) : table_(std::move(table)) {}
  /// Interpolated value; beyond the points as TableData::outside says.
  Real operator()(Real x) const requires(arguments == 1) { return table_value(*table_, x); }
  /// Interpolated value of a table of two arguments.
  Real operator()(Real x, Real y) const requires(arguments == 2) {
    return table_value(*table_, x, y);
  }
  /// Smallest first argument of the file.
  Real x_min() const { return table_->x.front(); }
  /// Largest first argument of the file.
  Real x_max() const { return table_->x.back(); }
  /// Smallest second argument of the file.
  Real y_min() const requires(arguments == 2) { return table_->y.front(); }
  /// Largest second argument of the file.
  Real y_max() const requires(arguments == 2) { return table_->y.back(); }
  /// Smallest of all values in the file.
  Real min() const { return table_->min; }
  /// Largest of all values in the file.
  Real max() const { return table_->max; }

 private:
  std::shared_ptr<const TableData> table_;
};

}  // namespace cardon
