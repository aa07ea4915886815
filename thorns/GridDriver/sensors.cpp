// SPDX-License-Identifier: Apache-2.0
#include "sensors.hpp"

#include <algorithm>
#include <utility>

namespace cardon::grid_driver {

Sensors::Sensors(int links, CodecFactory codec, std::vector<int> near, std::vector<bool> free)
    : near_(std::move(near)),
      own_(std::size_t(links) - 1, std::move(free), codec),
      delays_(std::size_t(links) - 1),
      in_use_(delays_.size()),
      tried_(delays_.size()),
      trials_(std::move(codec)) {}

void Sensors::encoded(int link, std::size_t raw, std::size_t sent, double seconds) {
  CodecTrial& chain = in_use(link);
  const double ratio = double(raw) / double(sent);
  chain.pieces += 1;
  chain.raw += double(raw);
  chain.sent += double(sent);
  chain.encode += seconds;
  if (seconds > 0) tried_[std::size_t(link - 1)] += double(raw);
  chain.ratios += ratio;
  chain.squares += ratio * ratio;
}

void Sensors::decoded(int link, std::size_t raw, double seconds) {
  in_use(link).decoded += double(raw);
  in_use(link).decode += seconds;
}

void Sensors::restart() {
  trials_.restart();
  own_.clear();
}

// A writer whose chain shortens nothing skips most pieces, which take no time; another chain is to
// be compared with the time that this one takes for a piece.
std::vector<CodecTrial> Sensors::in_use_unskipped() const {
  std::vector<CodecTrial> chains = in_use_;
  for (std::size_t n = 0; n < chains.size(); ++n)
    if (tried_[n] > 0) chains[n].encode *= chains[n].raw / tried_[n];
  return chains;
}

SensorReadings Sensors::take_readings() {
  SensorReadings readings;
  readings.sensor_seconds = trials_.seconds();
  for (DelayMeter& meter : delays_) readings.delays.push_back(meter.take());
  readings.trials = trials_.take();
  for (CodecTrial& trial : readings.trials) --trial.link;
  own_.choose(in_use_unskipped(), readings.trials, trials_.chains());
  std::fill(tried_.begin(), tried_.end(), 0);
  for (std::size_t link = 0; link < in_use_.size(); ++link) {
    CodecTrial chain = std::exchange(in_use_[link], {});
    chain.link = int(link);
    chain.chain = CodecTrial::in_use;
    if (chain.pieces > 0 || chain.decoded > 0) readings.trials.push_back(chain);
  }
  return readings;
}

}  // namespace cardon::grid_driver
