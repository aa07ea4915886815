// SPDX-License-Identifier: Apache-2.0
// Pictures of planes through the domain, made while the simulation runs.
#pragma once
#include <cardon/kit/picture.hpp>
#include <cardon/kit/plane.hpp>
#include <cardon/kit/site_parts.hpp>
#include <cardon/thorn/parameter.hpp>
#include <cardon/thorn/parameter_declaration.hpp>
#include <optional>

namespace cardon {

class SectionValues;

/// A plane that reaches over several sites is drawn when all of them have written their parts,
/// which stay where they were computed.
class SliceOutput : public PartedOutput {
 public:
  static constexpr Parameter plane{"plane", "xy", "Axes of the plane", one_of("xy", "xz", "yz")};
  static constexpr Parameter at{
      "at", 0.0, "Position of the plane on the third axis; unset: the middle", unit("m")};
  static constexpr Parameter index{"index", 0, "Position given by an index instead of `at`"};
  static constexpr Parameter<List<Real>> range{"range",
                                               {},
                                               "Values at the ends of the colour bar, in the "
                                               "field's unit; unset: the range of each picture"};
  static constexpr auto colours =
      Parameter{"colours", "auto",
                "Colour map; coolwarm is centred at zero, auto is coolwarm for signed values and "
                "viridis for others",
                one_of("auto", "viridis", "inferno", "coolwarm")}
          .steerable();
  static constexpr Parameter width{"width", 900, "Width of the picture in pixels",
                                   between(320, 8000)};

  /// All of them; `at`, `index` and `range` have no value unless the user sets one.
  static std::vector<ParameterDeclaration> declarations();

  /// Throws Error for places outside the domain, both `at` and `index`, an empty range, or a grid
  /// without such a plane.
  void prepare(const OutputSetup& setup) override;
  void open(const OutputSetup& setup) override;
  void write(const Snapshot& snapshot) override;
  /// Range and colours of the pictures that follow.
  void steered() override;

 private:
  void choose_plane(const SectionValues& values);
  void choose_colours(const SectionValues& values);
  SlicePicture picture(const Snapshot& snapshot, const GridFunction& field) const;
  /// On the first rank of a site: draws the plane, or writes what the site has of it.
  std::size_t keep(SlicePicture slice, SiteParts::Share share);

  std::string plane_name_;  ///< in file names: "xy", "xy-2" for the second entry with this plane
  Plane plane_;
  int index_ = 0;
  Colours colours_ = Colours::automatic;
  std::optional<std::array<double, 2>> range_;
  int width_ = 900;
};

}  // namespace cardon
