// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace cardon::cli {

/// What a run, a checkpoint or a file of a run says about where it comes from.
struct FoundProvenance {
  std::string of;    ///< "run runs/wave/0001", "file runs/wave/0001/slices/phi.xy.it000010.png"
  std::string json;  ///< an object
};

/// `given` is a run as in find_run(), the folder of a checkpoint, or a file: field files and
/// pictures hold their provenance, others belong to the checkpoint or the run in whose folder they
/// lie. Throws Error cli/no-run if there is none, output/unreadable for a damaged file.
FoundProvenance find_provenance(const std::string& given,
                                const std::vector<std::string>& thorn_path);

}  // namespace cardon::cli
