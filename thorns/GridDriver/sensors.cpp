// SPDX-License-Identifier: Apache-2.0
#include "sensors.hpp"

#include <utility>

namespace cardon::grid_driver {

Sensors::Sensors(int links, CodecFactory codec, std::vector<int> near, std::vector<bool> free)
    : near_(std::move(near)),
      own_(std::size_t(links) - 1, std::move(free), codec),
      delays_(std::size_t(links) - 1),
      in_use_(delays_.size()),
      unskipped_(delays_.size()),
      trials_(std::move(codec)) {}

void Sensors::encoded(int link, std::size_t raw, std::size_t sent, double seconds) {
  CodecTrial& chain = in_use(link);
  const double ratio = double(raw) / double(sent);
  chain.pieces += 1;
  chain.raw += double(raw);
  chain.sent += double(sent);
  chain.encode += seconds;
  if (seconds > 0) unskipped_[std::size_t(link - 1)].encoded += double(raw);
  chain.ratios += ratio;
  chain.squares += ratio * ratio;
}

void Sensors::decoded(int link, std::size_t raw, double seconds) {
  in_use(link).decoded += double(raw);
  in_use(link).decode += seconds;
  if (seconds > 0) unskipped_[std::size_t(link - 1)].decoded += double(raw);
}

void Sensors::restart() {
  trials_.restart();
  own_.clear();
  unskipped_.assign(unskipped_.size(), {});
}

// A writer whose chain shortens nothing skips most pieces, which take no time here and at the
// receiver; another chain is to be compared with the time that this one takes for a piece.
std::vector<CodecTrial> Sensors::in_use_unskipped() {
  std::vector<CodecTrial> chains = in_use_;
  for (std::size_t n = 0; n < chains.size(); ++n) {
    Unskipped& pieces = unskipped_[n];
    if (pieces.encoded > 0) pieces.encode = chains[n].encode / pieces.encoded;
    if (pieces.decoded > 0) pieces.decode = chains[n].decode / pieces.decoded;
    pieces.encoded = pieces.decoded = 0;
    chains[n].encode = pieces.encode * chains[n].raw;
    chains[n].decode = pieces.decode * chains[n].decoded;
  }
  return chains;
}

SensorReadings Sensors::take_readings() {
  SensorReadings readings;
  readings.sensor_seconds = trials_.seconds();
  for (DelayMeter& meter : delays_) readings.delays.push_back(meter.take());
  readings.trials = trials_.take();
  for (CodecTrial& trial : readings.trials) --trial.link;
  readings.own = own_.choose(in_use_unskipped(), readings.trials, trials_.chains());
  for (std::size_t link = 0; link < in_use_.size(); ++link) {
    CodecTrial chain = std::exchange(in_use_[link], {});
    chain.link = int(link);
    chain.chain = CodecTrial::in_use;
    if (chain.pieces > 0 || chain.decoded > 0) readings.trials.push_back(chain);
  }
  return readings;
}

}  // namespace cardon::grid_driver
