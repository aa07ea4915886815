// SPDX-License-Identifier: Apache-2.0
// The XDMF 3 sidecar of a series of field files, for ParaView and VisIt.
#pragma once
#include <cardon/services/grid.hpp>
#include <string>
#include <vector>

namespace cardon {

/// One field at one time, as the series sees it.
struct XdmfField {
  std::string name;    ///< identifier, also of the dataset
  std::string file;    ///< relative to the sidecar
  int components = 1;  ///< 3 of a vector, 6 of a tensor: they vary fastest in the dataset
  std::string dataset;
};

class XdmfSeries {
 public:
  XdmfSeries(const Grid& grid, bool single) : grid_(grid), single_(single) {}

  void add(long iteration, Real time, const std::vector<XdmfField>& fields);
  /// The whole sidecar.
  std::string text() const;

 private:
  std::string axes() const;
  Grid grid_;
  bool single_;
  std::string steps_;
};

}  // namespace cardon
