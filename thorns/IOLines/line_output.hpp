// SPDX-License-Identifier: Apache-2.0
// Lines and planes of fields as tables.
#pragma once
#include <cardon/kit/site_parts.hpp>
#include <cardon/thorn/box.hpp>
#include <cardon/thorn/parameter.hpp>
#include <cardon/thorn/parameter_declaration.hpp>

namespace cardon {

class SectionValues;

/// Of a line that reaches over several sites each writes its rows, which stay where they were
/// computed, until all are there.
class LineOutput : public PartedOutput {
 public:
  static constexpr Parameter direction{"direction", "x", "The line runs along this axis",
                                       one_of("x", "y", "z")};
  static constexpr Parameter plane{"plane", "xy", "Plane to write instead of a line",
                                   one_of("xy", "xz", "yz")};
  static constexpr Parameter<List<Real>> through{
      "through",
      {},
      "A point of the line or plane: one coordinate per direction of the grid; unset: the middle",
      unit("m")};
  static constexpr Parameter<List<int>> index{
      "index", {}, "Point given by indices instead of `through`"};

  /// All of them; `plane`, `through` and `index` have no value unless the user sets one.
  static std::vector<ParameterDeclaration> declarations();

  /// Throws Error for places outside the domain, contradicting parameters, or a grid without such a
  /// line or plane.
  void prepare(const OutputSetup& setup) override;
  void open(const OutputSetup& setup) override;
  void write(const Snapshot& snapshot) override;

 private:
  void choose_shape(const SectionValues& values);
  void choose_position(const SectionValues& values);
  std::string table(const Grid& grid, const GridFunction& field, const Box& box,
                    const std::vector<Real>& values) const;
  /// On the first rank of a site: the table, or the rows that the site has.
  std::size_t keep(const GridFunction& field, const SiteParts::Share& share);

  std::vector<int> axes_;  ///< along which the points vary
  std::string shape_;      ///< in file names: "x", "xy", "x-2" for the second entry with this shape
  Box box_;                ///< the points
};

}  // namespace cardon
