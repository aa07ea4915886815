// SPDX-License-Identifier: Apache-2.0
// Modes of fields on spheres, one row per output.
#pragma once
#include <cardon/kit/interpolation/interpolator.hpp>
#include <cardon/kit/time_series.hpp>
#include <cardon/services/output.hpp>
#include <cardon/thorn/parameter.hpp>
#include <cardon/thorn/parameter_declaration.hpp>
#include <complex>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "spin_harmonics.hpp"

namespace cardon {

class SectionValues;

class SphereOutput : public Output {
 public:
  static constexpr int max_l = 32, max_angles = 128;
  static constexpr Parameter<List<Real>> radii{
      "radii", {}, "Radii of the spheres", positive, unit("m")};
  static constexpr Parameter<List<Real>> centre{
      "centre", {}, "Centre of the spheres; unset: the origin", unit("m"), formerly("center")};
  static constexpr Parameter order{"order", 5, "Order of the Lagrange interpolation",
                                   between(1, Interpolator::max_order)};
  static constexpr Parameter l_max{"l_max", 4, "Modes up to this l", between(0, max_l)};
  static constexpr Parameter spin{"spin", 0, "Spin weight of the harmonics", between(-8, 8)};
  static constexpr Parameter angles{"angles", 16, "Points from pole to pole; twice as many around",
                                    between(2, max_angles)};

  static std::vector<ParameterDeclaration> declarations();

  /// Throws Error with all that is wrong: output/sphere-grid, output/radii, output/sphere-modes,
  /// output/sphere-fields, output/wrong-length, output/outside-domain, output/thin-grid.
  void prepare(const OutputSetup& setup) override;
  void open(const OutputSetup& setup) override;
  /// Only rank 0 sums and writes, and throws if it cannot.
  void write(const Snapshot& snapshot) override;
  std::size_t bytes_written() const override;

 private:
  using Values = std::vector<std::complex<Real>>;

  void check(const SectionValues& values, std::vector<Problem>& problems) const;
  void check_spheres(const SectionValues& values, std::vector<Problem>& problems) const;
  std::vector<Vec3> positions() const;
  void open_tables(const SectionValues& values);
  std::string sphere_line(Real radius, const SectionValues& values) const;
  std::string spheres_table(const SectionValues& values) const;
  std::vector<std::string> columns(const std::string& unit) const;
  std::vector<Real> row(const Values& values) const;

  OutputSetup setup_;
  Vec3 centre_;
  std::vector<Real> radii_;
  std::size_t parts_ = 1;  // 2: a field is the real part, the next one the imaginary part
  std::optional<SpherePoints> points_;
  std::optional<Interpolator> interpolator_;
  std::optional<SphereModes> modes_;  // on rank 0
  std::deque<TimeSeries> tables_;     // on rank 0: [field or pair][radius]
  std::optional<TableFile> description_;
};

}  // namespace cardon
