// SPDX-License-Identifier: Apache-2.0
// Pictures of planes as PNG files, drawn without a display.
#pragma once
#include <array>
#include <cardon/kit/colours.hpp>
#include <cardon/kit/picture_axis.hpp>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cardon {

/// A plane of values with axes, a colour bar and a title. Two pictures of the same axes and width
/// have the same layout, whatever the values are, so that a series makes an animation.
struct SlicePicture {
  std::string title;                           ///< "phi"
  std::string subtitle;                        ///< "iteration 400, time 1.25 s, z = 0 m"
  std::string value_label;                     ///< at the colour bar: "phi [m]"
  PictureAxis horizontal,                      ///< of the columns, from left to right
      vertical;                                ///< of the rows, from the bottom upwards
  std::vector<double> values;                  ///< values[a + b * horizontal.samples]
  std::optional<std::array<double, 2>> range;  ///< of the colours; without it that of the values
  Colours colours = Colours::automatic;        ///< colour map
  int width = 900;                             ///< in pixels; the height follows from the axes
  std::string provenance;  ///< JSON: the run that it shows; kept in the file unless it is empty
};

/// Writes the picture and returns the size of the file in bytes. Values between samples are
/// interpolated linearly; NaN and infinities are grey. Throws Error "output/write-failed"
/// (exit_environment) if the file cannot be written, Bug if the sizes do not fit together.
std::size_t draw_slice(const SlicePicture& picture, const std::filesystem::path& file);

/// The provenance in a picture; empty if there is none. Throws Error "output/unreadable"
/// (exit_environment) for a file that is not a PNG.
std::string picture_provenance(const std::filesystem::path& file);

/// Loads the library that does both, which they do otherwise when they are first called. Throws
/// Error "output/no-pictures" (exit_environment), as they do, if it cannot be loaded.
void require_pictures();

}  // namespace cardon
