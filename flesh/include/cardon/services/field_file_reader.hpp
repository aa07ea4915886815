// SPDX-License-Identifier: Apache-2.0
// How the fields of a finished run are read back, by `cardon compare`, `plot` and `gather`, and how
// the data files of parameters are read.
#pragma once
#include <cardon/thorn/box.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/types.hpp>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cardon {

/// One field at one time, as a file holds it.
struct FieldData {
  std::string name;               ///< as in the file: "phi"
  std::string unit;               ///< of the values, as in the file
  long iteration = 0;             ///< steps finished
  Real time = 0;                  ///< in the unit of times of the file
  int dimensions = 3;             ///< of the grid: 1, 2 or 3
  Index3 points{1, 1, 1};         ///< in x, y and z; 1 in directions that the grid does not have
  Vec3 origin,                    ///< position of the point (0, 0, 0)
      spacing;                    ///< distance between points in x, y and z
  std::optional<Real> length_si;  ///< m in their unit, where the file tells
  Vec3 lower,                     ///< lower corner of the domain
      upper;                      ///< upper corner of the domain
  bool placed = true;             ///< origin and spacing are known
  bool periodic[3] = {false, false, false};  ///< by direction
  std::vector<Real> values;                  ///< x fastest
};

/// A file that a site has written, and that another file refers to.
struct FieldFilePart {
  std::string site;  ///< that wrote it
  std::string file;  ///< name; in the folder of the other one
};

/// Reads the field files of one output format. Needs no run and no other ranks.
class FieldFileReader {
 public:
  virtual ~FieldFileReader() = default;
  /// The ending of its files, such as ".h5".
  virtual std::string extension() const = 0;
  /// Throws Error "output/unreadable" (exit_environment) for a file that is damaged or something
  /// else, or whose parts are not all there.
  virtual FieldData read(const std::filesystem::path& file) const = 0;
  /// Values on a regular grid that any program may have written: the dataset of a name, or, with
  /// an empty name, the only one there is. Where the file does not say so, the domain is that of
  /// the points, and `placed` is false where it does not tell origin and spacing. Throws Error
  /// "parameter/data-file" for a file that cannot be read, that has no such dataset or none that
  /// fits.
  virtual FieldData read_data(const std::filesystem::path& file, const std::string& dataset) const {
    static_cast<void>(dataset);
    throw Bug(file.string() + " is read by something that reads no data files");
  }
  /// OutputSetup::provenance of the run that wrote the file; empty: it does not say. Throws as
  /// read.
  virtual std::string provenance(const std::filesystem::path& file) const {
    static_cast<void>(file);
    return {};
  }
  /// The files that have the values of a file; none: it has them itself. Throws as read.
  virtual std::vector<FieldFilePart> parts(const std::filesystem::path& file) const {
    static_cast<void>(file);
    return {};
  }
  /// Makes `target` of a file with parts: the same, but with all values in it. `parts` are the
  /// places of the files that parts() names, in that order. Throws as read, and Error
  /// "output/write-failed" (exit_environment); then there is no target.
  virtual void gather(const std::filesystem::path& file,
                      std::span<const std::filesystem::path> parts,
                      const std::filesystem::path& target) const {
    static_cast<void>(parts);
    static_cast<void>(target);
    throw Bug(file.string() + " has no parts");
  }
};

}  // namespace cardon
