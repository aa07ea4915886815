// SPDX-License-Identifier: Apache-2.0
// Writing one field at one iteration to a file of its own.
#pragma once
#include <filesystem>
#include <string>

#include "cardon/snapshot.hpp"
#include "storage_options.hpp"

namespace cardon {

/// What goes into the file besides the values.
struct FieldFileHeader {
  std::string name;    ///< of the dataset: a plain identifier
  std::string series;  ///< what the names of the files of this series begin with: "phi", "phi-2"
  std::string title;   ///< of the run
  std::string losses;  ///< what made the values inexact; empty: nothing
  std::string provenance;  ///< JSON: where the run comes from
};

/// Writes all pieces of `view` that this rank has. With options.parallel every rank calls it;
/// otherwise the pieces must tile the domain. The number of slabs in which the largest rank writes
/// is `rounds`, see slab_count(). Returns the bytes of values written by this rank. Throws Error
/// "output/write-failed" (exit_environment), on some ranks or on all, but only when all collective
/// calls are done.
std::size_t write_field_file(const std::filesystem::path& file, const FieldFileHeader& header,
                             const Snapshot& snapshot, const FieldView& view,
                             const StorageOptions& options, int rounds);

/// In how many slabs this rank writes its pieces: slabs bound the memory that a write needs.
int slab_count(const FieldView& view);

}  // namespace cardon
