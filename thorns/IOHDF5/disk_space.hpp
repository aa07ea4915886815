// SPDX-License-Identifier: Apache-2.0
// Space on a disk that is taken before it is written to.
#pragma once
#include <cstddef>
#include <filesystem>

namespace cardon {

/// Space beside a file that several ranks write, until this ends. HDF5 must be able to close that
/// file, see WrittenFile, and MPI-IO says nothing before it is closed: what closing writes has this
/// space.
class ReservedSpace {
 public:
  /// Throws Error "output/write-failed" where the disk has fewer than `bytes` bytes left.
  ReservedSpace(const std::filesystem::path& file, std::size_t bytes);
  ReservedSpace(const ReservedSpace&) = delete;
  ReservedSpace& operator=(const ReservedSpace&) = delete;
  ~ReservedSpace();

 private:
  int descriptor_ = -1;
};

/// Takes the space of `bytes` bytes for a file that exists; its length stays. Where the file system
/// cannot do that, only looks whether so many are free. Throws Error "output/write-failed" where
/// they are not.
void allocate_space(const std::filesystem::path& file, std::size_t bytes);

/// Gives back what lies behind the end of a file.
void trim_space(const std::filesystem::path& file);

}  // namespace cardon
