// SPDX-License-Identifier: Apache-2.0
#include "report/plot_tuning.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/regular_file.hpp"
#include "cardon/thorn/error.hpp"

namespace cardon {
namespace {

using nlohmann::json;

/// A value holds from the end of the window before to the end of its own: two points each.
std::vector<double> twice(const std::vector<double>& values) {
  std::vector<double> result;
  for (const double value : values) result.insert(result.end(), 2, value);
  return result;
}

std::vector<double> window_edges(const std::vector<double>& ends) {
  std::vector<double> edges = {0};
  for (const double end : ends) edges.insert(edges.end(), 2, end);
  edges.pop_back();
  return edges;
}

/// A curve for every link.
std::vector<Curve> by_link(const ScalarTable& table, const std::string& what) {
  std::vector<Curve> curves;
  for (std::size_t n = 0; n < table.names.size(); ++n)
    if (table.names[n].starts_with(what + ":"))
      curves.push_back({table.names[n].substr(what.size() + 1), twice(table.columns[n])});
  return curves;
}

}  // namespace

TuningMarks read_tuning_marks(const std::filesystem::path& folder) {
  TuningMarks marks;
  std::ifstream stream = open_regular_file(folder / "decisions.jsonl");
  std::string line;
  for (std::size_t number = 1; std::getline(stream, line) && !stream.eof(); ++number) try {
      const json decision = json::parse(line);
      const bool undone = decision.at("outcome") == "reverted";
      (undone ? marks.reverted : marks.kept).push_back(decision.at("step").get<double>());
    } catch (const json::exception& error) {
      Problem problem{.slug = "run/bad-table"};
      problem.message = (folder / "decisions.jsonl").string() + " is not a file that Cardon wrote";
      problem.notes = {fmt::format("line {}: {}", number, error.what())};
      throw Error(std::move(problem));
    }
  return marks;
}

PanelPicture tuning_picture(const ScalarTable& table, const TuningMarks& marks) {
  PanelPicture picture;
  picture.title = "tuning";
  picture.x_label = "iteration";
  picture.x = window_edges(table.columns[0]);
  picture.marks[0] = marks.kept;
  picture.marks[1] = marks.reverted;
  const std::size_t kept = marks.kept.size(), undone = marks.reverted.size();
  picture.subtitle = fmt::format("{} windows; {} change{} of settings (grey)", table.rows(), kept,
                                 kept == 1 ? "" : "s");
  if (undone > 0) picture.subtitle += fmt::format(", {} undone (red)", undone);
  if (const int column = table.find("efficiency"); column >= 0)
    picture.panels.push_back(
        {"efficiency", {{"", twice(table.columns[std::size_t(column)])}}, {0, 1}});
  if (auto depths = by_link(table, "depth"); !depths.empty())
    picture.panels.push_back({"ghost depth", std::move(depths), {0}});
  if (auto ratios = by_link(table, "ratio"); !ratios.empty())
    picture.panels.push_back({"compression ratio", std::move(ratios), {1}});
  return picture;
}

std::filesystem::path plot_tuning(const std::filesystem::path& folder, const ScalarTable& table,
                                  const std::string& title, const std::string& provenance) {
  PanelPicture picture = tuning_picture(table, read_tuning_marks(folder));
  if (!title.empty()) picture.title = title + ": " + picture.title;
  picture.provenance = provenance;
  const std::filesystem::path file = folder / "plots" / "tuning.png";
  draw_panels(picture, file);
  return file;
}

}  // namespace cardon
