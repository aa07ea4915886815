// SPDX-License-Identifier: Apache-2.0
// New HDF5 files that can be closed even if they could not be written.
#pragma once
#include <filesystem>
#include <memory>

#include "hdf5_handle.hpp"

namespace cardon {

/// HDF5 cannot close a file that it cannot write, as on a full disk; it keeps what it has already
/// freed and crashes in MPI_Finalize. Here it writes through a driver that keeps the first failure
/// of the system to itself and drops what is to be written after it. The bytes of the file are
/// those of HDF5's own driver.
class WrittenFile {
 public:
  WrittenFile() = default;
  /// Creates or replaces it; nobody may have it open. `access`: a list of H5P_FILE_ACCESS, of which
  /// the driver is not used. Throws Hdf5Failure, like all members.
  WrittenFile(const std::filesystem::path& path, Hdf5Handle access);
  explicit WrittenFile(const std::filesystem::path& path);

  operator hid_t() const { return file_; }
  /// Throws what the system said if something could not be written so far.
  void check() const;
  void close();

 private:
  std::shared_ptr<int> error_;  // errno of the first failure, or 0; its driver has it as well
  Hdf5Handle file_;
};

}  // namespace cardon
