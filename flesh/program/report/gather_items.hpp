// SPDX-License-Identifier: Apache-2.0
// What several sites have written of one run and belongs together.
#pragma once
#include <cardon/services/field_file_reader.hpp>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace cardon {

/// Something that is to be one file in the run folder.
struct GatherItem {
  enum class Kind { field, slice, table, copy };
  /// What one site has of it.
  struct Part {
    std::string site;            ///< empty: any
    std::filesystem::path file;  ///< relative to a run folder
  };
  Kind kind;
  std::filesystem::path name;  ///< relative to the run folder: "fields/phi.it000400.h5"
  std::vector<Part> parts;
};

/// Of the run folder, the first one, and of copies of those of other sites. What the run folder has
/// as one file already is not among it. Throws Error "output/unreadable" for damaged files.
std::vector<GatherItem> find_gather_items(std::span<const std::filesystem::path> folders,
                                          const FieldFileReader& reader);

/// Files of the run folder that a gathering or a run which was killed has left: unfinished ones,
/// and parts of what is one file already. Throws Error "output/unreadable".
std::vector<std::filesystem::path> find_stale_files(const std::filesystem::path& run,
                                                    const FieldFileReader& reader);

}  // namespace cardon
