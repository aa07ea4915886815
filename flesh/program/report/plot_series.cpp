// SPDX-License-Identifier: Apache-2.0
#include "report/plot_series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>

#include "cardon/thorn/error.hpp"
#include "report/plot_scalars.hpp"

namespace cardon {
namespace {

constexpr std::size_t max_curves = 7;  // colours that are told apart

constexpr const char* points_ending = ".points.tsv";

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values)
    if (std::isfinite(value)) most = std::max(most, std::abs(value));
  return most;
}

// One curve with gaps, so that all traces have one colour.
void stack(CurvePicture& picture) {
  double most = 0;
  for (const Curve& curve : picture.curves) most = std::max(most, largest(curve.y));
  const double gap = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> x;
  Curve all;
  for (std::size_t n = 0; n < picture.curves.size(); ++n) {
    x.insert(x.end(), picture.x.begin(), picture.x.end());
    for (const double value : picture.curves[n].y)
      all.y.push_back(double(n + 1) + (most > 0 ? value / most : 0));
    x.push_back(gap);
    all.y.push_back(gap);
  }
  picture.subtitle += fmt::format("; one step up is {:.3g} in {}", most, picture.y_label);
  picture.y_label =
      fmt::format("{} to {}", picture.curves.front().label, picture.curves.back().label);
  picture.x = std::move(x);
  picture.curves = {std::move(all)};
}

std::vector<SeriesPicture> probe_pictures(const SeriesFile& series) {
  std::vector<SeriesPicture> pictures;
  for (const ScalarGroup& group : scalar_groups(series.table)) {
    CurvePicture picture = scalar_picture(series.table, group);
    if (picture.curves.size() > max_curves) stack(picture);
    picture.title = series.name + ": " + group.name;
    pictures.push_back({series.name + '.' + group.name, group.name, std::move(picture)});
  }
  return pictures;
}

bool is_mode(const std::string& column) {
  return column.starts_with('l') && column.ends_with(".re");
}

void check_modes(const std::filesystem::path& file, const ScalarTable& table) {
  Problem problem{.slug = "run/bad-table",
                  .message = file.string() + " is not a table that Cardon wrote"};
  if (table.find("l2") < 0) problem.notes.push_back("it has no column l2");
  for (std::size_t column = 0; column < table.names.size(); ++column)
    if (const std::string& name = table.names[column];
        is_mode(name) && (column + 1 == table.names.size() ||
                          table.names[column + 1] != name.substr(0, name.size() - 2) + "im"))
      problem.notes.push_back("the column behind " + name + " is not its imaginary part");
  if (!problem.notes.empty()) throw Error(std::move(problem));
}

SeriesPicture sphere_picture(const SeriesFile& series) {
  const ScalarTable& table = series.table;
  CurvePicture picture = scalar_picture(table, {"l2", {std::size_t(table.find("l2"))}});
  picture.title = series.name + ": largest modes";
  const std::string unit = table.units[std::size_t(table.find("l2"))];
  picture.y_label = unit.empty() ? "|c_lm|" : fmt::format("|c_lm| [{}]", unit);
  picture.curves.clear();
  const bool real = table.find("mean") >= 0;  // modes of m and -m have one magnitude
  for (std::size_t column = 0; column + 1 < table.names.size(); ++column) {
    const std::string& name = table.names[column];
    if (!is_mode(name)) continue;
    if (real && name.find("m-") != name.npos) continue;
    Curve& curve = picture.curves.emplace_back(Curve{name.substr(0, name.size() - 3), {}});
    for (std::size_t row = 0; row < table.rows(); ++row)
      curve.y.push_back(std::hypot(table.columns[column][row], table.columns[column + 1][row]));
  }
  std::stable_sort(picture.curves.begin(), picture.curves.end(),
                   [](const Curve& a, const Curve& b) { return largest(a.y) > largest(b.y); });
  if (picture.curves.size() > max_curves) picture.curves.resize(max_curves);
  return {series.name + ".modes", series.name.substr(0, series.name.rfind(".r")),
          std::move(picture)};
}

}  // namespace

std::vector<SeriesFile> find_series(const std::filesystem::path& folder) {
  std::vector<SeriesFile> found;
  const auto add = [&](const std::string& kind, const std::string& name, const std::string& file) {
    ScalarTable table = read_scalars(folder, file);
    if (table.empty()) return;
    if (kind == "spheres") check_modes(folder / file, table);
    found.push_back({kind, name, std::move(table)});
  };
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    const std::string file = entry.path().filename().string();
    if (!file.ends_with(points_ending)) continue;
    const std::string name = file.substr(0, file.size() - std::string(points_ending).size());
    add("probes", name, name + ".tsv");
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder / "spheres", none)) {
    const std::string name = entry.path().stem().string();
    if (name.find(".r") != name.npos) add("spheres", name, "spheres/" + name + ".tsv");
  }
  std::sort(found.begin(), found.end(), [](const SeriesFile& a, const SeriesFile& b) {
    return std::pair(a.kind, a.name) < std::pair(b.kind, b.name);
  });
  return found;
}

std::vector<SeriesPicture> series_pictures(const SeriesFile& series) {
  if (series.kind == "probes") return probe_pictures(series);
  return {sphere_picture(series)};
}

}  // namespace cardon
