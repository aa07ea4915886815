// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "span_recorder.hpp"

namespace cardon {

/// Who a track belongs to.
struct TraceTrack {
  int rank = 0;
  std::string name;  ///< "rank 0, site a"
};

/// The events of one rank as elements of a JSON array, separated by commas: its name, and a
/// complete event ("ph": "X") for every span, with time and duration in microseconds since `origin`
/// (ns of the system clock). Source: "Trace Event Format", Google, 2016.
std::string trace_events(const TraceTrack& track, const SpanRecorder& recorder,
                         std::int64_t origin);

}  // namespace cardon
