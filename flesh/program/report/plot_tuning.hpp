// SPDX-License-Identifier: Apache-2.0
// The history of a tuner as a picture.
#pragma once
#include <filesystem>
#include <vector>

#include "draw/panel_picture.hpp"
#include "report/scalar_table.hpp"

namespace cardon {

/// Where settings changed, in iterations.
struct TuningMarks {
  std::vector<double> kept;      ///< or not judged yet
  std::vector<double> reverted;  ///< undone in the end
};

/// From decisions.jsonl of a run's folder; an unfinished last line is left out, and so is a folder
/// without the file. Throws Error "run/bad-table" for a file that is something else.
TuningMarks read_tuning_marks(const std::filesystem::path& folder);

/// Efficiency, ghost depth and ratio of compression per link over iterations, constant within each
/// window. `table` has the columns of tuning.tsv: iteration, efficiency, depth:LINK, ratio:LINK.
PanelPicture tuning_picture(const ScalarTable& table, const TuningMarks& marks);

/// Draws tuning.tsv of a run into FOLDER/plots/tuning.png and returns the file.
std::filesystem::path plot_tuning(const std::filesystem::path& folder, const ScalarTable& table,
                                  const std::string& title, const std::string& provenance);

}  // namespace cardon
