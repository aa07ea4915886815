// SPDX-License-Identifier: Apache-2.0
#include "run/choice_lines.hpp"

#include <fmt/format.h>

#include <cardon/kit/counted.hpp>
#include <cardon/services/prefetch_facts.hpp>
#include <cardon/services/tile_facts.hpp>
#include <cardon/tuning/ghost_search.hpp>

#include "console/screen.hpp"

namespace cardon {
namespace {

std::vector<PrefetchFacts::Choice> prefetching_of(Driver& driver) {
  const auto* facts = offered_by<PrefetchFacts>(driver);
  return facts != nullptr ? facts->prefetching() : std::vector<PrefetchFacts::Choice>{};
}

TileFacts::Tiles tiles_of(Driver& driver) {
  const auto* facts = offered_by<TileFacts>(driver);
  return facts != nullptr ? facts->tiles() : TileFacts::Tiles{};
}

GhostSearch::Found ghosts_of(Driver& driver) {
  const auto* search = offered_by<GhostSearch>(driver);
  return search != nullptr ? search->found() : GhostSearch::Found{};
}

std::string ghost_text(const GhostSearch::Found& found) {
  if (found.gain == 0) return {};
  std::string text = "ghost zones: " + counted(found.depth, "layer");
  if (found.gain == 1) return text + " (more are not faster)";
  return text + fmt::format(" ({:.2f} times as fast as with the fewest)", found.gain);
}

std::string prefetch_text(const std::vector<PrefetchFacts::Choice>& tasks) {
  std::string text;
  for (const PrefetchFacts::Choice& task : tasks)
    if (task.gain > 0)
      text += fmt::format("{}{} for {} ({:.2f} times as fast as without)",
                          text.empty() ? "prefetch: " : ", ", task.on ? "on" : "off", task.name,
                          task.gain);
  return text;
}

std::string tile_text(const TileFacts::Tiles& tiles) {
  if (!tiles.used)
    return tiles.gain > 0 ? fmt::format("tiles: none (in tiles {:.2f} times as fast)", tiles.gain)
                          : std::string();
  std::string text = fmt::format("tiles: {} in {}, {}, {}", counted(tiles.tasks, "task"),
                                 counted(tiles.steps, "step"), counted(tiles.rows, "row"),
                                 bytes_text(double(tiles.bytes)));
  if (tiles.gain > 0) text += fmt::format(" ({:.2f} times as fast as plain sweeps)", tiles.gain);
  return text;
}

}  // namespace

std::vector<std::string> choice_lines(Driver& driver) {
  std::vector<std::string> lines;
  for (const std::string& text : {prefetch_text(prefetching_of(driver)),
                                  ghost_text(ghosts_of(driver)), tile_text(tiles_of(driver))})
    if (!text.empty()) lines.push_back(text);
  return lines;
}

void add_choices(Driver& driver, nlohmann::json& summary) {
  for (const PrefetchFacts::Choice& task : prefetching_of(driver))
    summary["prefetch"][task.name] = {{"on", task.on}, {"gain", task.gain}};
  if (const GhostSearch::Found found = ghosts_of(driver); found.gain > 0)
    summary["ghost_search"] = {{"depth", found.depth}, {"gain", found.gain}};
  const TileFacts::Tiles tiles = tiles_of(driver);
  if (tiles.used || tiles.gain > 0)
    summary["tiles"] = {{"used", tiles.used}, {"steps", tiles.steps}, {"tasks", tiles.tasks},
                        {"rows", tiles.rows}, {"bytes", tiles.bytes}, {"gain", tiles.gain}};
}

}  // namespace cardon
