// SPDX-License-Identifier: Apache-2.0
#include "state_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

namespace cardon {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_ranks = 256;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json known(double figure) { return figure > 0 ? Json(figure) : Json(); }

Json link_json(const LinkState& link) {
  const double ratio = link.bytes_sent > 0 ? double(link.bytes_raw) / double(link.bytes_sent) : 1;
  return {{"name", link.name},
          {"depth", link.depth},
          {"codec", link.codec},
          {"lossless", link.lossless},
          {"latency_seconds", known(link.latency)},
          {"bandwidth_bytes_per_second", known(link.bandwidth)},
          {"exchanges", link.exchanges},
          {"messages", link.messages},
          {"bytes_raw", link.bytes_raw},
          {"bytes_sent", link.bytes_sent},
          {"ratio", ratio},
          {"exposed_seconds", link.exposed},
          {"hidden_fraction", or_null(link.hidden)}};
}

// Of a run on many ranks the page gets those that computed longest.
std::vector<std::size_t> listed(const std::vector<RankState>& ranks) {
  std::vector<std::size_t> numbers(ranks.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  if (numbers.size() <= max_ranks) return numbers;
  std::nth_element(numbers.begin(), numbers.begin() + max_ranks, numbers.end(),
                   [&](std::size_t a, std::size_t b) { return ranks[a].recent > ranks[b].recent; });
  numbers.resize(max_ranks);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

Json ranks_json(const std::vector<RankState>& ranks) {
  Json json = Json::array();
  for (const std::size_t n : listed(ranks))
    json.push_back({{"rank", n},
                    {"owned_points", ranks[n].owned_points},
                    {"compute_seconds", ranks[n].compute},
                    {"recent_compute_seconds", ranks[n].recent},
                    {"exchange_seconds", ranks[n].exchange}});
  return json;
}

/// Largest over mean of the recent compute seconds of all ranks; null: not known.
Json imbalance(const std::vector<RankState>& ranks) {
  double sum = 0, largest = 0;
  for (const RankState& rank : ranks) {
    sum += rank.recent;
    largest = std::max(largest, rank.recent);
  }
  return sum > 0 ? Json(largest * double(ranks.size()) / sum) : Json();
}

Json activities_json(const std::vector<ActivityState>& activities) {
  Json json = Json::array();
  for (const ActivityState& a : activities)
    json.push_back({{"name", a.name}, {"calls", or_null(a.calls)}, {"seconds", a.seconds}});
  return json;
}

double points_per_second(const RunState& state) {
  return state.step_seconds > 0 ? double(state.points) / state.step_seconds : 0;
}

std::string label_value(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\' || c == '"') escaped += '\\';
    if (c == '\n')
      escaped += "\\n";
    else
      escaped += c;
  }
  return escaped;
}

class Metrics {
 public:
  void add(const char* name, const char* type, const char* help, double value) {
    head(name, type, help);
    text_ += fmt::format("cardon_{} {}\n", name, value);
  }
  template <class Items, class Value>
  void add_each(const char* name, const char* type, const char* help, const char* label,
                const Items& items, const Value& value) {
    head(name, type, help);
    for (const auto& item : items)
      text_ += fmt::format("cardon_{}{{{}=\"{}\"}} {}\n", name, label, label_value(item.name),
                           value(item));
  }
  const std::string& text() const { return text_; }

 private:
  void head(const char* name, const char* type, const char* help) {
    text_ += fmt::format("# HELP cardon_{0} {1}\n# TYPE cardon_{0} {2}\n", name, help, type);
  }
  std::string text_;
};

}  // namespace

Json state_json(const RunState& state) {
  Json sites = Json::array(), links = Json::array();
  for (const SiteState& site : state.sites)
    sites.push_back({{"name", site.name}, {"ranks", site.ranks}});
  for (const LinkState& link : state.links) links.push_back(link_json(link));
  return {{"title", state.title},
          {"folder", state.folder},
          {"phase", state.phase},
          {"stop", state.stop},
          {"iteration", state.iteration},
          {"first_iteration", state.first_iteration},
          {"last_iteration", state.last_iteration},
          {"time", state.time},
          {"dt", state.dt},
          {"stop_time", or_null(state.stop_time)},
          {"time_unit", state.time_unit},
          {"seconds", state.seconds},
          {"wall_limit_seconds", or_null(state.wall_limit)},
          {"done", state.done},
          {"seconds_left", or_null(state.left)},
          {"points", state.points},
          {"step_seconds", state.step_seconds},
          {"points_per_second", points_per_second(state)},
          {"sites", sites},
          {"links", links},
          {"activities", activities_json(state.activities)},
          {"imbalance", imbalance(state.ranks)},
          {"ranks", ranks_json(state.ranks)}};
}

std::string json_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string metrics_text(const RunState& state) {
  Metrics m;
  m.add("iteration", "gauge", "Steps done.", double(state.iteration));
  m.add("time_seconds", "gauge", "Simulated time.", state.time);
  m.add("dt_seconds", "gauge", "Simulated time of the last step.", state.dt);
  m.add("done_ratio", "gauge", "Fraction of the run that is done.", state.done);
  if (state.left) m.add("left_seconds", "gauge", "Wall-clock time left, estimated.", *state.left);
  m.add("run_seconds", "gauge", "Wall-clock time since the first step.", state.seconds);
  m.add("step_seconds", "gauge", "Wall-clock time per step.", state.step_seconds);
  m.add("points_per_second", "gauge", "Point updates per second.", points_per_second(state));
  if (const Json ratio = imbalance(state.ranks); !ratio.is_null())
    m.add("imbalance_ratio", "gauge", "Largest over mean compute time of the ranks, lately.",
          ratio);
  m.add("paused", "gauge", "1 while the run is paused.", state.phase == "paused" ? 1 : 0);
  m.add_each("link_depth_layers", "gauge", "Ghost layers.", "link", state.links,
             [](const LinkState& link) { return double(link.depth); });
  m.add_each("link_sent_bytes_total", "counter", "Bytes that rank 0 sent.", "link", state.links,
             [](const LinkState& link) { return double(link.bytes_sent); });
  m.add_each("link_raw_bytes_total", "counter", "The same before compression.", "link", state.links,
             [](const LinkState& link) { return double(link.bytes_raw); });
  m.add_each("link_exposed_seconds_total", "counter", "Time in which rank 0 waited for messages.",
             "link", state.links, [](const LinkState& link) { return link.exposed; });
  m.add_each("activity_seconds_total", "counter", "Time of rank 0 by activity.", "activity",
             state.activities, [](const ActivityState& a) { return a.seconds; });
  return m.text();
}

}  // namespace cardon
