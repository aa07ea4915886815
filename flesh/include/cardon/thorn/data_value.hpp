// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/data_grid.hpp>
#include <cardon/thorn/point.hpp>
#include <memory>

namespace cardon {

/// The values of a data file as a function of position. f(p) interpolates linearly in every
/// direction between the points of the file; beyond its first and last point it is constant, in
/// periodic directions of the file periodic. It depends on the coordinates of p only. Host only;
/// copies may be used by several threads.
class DataValue {
 public:
  /// Shares the values with all copies.
  explicit DataValue(std::shared_ptr<const DataGrid> data) : data_(std::move(data)) {}
  /// Interpolated value at the coordinates of p.
  Real operator()(const Point& p) const { return at({p.x(), p.y(), p.z()}); }
  /// Interpolated value at coordinates x, y, z of the domain.
  Real at(const Vec3& position) const;
  /// Smallest of all values in the file.
  Real min() const { return data_->min; }
  /// Largest of all values in the file.
  Real max() const { return data_->max; }

 private:
  std::shared_ptr<const DataGrid> data_;
};

}  // namespace cardon
