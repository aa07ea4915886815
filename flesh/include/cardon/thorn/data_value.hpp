// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/data_grid.hpp>
#include <cardon/thorn/point.hpp>
#include <memory>

namespace cardon {

/// The values of a data file as a function of place. f(p) interpolates linearly in every direction
/// between the points of the file; beyond its first and last point it is constant, in periodic
/// directions of the file periodic. It depends on the coordinates of p only. Host only; copies may
/// be used by several threads.
class DataValue {
 public:
  explicit DataValue(std::shared_ptr<const DataGrid> data) : data_(std::move(data)) {}
  Real operator()(const Point& p) const { return at({p.x(), p.y(), p.z()}); }
  Real at(const Vec3& place) const;
  /// Least and greatest of all values in the file.
  Real min() const { return data_->least; }
  Real max() const { return data_->greatest; }

 private:
  std::shared_ptr<const DataGrid> data_;
};

}  // namespace cardon
