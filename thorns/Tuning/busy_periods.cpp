// SPDX-License-Identifier: Apache-2.0
#include "busy_periods.hpp"

#include <algorithm>
#include <cmath>

namespace cardon {
namespace {

constexpr double felt = 0.2;           // part of T
constexpr double max_messages = 0.75;  // by bytes

struct Period {
  double start = 0, end = 0;
  double blur = 0;  // of the end
  double bytes = 0, waited = 0;
};

class Collector {
 public:
  explicit Collector(const HostPair& pair) : pair_(pair) {}

  void add(const MessageArrival& message) {
    const double could = message.first_sent + pair_.min_delay;
    if (periods_.empty() || could > periods_.back().end)
      periods_.push_back({.start = could, .end = could});
    Period& period = periods_.back();
    if (message.received >= period.end) {
      period.end = message.received;
      period.blur = message.blur;
    }
    period.bytes += message.bytes;
    const double wait = message.received - message.last_sent - pair_.min_delay;
    if (wait >= felt * (message.received - could)) period.waited += message.bytes;
  }

  BusyPeriods periods() {
    // Messages from before and after the window may be missing in them.
    if (periods_.size() > 4) {
      periods_.erase(periods_.begin());
      periods_.pop_back();
    }
    BusyPeriods result;
    for (const Period& period : periods_) note(period, result);
    return result;
  }

 private:
  void note(const Period& period, BusyPeriods& result) const {
    const double span = period.end - period.start;
    if (!std::isfinite(period.blur)) return;
    result.spans.push_back(span);
    const double bytes = period.bytes - pair_.bytes;
    const bool waited = period.waited >= max_messages * period.bytes;
    if (waited && bytes >= pair_.bytes / 2 && period.blur <= felt * span)
      result.seconds_per_byte.push_back(span / bytes);
    else
      ++result.free;
  }

  const HostPair& pair_;
  std::vector<Period> periods_;
};

}  // namespace

BusyPeriods busy_periods(const HostPair& pair) {
  std::vector<MessageArrival> messages = pair.messages;
  std::sort(messages.begin(), messages.end(),
            [](const auto& a, const auto& b) { return a.first_sent < b.first_sent; });
  Collector collector(pair);
  for (const MessageArrival& message : messages) collector.add(message);
  return collector.periods();
}

}  // namespace cardon
