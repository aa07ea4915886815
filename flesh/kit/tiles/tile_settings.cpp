// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cardon/kit/tiles/tile_settings.hpp>
#include <cardon/services/node_reading.hpp>
#include <cardon/thorn/error.hpp>

namespace cardon {
namespace {

constexpr int max_value = 1 << 20;

[[noreturn]] void wrong(const Node& node) {
  Problem problem;
  problem.slug = "driver/tiles";
  problem.message = node.is_scalar() ? fmt::format("driver.tiles is '{}'", node.text)
                                     : std::string("driver.tiles is not a map");
  problem.where = node.where;
  problem.help = "write auto, never, or a map such as {steps: 8, rows: 32}";
  throw Error(problem);
}

void read_member(const Node& member, TileSettings& settings) {
  const auto number = [&] {
    return int(read_integer(member, "driver.tiles." + member.key, between(1, max_value)));
  };
  if (member.key == "steps")
    settings.steps = number();
  else if (member.key == "rows")
    settings.rows = number();
  else if (member.key == "planes")
    settings.planes = number();
  else
    throw Error(unknown_key(member, "driver.tiles", {"steps", "rows", "planes"}));
}

}  // namespace

TileSettings read_tile_settings(const ParameterSet& parameters, std::string_view section) {
  TileSettings settings;
  if (!parameters.has(section, tiles_parameter)) return settings;
  const auto& node = parameters.get<Node>(section, tiles_parameter);
  if (node.is_scalar() && node.text == "auto") return settings;
  if (node.is_scalar() && node.text == "never") {
    settings.mode = TileSettings::Mode::never;
    return settings;
  }
  if (!node.is_map()) wrong(node);
  settings.mode = TileSettings::Mode::by_hand;
  std::vector<Problem> problems;
  for (const Node& member : node.children) try {
      read_member(member, settings);
    } catch (const Error& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  if (!problems.empty()) throw Error(problems);
  return settings;
}

TileSettings driver_tile_settings(const ParameterSet& parameters) {
  const ParameterSection* driver = parameters.registry().find("driver");
  if (driver == nullptr || driver->find(tiles_parameter) == nullptr)
    return {.mode = TileSettings::Mode::never};
  return read_tile_settings(parameters, "driver");
}

}  // namespace cardon
