// SPDX-License-Identifier: Apache-2.0
#include "trace_events.hpp"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

namespace cardon {
namespace {

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::string trace_events(const TraceTrack& track, const SpanRecorder& recorder,
                         std::int64_t origin) {
  std::vector<std::string> names;
  for (const std::string& name : recorder.names()) names.push_back(quoted(name));
  std::string text = fmt::format(
      R"({{"ph": "M", "name": "process_name", "pid": {}, "args": {{"name": {}, "dropped": {}}}}})",
      track.rank, quoted(track.name), recorder.dropped());
  for (const Span& span : recorder.spans())
    fmt::format_to(
        std::back_inserter(text),
        ",\n"
        R"({{"ph": "X", "name": {}, "cat": "{}", "pid": {}, "tid": 0, "ts": {:.3f}, "dur": {:.3f}}})",
        names[std::size_t(span.name)], span.kernel ? "kernel" : "region", track.rank,
        double(span.begin - origin) / 1000, double(span.end - span.begin) / 1000);
  return text;
}

}  // namespace cardon
