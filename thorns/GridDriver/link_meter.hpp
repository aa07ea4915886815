// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/timings.hpp>

namespace cardon::grid_driver {

/// Counts what one rank does on one link. An exchange is in flight from the moment it was sent
/// until its last message was taken in; the time in which at least one is in flight is measured.
class LinkMeter {
 public:
  explicit LinkMeter(LinkTimings& timings) : timings_(&timings) {}
  LinkTimings& timings() { return *timings_; }
  bool in_flight() const { return in_flight_ > 0; }
  void departed(double now) {
    if (in_flight_++ == 0) since_ = now;
  }
  void arrived(double now) {
    if (--in_flight_ == 0) timings_->flight += now - since_;
  }
  /// Between these two the rank computes nothing: it looks at messages, or waits.
  void begin_idle() { exposes_ = in_flight(); }
  void end_idle(double seconds) {
    if (exposes_) timings_->exposed += seconds;
  }

 private:
  LinkTimings* timings_;
  int in_flight_ = 0;
  double since_ = 0;
  bool exposes_ = false;
};

}  // namespace cardon::grid_driver
