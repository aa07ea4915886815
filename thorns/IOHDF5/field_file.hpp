// SPDX-License-Identifier: Apache-2.0
// A file with values of one field at one iteration.
#pragma once
#include <mpi.h>

#include <filesystem>

#include "mesh_file.hpp"
#include "written_file.hpp"

namespace cardon {

/// The list of H5P_DATASET_CREATE of a dataset with the points of a box.
Hdf5Handle storage_of(const Box& box, int dimensions, int deflate);

/// The list of H5P_FILE_ACCESS of files that hold values.
Hdf5Handle file_access();

/// All members throw Hdf5Failure. With several writers (a communicator other than MPI_COMM_NULL)
/// all of them call all members; values of compressed files are written collectively, others by
/// everybody for himself.
class FieldFile {
 public:
  FieldFile(const StorageOptions& options, MPI_Comm writers)
      : options_(options), writers_(writers) {}

  /// For the points of `part`.
  void create(const std::filesystem::path& file, const FieldFileHeader& header,
              const Snapshot& snapshot, const GridFunction& field, const Box& part);
  /// Values of a box in the part, x fastest, in the precision of the file; an empty box takes part
  /// in what is collective.
  void write(const Box& box, const void* values);
  void close();

 private:
  StorageOptions options_;
  MPI_Comm writers_;
  int dimensions_ = 3;
  Box part_;
  WrittenFile file_;   // of one writer
  Hdf5Handle of_all_;  // of several
  Hdf5Handle space_, dataset_, transfer_;
};

}  // namespace cardon
