// SPDX-License-Identifier: Apache-2.0
// Pictures of a run from its files.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace cardon {

class FieldFileReader;

/// Draws into FOLDER/plots and returns the files: the columns of scalars.tsv over time, one picture
/// for each field, and of each field its last field file as a plane through the middle of the
/// domain (a curve on 1-D grids; `reader` may be null: then no fields), probes, modes on spheres,
/// and what the tuner did. `what` chooses: "" everything, "scalars", "slices", "probes", "spheres",
/// "tuning", a field ("phi", "Wave::phi"), a column ("phi.l2"), a table ("receivers"). Works while
/// the run continues. Throws Error "plot/nothing" if there is nothing to draw, with what there is.
std::vector<std::filesystem::path> plot_run(const std::filesystem::path& folder,
                                            const std::string& what, const FieldFileReader* reader);

}  // namespace cardon
