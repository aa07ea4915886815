// SPDX-License-Identifier: Apache-2.0
// Curves of probes and of modes on spheres.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "draw/curve_picture.hpp"
#include "report/scalar_table.hpp"

namespace cardon {

/// A table of output.probes or output.spheres in a run's folder.
struct SeriesFile {
  std::string kind;  ///< "probes" or "spheres"
  std::string name;  ///< "receivers", "phi.r0.5"
  ScalarTable table;
};

/// A picture of it.
struct SeriesPicture {
  std::string name;      ///< of the file: "receivers.phi", "phi.r0.5.modes"
  std::string quantity;  ///< "phi"
  CurvePicture picture;
};

/// Those with rows, in the order of names. Throws as read_scalars.
std::vector<SeriesFile> find_series(const std::filesystem::path& folder);

/// Of probes one for each field and derivative: curves, or where there are more than seven traces
/// one above the other in the order of the table, all on one scale. Of a sphere the magnitudes of
/// its seven largest modes, without negative m where the field is real.
std::vector<SeriesPicture> series_pictures(const SeriesFile& series);

}  // namespace cardon
