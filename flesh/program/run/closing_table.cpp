// SPDX-License-Identifier: Apache-2.0
#include "run/closing_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace cardon {
namespace {

TimeRow make_row(const std::string& name, const std::vector<double>& seconds,
                 std::optional<long> calls, long points) {
  TimeRow row{name, calls, points, seconds.front(), 0, seconds.front()};
  for (double s : seconds) {
    row.min = std::min(row.min, s);
    row.max = std::max(row.max, s);
    row.mean += s / double(seconds.size());
  }
  return row;
}

std::string calls_text(const TimeRow& row) { return row.calls ? std::to_string(*row.calls) : "-"; }

std::vector<double> over_ranks(const std::vector<Timings>& ranks,
                               const std::function<double(const Timings&)>& get) {
  std::vector<double> seconds;
  for (const Timings& t : ranks) seconds.push_back(get(t));
  return seconds;
}

void add_task(std::vector<TimeRow>& rows, const Task& task, const std::vector<Timings>& ranks,
              std::size_t id) {
  const long calls = ranks[0].tasks[id].calls;
  const auto boundary = over_ranks(ranks, [=](const Timings& t) { return t.tasks[id].boundary; });
  if (task.kind == Task::boundary) {
    rows.push_back(make_row(task.name, boundary, calls, 0));
    return;
  }
  long points = 0;
  for (const Timings& t : ranks) points += t.tasks[id].points;
  rows.push_back(make_row(task.name,
                          over_ranks(ranks, [=](const Timings& t) { return t.tasks[id].compute; }),
                          calls, points));
  if (*std::max_element(boundary.begin(), boundary.end()) > 0)
    rows.push_back(make_row("boundary conditions after " + task.name, boundary, calls, 0));
}

void add_link(std::vector<TimeRow>& rows, const std::vector<Timings>& ranks, std::size_t l) {
  const LinkTimings& first = ranks[0].links[l];
  const std::pair<const char*, double LinkTimings::*> phases[] = {{"pack", &LinkTimings::pack},
                                                                  {"poll", &LinkTimings::poll},
                                                                  {"wait", &LinkTimings::wait},
                                                                  {"unpack", &LinkTimings::unpack},
                                                                  {"copy", &LinkTimings::copy}};
  for (const auto& [phase, member] : phases)
    rows.push_back(
        make_row(fmt::format("exchange {}: {}", first.name, phase),
                 over_ranks(ranks, [l, m = member](const Timings& t) { return t.links[l].*m; }),
                 first.exchanges, 0));
}

}  // namespace

std::vector<TimeRow> time_rows(
    const Program& program, const std::vector<Timings>& ranks,
    const std::vector<std::pair<std::string, std::vector<double>>>& others) {
  std::vector<TimeRow> rows;
  for (std::size_t id = 0; id < ranks[0].tasks.size(); ++id) {
    const bool ran = std::any_of(ranks.begin(), ranks.end(),
                                 [=](const Timings& t) { return t.tasks[id].calls > 0; });
    if (ran) add_task(rows, program.tasks[id], ranks, id);
  }
  for (std::size_t l = 0; l < ranks[0].links.size(); ++l) add_link(rows, ranks, l);
  for (const auto& [name, seconds] : others)
    rows.push_back(make_row(name, seconds, std::nullopt, 0));
  return rows;
}

std::string closing_table(std::vector<TimeRow> rows) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const TimeRow& a, const TimeRow& b) { return a.mean > b.mean; });
  std::size_t width = 20;
  for (const TimeRow& r : rows) width = std::max(width, r.name.size());
  std::string text = fmt::format("{:<{}}  {:>9}  {:>9}  {:>9}  {:>9}  imbalance\n",
                                 "where the time went", width, "calls", "min s", "mean s", "max s");
  for (const TimeRow& r : rows)
    text += fmt::format("{:<{}}  {:>9}  {:>9.4f}  {:>9.4f}  {:>9.4f}  {:>9.2f}\n", r.name, width,
                        calls_text(r), r.min, r.mean, r.max, r.imbalance());
  return text;
}

std::string performance_tsv(const std::vector<TimeRow>& rows) {
  std::string text = "region\tcalls\tpoints\tmin [s]\tmean [s]\tmax [s]\timbalance\n";
  for (const TimeRow& r : rows)
    text += fmt::format("{}\t{}\t{}\t{:.6g}\t{:.6g}\t{:.6g}\t{:.4g}\n", r.name, calls_text(r),
                        r.points, r.min, r.mean, r.max, r.imbalance());
  return text;
}

}  // namespace cardon
