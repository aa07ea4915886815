// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <string_view>

namespace cardon {

/// The parameter `driver.tiles`.
inline constexpr const char* tiles_parameter = "tiles";
/// Its description, for drivers that declare it.
inline constexpr const char* tiles_description =
    "Compute several tasks and steps on rows that stay in cache: as measured in the first steps "
    "(auto), never, or as given, such as {steps: 8, rows: 32}; the results are bit-identical";

/// What driver.tiles asks for.
struct TileSettings {
  /// Timed in the first steps, plain sweeps, or as the user says; always: without plain sweeps,
  /// which no parameter asks for.
  enum class Mode { automatic, never, by_hand, always };
  Mode mode = Mode::automatic;  ///< how tiles are chosen
  int steps = 0,                ///< of a segment, by hand; 0: chosen
      rows = 0,                 ///< of a tile, by hand; 0: from the sizes of caches
      planes = 0;               ///< of a tile, by hand; 0: from the sizes of caches
};

/// Throws Error, slug driver/tiles, parameter/... Without the parameter tiles are chosen
/// automatically.
TileSettings read_tile_settings(const ParameterSet& parameters, std::string_view section);

/// Returns the settings for the driver of a run: never, if it has no such parameter.
TileSettings driver_tile_settings(const ParameterSet& parameters);

}  // namespace cardon
