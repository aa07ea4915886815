// SPDX-License-Identifier: Apache-2.0
// How the fields of a finished run are read back, by `cardon compare` and `cardon plot`.
#pragma once
#include <cardon/box.hpp>
#include <cardon/types.hpp>
#include <filesystem>
#include <string>
#include <vector>

namespace cardon {

/// One field at one time, as a file holds it.
struct FieldData {
  std::string name;  ///< as in the file: "phi"
  std::string unit;
  long iteration = 0;
  Real time = 0;
  int dimensions = 3;
  Index3 points{1, 1, 1};
  Vec3 origin, spacing;  ///< point (i, j, k) lies at origin + i * spacing
  Vec3 lower, upper;     ///< the domain
  bool periodic[3] = {false, false, false};
  std::vector<Real> values;  ///< x fastest
};

/// Reads the field files of one output format. Needs no run and no other ranks.
class FieldFileReader {
 public:
  virtual ~FieldFileReader() = default;
  /// The ending of its files, such as ".h5".
  virtual std::string extension() const = 0;
  /// Throws Error "output/unreadable" (exit_environment) for a file that is damaged or something
  /// else.
  virtual FieldData read(const std::filesystem::path& file) const = 0;
  /// OutputSetup::provenance of the run that wrote the file; empty: it does not say. Throws as
  /// read.
  virtual std::string provenance(const std::filesystem::path& file) const {
    static_cast<void>(file);
    return {};
  }
};

}  // namespace cardon
