// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/printable.hpp"
#include "report/compare.hpp"
#include "report/why_different.hpp"

namespace cardon {
namespace {

std::string with_unit(const std::string& text, const std::string& unit) {
  return unit.empty() ? text : text + ' ' + unit;
}

std::string run_line(char mark, const RunRecord& run) {
  return fmt::format("{}  {}  ({} iterations, time {}, {} points, {} rank{}, {})\n", mark,
                     printable(run.folder.string()), run.iterations,
                     with_unit(fmt::format("{:.6g}", run.time), run.time_unit), run.points,
                     run.ranks, run.ranks == 1 ? "" : "s", printable(run.status));
}

std::string checksum_word(const Comparison::Field& field) {
  if (!field.has_checksum) return "-";
  if (field.in_a && !field.in_b) return "only in A";
  if (field.in_b && !field.in_a) return "only in B";
  return field.same_checksum ? "identical" : "different";
}

std::string scalars_text(const Comparison::Scalars& scalars, bool exact) {
  if (scalars.columns == 0) return "-";
  if (scalars.largest == 0 && scalars.positions > 0) return "positions of extrema differ";
  if (scalars.largest == 0)
    return fmt::format("{} ({} column{})", exact ? "identical" : "agree", scalars.columns,
                       scalars.columns == 1 ? "" : "s");
  return fmt::format("{:.2g}: {} at iteration {} is {} and {}", scalars.largest,
                     printable(scalars.column), scalars.iteration, scalars.a, scalars.b);
}

std::string point_text(const Comparison::Point& point, const std::string& length_unit) {
  std::string index, position;
  for (int d = 0; d < point.dimensions; ++d) {
    index += fmt::format("{}{}", d > 0 ? ", " : "", point.index[std::size_t(d)]);
    position += fmt::format("{}{:.6g}", d > 0 ? ", " : "", point.position[d]);
  }
  return fmt::format("iteration {}, point ({}), x = {}: {} and {}; {} of {} points differ",
                     point.iteration, index, with_unit('(' + position + ')', length_unit), point.a,
                     point.b, point.different, point.points);
}

std::string verdict(const Comparison& comparison) {
  const auto different =
      std::count_if(comparison.fields.begin(), comparison.fields.end(),
                    [](const Comparison::Field& field) { return !field.identical(); });
  if (!comparison.compared()) return "nothing was compared\n";
  if (different == 0 && !comparison.tolerance.exact())
    return fmt::format("agree within the tolerance: |A - B| <= {:g} + {:g} * max(|A|, |B|)\n",
                       comparison.tolerance.absolute, comparison.tolerance.relative);
  if (different == 0)
    return comparison.table_missing ? "checksums identical; scalars not compared\n" : "identical\n";
  return fmt::format("different: {} of {}\n", different, comparison.fields.size());
}

}  // namespace

std::string comparison_text(const Comparison& comparison) {
  std::string text = run_line('A', comparison.a) + run_line('B', comparison.b) + '\n';
  std::size_t width = 5;
  for (const Comparison::Field& field : comparison.fields)
    width = std::max(width, printable(field.name).size());
  text += fmt::format("{:<{}}  {:<9}  {}\n", "field", width, "checksum",
                      "scalars (largest relative difference)");
  for (const Comparison::Field& field : comparison.fields)
    text += fmt::format("{:<{}}  {:<9}  {}\n", printable(field.name), width, checksum_word(field),
                        scalars_text(field.scalars, comparison.tolerance.exact()));
  for (const Comparison::Field& field : comparison.fields)
    if (field.first)
      text +=
          fmt::format("\nfirst difference of {} in the field files\n   {}\n", printable(field.name),
                      point_text(*field.first, comparison.a.length_unit));
  for (const std::string& note : comparison.notes) text += "\nnote: " + printable(note) + '\n';
  return text + '\n' + verdict(comparison) + why_different(comparison);
}

}  // namespace cardon
