// SPDX-License-Identifier: Apache-2.0
#include "report/plot_scalars.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cardon {
namespace {

std::string group_of(const std::string& column) {
  const std::size_t dot = column.rfind('.');
  const std::string last = dot == column.npos ? "" : column.substr(dot + 1);
  return last.empty() || last == "sum" || last == "count" ? column : column.substr(0, dot);
}

std::string label_of(const std::string& column, const std::string& group) {
  return column == group ? column : column.substr(group.size() + 1);
}

}  // namespace

std::vector<ScalarGroup> scalar_groups(const ScalarTable& table) {
  std::vector<ScalarGroup> groups;
  for (std::size_t column = 0; column < table.names.size(); ++column) {
    if (table.names[column] == "iteration" || table.names[column] == "time") continue;
    const std::string name = group_of(table.names[column]);
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const ScalarGroup& g) { return g.name == name; });
    if (group == groups.end()) group = groups.insert(groups.end(), {name, {}});
    group->columns.push_back(column);
  }
  return groups;
}

CurvePicture scalar_picture(const ScalarTable& table, const ScalarGroup& group) {
  CurvePicture picture;
  picture.title = group.name;
  const auto& iterations = table.columns[0];
  picture.subtitle = fmt::format("iterations {} to {}", iterations.front(), iterations.back());
  const int time = table.find("time");
  picture.x_label = time < 0 ? "iteration" : "time [s]";
  picture.x = time < 0 ? iterations : table.columns[std::size_t(time)];
  const std::string& unit = table.units[group.columns.front()];
  picture.y_label = unit.empty() ? group.name : fmt::format("{} [{}]", group.name, unit);
  for (const std::size_t column : group.columns)
    picture.curves.push_back({label_of(table.names[column], group.name), table.columns[column]});
  return picture;
}

}  // namespace cardon
