// SPDX-License-Identifier: Apache-2.0
#include "link.hpp"

#include <algorithm>

namespace wan {

std::optional<Nanoseconds> Link::admit(Nanoseconds now, std::size_t bytes) {
  if (!settings_.is_up) {
    ++counters_.lost_by_cut;
    return std::nullopt;
  }
  Nanoseconds sent = now;
  if (settings_.bytes_per_second > 0) {
    const double rate = settings_.bytes_per_second * 1e-9;  // bytes per nanosecond
    const Nanoseconds start = std::max(now, free_at_);
    if (double(start - now) * rate > double(settings_.queue_bytes)) {
      ++counters_.lost_in_queue;
      return std::nullopt;
    }
    sent = free_at_ = start + static_cast<Nanoseconds>(double(bytes) / rate);
  }
  ++counters_.packets;
  counters_.bytes += bytes;
  last_arrival_ = std::max(last_arrival_, sent + settings_.latency);
  return last_arrival_;
}

void Link::set(Nanoseconds latency, double bytes_per_second) {
  settings_.latency = latency;
  settings_.bytes_per_second = bytes_per_second;
  free_at_ = 0;
}

}  // namespace wan
