// SPDX-License-Identifier: Apache-2.0
#include "tables/data_placing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/data_checksum.hpp>
#include <cardon/kit/unit_dimension.hpp>
#include <cmath>
#include <utility>

#include "parameters/range_text.hpp"

namespace cardon {
namespace {

[[noreturn]] void refuse(std::string message, std::string help,
                         std::vector<std::string> notes = {}) {
  throw Error({.slug = "parameter/data-file",
               .message = std::move(message),
               .notes = std::move(notes),
               .help = std::move(help)});
}

// "m s-1" is "m/s".
bool is_same_unit(const std::string& one, const std::string& other) {
  const auto a = unit_dimension(one), b = unit_dimension(other);
  return one == other || (a && b && a->si_factor == b->si_factor && a->powers == b->powers);
}

void check_kind(const FieldData& data, const Grid& grid, const ParameterDeclaration& parameter) {
  if (data.dimensions != grid.dimensions)
    refuse(fmt::format("the dataset {} has {} dimension{}, but the grid has {}", data.name,
                       data.dimensions, data.dimensions > 1 ? "s" : "", grid.dimensions),
           "give a file with as many dimensions as the grid; the last one in the file is x");
  if (!data.unit.empty() && !parameter.unit.empty() && !is_same_unit(data.unit, parameter.unit))
    refuse(
        fmt::format("the values of {} are in {}, not in {}", data.name, data.unit, parameter.unit),
        "convert the file");
}

/// With numbers in these limits no index of a point overflows, wherever one asks for a value.
void check_place(const FieldData& data) {
  constexpr Real small = 1e-150, large = 1e150;
  for (int d = 0; d < data.dimensions; ++d) {
    const Real h = data.spacing[d], first = data.origin[d];
    if (h > small && h < large && std::abs(first) < large) continue;
    refuse(fmt::format("the points of {} begin at {} and are {} apart in {}", data.name, first, h,
                       "xyz"[d]),
           "store the position of the first point and the spacing");
  }
}

/// A file that tells the unit of its coordinates may be in another one than the run.
void to_unit_of(const Grid& grid, FieldData& data) {
  const auto unit = unit_dimension(grid.length_unit);
  if (!data.placed || !data.length_si || !unit || grid.length_unit.empty()) return;
  if (*data.length_si == unit->si_factor) return;
  const Real factor = *data.length_si / unit->si_factor;
  for (Vec3* place : {&data.origin, &data.spacing, &data.lower, &data.upper})
    for (int d = 0; d < data.dimensions; ++d) (*place)[d] *= factor;
}

/// Where the run would put that many points.
void spread(FieldData& data, const Grid& grid) {
  const bool cells = grid.centring == Centring::cell;
  for (int d = 0; d < grid.dimensions; ++d) {
    const int n = data.points[std::size_t(d)];
    const int intervals = std::max(grid.periodic[d] || cells ? n : n - 1, 1);
    data.spacing[d] = (grid.upper[d] - grid.lower[d]) / intervals;
    data.origin[d] = grid.lower[d] + (cells ? 0.5 * data.spacing[d] : 0.0);
    data.periodic[d] = grid.periodic[d];
  }
}

void check_domain(const FieldData& data, const Grid& grid) {
  constexpr Real slack = 0.5 + 1e-6;
  for (int d = 0; d < grid.dimensions; ++d) {
    const int n = data.points[std::size_t(d)];
    if (data.periodic[d] || n == 1) continue;
    const Real h = data.spacing[d], first = data.origin[d], last = first + (n - 1) * h;
    const Real lower = grid.coordinate(d, 0),
               upper = grid.coordinate(d, grid.points[std::size_t(d)] - 1);
    if (lower >= first - slack * h && upper <= last + slack * h) continue;
    refuse(
        fmt::format("the grid reaches from {:.6g} to {:.6g}{} in {}, the data from {:.6g} to "
                    "{:.6g}{}",
                    lower, upper, grid.after_length(), "xyz"[d], first, last, grid.after_length()),
        "set grid.domain within the data, or give a larger file",
        {"data are used up to half a spacing beyond the last point"});
  }
}

std::string position_text(const DataGrid& data, const Grid& grid, std::size_t index) {
  std::string text;
  for (int d = 0; d < data.dimensions; ++d) {
    const auto n = std::size_t(data.points[std::size_t(d)]);
    text += fmt::format("{}{:.6g}", d > 0 ? ", " : "",
                        data.origin[d] + Real(index % n) * data.spacing[d]);
    index /= n;
  }
  return "(" + text + ")" + grid.after_length();
}

void check_values(DataGrid& data, const Grid& grid, const std::string& name,
                  const ParameterDeclaration& parameter) {
  data.min = data.max = data.values.front();
  for (std::size_t i = 0; i < data.values.size(); ++i) {
    const Real value = data.values[i];
    if (!std::isfinite(value))
      refuse(fmt::format("{} is {} at {}", name, value, position_text(data, grid, i)),
             "correct the file");
    if (!parameter.range.contains(value))
      refuse(fmt::format("{} is {} at {}, but it must be {}", name, value,
                         position_text(data, grid, i), range_text(parameter.range)),
             "correct the file");
    data.min = std::min(data.min, value);
    data.max = std::max(data.max, value);
  }
}

/// The place of values that are spread over the domain is none of the file's.
std::string checksum_of(const DataGrid& data, bool placed) {
  DataChecksum sum;
  for (int d = 0; d < data.dimensions; ++d) {
    const Real place[] = {Real(data.points[std::size_t(d)]), data.origin[d], data.spacing[d],
                          Real(data.periodic[d])};
    sum.add(std::as_bytes(std::span(place).first(placed ? 4 : 1)));
  }
  sum.add(std::as_bytes(std::span(data.values)));
  return sum.hex();
}

}  // namespace

DataGrid place_data(FieldData data, const Grid& grid, const ParameterDeclaration& parameter) {
  check_kind(data, grid, parameter);
  to_unit_of(grid, data);
  if (data.placed)
    check_place(data);
  else
    spread(data, grid);
  check_domain(data, grid);
  DataGrid placed;
  placed.dimensions = data.dimensions;
  placed.points = data.points;
  placed.origin = data.origin;
  placed.spacing = data.spacing;
  std::copy(std::begin(data.periodic), std::end(data.periodic), placed.periodic);
  placed.values = std::move(data.values);
  check_values(placed, grid, data.name, parameter);
  placed.checksum = checksum_of(placed, data.placed);
  return placed;
}

}  // namespace cardon
