// SPDX-License-Identifier: Apache-2.0
#include "piece_clock.hpp"

#include <algorithm>
#include <cardon/kit/processor_time.hpp>
#include <cardon/thorn/row_loop.hpp>

namespace cardon::grid_driver {
namespace {

constexpr double between_readings = 0.2e-3;  // s of pieces; a reading costs up to 0.5 us

}  // namespace

PieceClock::PieceClock() : held_(processor_seconds()) {}

void PieceClock::add(double& account, double seconds) {
  if (pieces_.empty() || pieces_.back().account != &account) pieces_.push_back({&account, 0});
  pieces_.back().seconds += seconds;
  passed_ += seconds;
  if (passed_ >= between_readings) settle();
}

// A processor that waits for a device is not interrupted.
void PieceClock::settle() {
  const double before = held_;
  held_ = processor_seconds();
  if (pieces_.empty()) return;
  const double counted = detail::on_host ? std::min(passed_, held_ - before) : passed_;
  for (const Piece& piece : pieces_)
    *piece.account += passed_ > 0 ? piece.seconds * (counted / passed_) : 0;
  interrupted_ += passed_ - counted;
  pieces_.clear();
  passed_ = 0;
}

}  // namespace cardon::grid_driver
