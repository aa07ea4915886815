// SPDX-License-Identifier: Apache-2.0
// One file of what several sites have written.
#pragma once
#include <cardon/services/field_file_reader.hpp>
#include <cardon/thorn/error.hpp>
#include <filesystem>
#include <vector>

namespace cardon {

struct GatherRequest {
  std::filesystem::path run;
  std::vector<std::filesystem::path> others;  ///< copies of the run folders of other sites
  std::filesystem::path out;  ///< a new folder for a copy of the run; empty: in the run folder
  bool partial = false;       ///< what lacks parts is left as it is
};

struct Gathered {
  std::filesystem::path folder;  ///< with everything in it
  int fields = 0, slices = 0, tables = 0;
  int copies = 0;             ///< files of checkpoints, and outputs that one site had alone
  std::vector<Problem> left;  ///< by `partial`: warnings "gather/missing"
};

/// Makes plain files of indices of fields, pictures and tables of their parts, and completes
/// checkpoints. In the run folder the parts are removed then; other folders stay as they are.
/// Nothing is done if anything is missing, unless `partial` is set. Throws Error "gather/missing",
/// "gather/another-run", "gather/into-itself", "gather/folder-in-use", "output/unreadable",
/// "output/write-failed".
Gathered gather_run(const GatherRequest& request, const FieldFileReader& reader);

}  // namespace cardon
