// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/file_parameter.hpp>
#include <string_view>

namespace cardon {

/// A parameter that names a file with values on a regular grid:
///   constexpr DataFile model{"model", "Velocity model", unit("m/s"), positive};
/// The user writes `model: marmousi.h5` or `model: {file: marmousi.h5, dataset: /vp}`; in a task
/// `block[model]` is a function of points.
class DataFile : public FileParameter {
 public:
  /// Options, in any order: unit("..."), and ranges of all values (several are intersected).
  template <class... Options>
  constexpr DataFile(std::string_view name, std::string_view description, Options... options)
      : FileParameter(name, description) {
    (set(options), ...);
  }
};

}  // namespace cardon
