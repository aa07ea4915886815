// SPDX-License-Identifier: Apache-2.0
#include "sphere_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/collective_or_throw.hpp>
#include <cardon/kit/counted.hpp>
#include <cardon/kit/interpolation/interpolation_checks.hpp>
#include <cardon/kit/output_names.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <numbers>

namespace cardon {
namespace {

Problem problem(const std::string& slug, const std::string& message, const Location& where,
                const std::string& help) {
  return {.slug = slug, .message = message, .where = where, .help = help};
}

const SectionValues& section_of(const OutputSetup& setup) {
  return setup.parameters->section(setup.section, setup.instance);
}

// "phi.r10", "phi.r10-2" for the second entry
std::string with_entry(const std::string& name, int instance) {
  return instance == 0 ? name : fmt::format("{}-{}", name, instance + 1);
}

// "psi4" of "psi4_re" and "psi4_im", else "a_b"
std::string common_name(const std::string& a, const std::string& b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  const std::string same(a.begin(), end);
  const std::size_t bar = same.rfind('_');
  return bar == same.npos || bar == 0 ? a + "_" + b : same.substr(0, bar);
}

// Sines may differ in the last bit where ranks have other processors, and so could stencils.
std::vector<Vec3> as_on_rank_0(std::vector<Vec3> positions, Transport& transport) {
  const bool first = transport.rank() == 0;
  const auto all =
      transport.all_gather(std::as_bytes(std::span(positions).first(first ? positions.size() : 0)));
  std::memcpy(positions.data(), all[0].data(), all[0].size());
  return positions;
}

}  // namespace

std::vector<ParameterDeclaration> SphereOutput::declarations() {
  return {declare(radii), declare(centre).without_default(),
          declare(order), declare(l_max),
          declare(spin),  declare(angles)};
}

void SphereOutput::prepare(const OutputSetup& setup) {
  setup_ = setup;
  const SectionValues& values = section_of(setup);
  radii_ = values.get(radii);
  parts_ = values.get(spin) == 0 ? 1 : 2;
  centre_ = {};
  std::vector<Problem> problems;
  check_fields(setup.fields.size(), values, setup.section, problems);
  check(values, problems);
  if (setup.program->grid.dimensions == 3)
    check_spheres(values, problems);
  else
    problems.push_back(
        problem("output/sphere-grid",
                fmt::format("a {}-D grid has no spheres", setup.program->grid.dimensions),
                values.where(), "remove output.spheres"));
  if (!problems.empty()) throw Error(problems);
}

void SphereOutput::check(const SectionValues& values, std::vector<Problem>& problems) const {
  const int weight = std::abs(values.get(spin)), highest = values.get(l_max);
  if (highest < weight)
    problems.push_back(
        problem("output/sphere-modes",
                fmt::format("harmonics of spin {} begin with l = {}, but l_max is {}",
                            values.get(spin), weight, highest),
                values.where("l_max"), "raise l_max"));
  if (values.get(angles) <= highest)
    problems.push_back(
        problem("output/sphere-modes",
                fmt::format("{} angles are too few for l_max = {}", values.get(angles), highest),
                values.where("angles"), "use more angles than l_max"));
  if (parts_ == 2 && setup_.fields.size() != 2)
    problems.push_back(problem("output/sphere-fields",
                               fmt::format("harmonics of spin {} need two fields, but {} are given",
                                           values.get(spin), setup_.fields.size()),
                               values.where("fields"),
                               "name the real and the imaginary part, such as fields: [psi4_re, "
                               "psi4_im]"));
}

void SphereOutput::check_spheres(const SectionValues& values,
                                 std::vector<Problem>& problems) const {
  const Grid& grid = setup_.program->grid;
  const auto given =
      values.has("centre") ? values.get<std::vector<Real>>("centre") : std::vector<Real>{0, 0, 0};
  check_order(grid, values.get(order), values.where("order"), problems);
  if (radii_.empty())
    problems.push_back(problem("output/radii", "output.spheres has no radii", values.where(),
                               "such as radii: [5, 10]"));
  for (auto radius = radii_.begin(); radius != radii_.end(); ++radius)
    if (std::find(radii_.begin(), radius, *radius) != radius)
      problems.push_back(
          problem("output/radii",
                  fmt::format("the radius {}{} is given twice", *radius, grid.after_length()),
                  values.where("radii"), "remove one of them"));
  if (given.size() != 3) {
    problems.push_back(problem("output/wrong-length",
                               "centre has " + counted(given.size(), "coordinate"),
                               values.where("centre"), "give three"));
    return;
  }
  for (const Real radius : radii_)
    for (const Real side : {-radius, radius}) {
      const std::size_t before = problems.size();
      check_inside(grid, {given[0] + side, given[1] + side, given[2] + side},
                   fmt::format("the sphere of radius {}{}", radius, grid.after_length()),
                   values.where("radii"), problems);
      if (problems.size() > before) break;
    }
}

void SphereOutput::open(const OutputSetup& setup) {
  prepare(setup);
  const SectionValues& values = section_of(setup);
  if (values.has("centre")) {
    const auto given = values.get<std::vector<Real>>("centre");
    centre_ = {given[0], given[1], given[2]};
  }
  points_.emplace(values.get(angles));
  interpolator_.emplace(setup.program->grid, as_on_rank_0(positions(), *setup.transport),
                        values.get(order));
  collective_or_throw(*setup.transport, [&] {
    if (setup_.transport->rank() == 0) open_tables(values);
  });
}

std::vector<Vec3> SphereOutput::positions() const {
  std::vector<Vec3> positions;
  for (const Real radius : radii_)
    for (const Vec3& direction : points_->direction) {
      Vec3& position = positions.emplace_back();
      for (int d = 0; d < 3; ++d) position[d] = centre_[d] + radius * direction[d];
    }
  return positions;
}

void SphereOutput::open_tables(const SectionValues& values) {
  modes_.emplace(*points_, values.get(spin), values.get(l_max));
  const std::string file = with_entry("spheres", setup_.instance) + ".tsv";
  const std::filesystem::path folder = "spheres";
  const std::string before = text_of_earlier_run(setup_.earlier, folder / file);
  description_.emplace(setup_, folder / file, spheres_table(values));
  for (std::size_t n = 0; n < setup_.fields.size(); n += parts_) {
    std::string name = identifier(*setup_.program, *setup_.fields[n]);
    if (parts_ == 2) name = common_name(name, identifier(*setup_.program, *setup_.fields[n + 1]));
    for (const Real radius : radii_) {
      // Names of fields and radii do not tell whether an earlier run looked at the same spheres.
      const bool same = before.find('\n' + sphere_line(radius, values)) != before.npos;
      tables_.emplace_back(
          setup_,
          folder / (with_entry(fmt::format("{}.r{}", name, radius), setup_.instance) + ".tsv"),
          columns(setup_.fields[n]->unit), [same](std::string_view) { return same; });
    }
  }
}

std::string SphereOutput::sphere_line(Real radius, const SectionValues& values) const {
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", radius, centre_.x, centre_.y, centre_.z,
                     values.get(order), values.get(angles), values.get(spin));
}

std::string SphereOutput::spheres_table(const SectionValues& values) const {
  std::string text;
  for (const char* name : {"radius", "centre.x", "centre.y", "centre.z"})
    text += with_unit(name, setup_.program->grid.length_unit) + '\t';
  text += "order\tangles\tspin\n";
  for (const Real radius : radii_) text += sphere_line(radius, values);
  return text;
}

std::vector<std::string> SphereOutput::columns(const std::string& unit) const {
  std::vector<std::string> names = {"mean", "l2"};
  if (parts_ == 2) names = {"mean.re", "mean.im", "l2"};
  for (const SphereModes::Mode& mode : modes_->modes())
    for (const char* part : {"re", "im"})
      names.push_back(fmt::format("l{}m{}.{}", mode.l, mode.m, part));
  for (std::string& name : names) name = with_unit(name, unit);
  return names;
}

void SphereOutput::write(const Snapshot& snapshot) {
  const std::vector<Real> all = interpolator_->values(snapshot);
  const std::size_t points = points_->direction.size(), field = points * radii_.size();
  std::optional<Error> first;  // one that cannot be written costs no other its row
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    const std::size_t quantity = table / radii_.size(), sphere = table % radii_.size();
    const Real* real = all.data() + quantity * parts_ * field + sphere * points;
    Values values(points);
    for (std::size_t n = 0; n < points; ++n)
      values[n] = {real[n], parts_ == 2 ? real[n + field] : 0};
    try {
      tables_[table].append(snapshot, row(values));
    } catch (const Error& error) {
      if (!first) first = error;
    }
  }
  if (first) throw *first;
}

std::vector<Real> SphereOutput::row(const Values& values) const {
  const auto phis = std::size_t(points_->phis());
  Real real = 0, imaginary = 0, square = 0;
  for (std::size_t n = 0; n < values.size(); ++n) {
    const Real weight = points_->weight[n / phis] / (4 * std::numbers::pi);
    real += weight * values[n].real();
    imaginary += weight * values[n].imag();
    square += weight * (values[n].real() * values[n].real() + values[n].imag() * values[n].imag());
  }
  std::vector<Real> row = {real};
  if (parts_ == 2) row.push_back(imaginary);
  row.push_back(std::sqrt(square));
  for (const std::complex<Real>& c : modes_->coefficients(values)) {
    row.push_back(c.real());
    row.push_back(c.imag());
  }
  return row;
}

std::size_t SphereOutput::bytes_written() const {
  std::size_t bytes = description_ ? description_->bytes_written() : 0;
  for (const TimeSeries& table : tables_) bytes += table.bytes_written();
  return bytes;
}

}  // namespace cardon
