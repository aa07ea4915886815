// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <cardon/tuning/rank_window.hpp>
#include <nlohmann/json.hpp>

#include "tuning/timings_json.hpp"

namespace cardon {
namespace {

using nlohmann::json;

json delays_json(const DelayFigures& d) {
  json peers = json::array(), recent = json::array();
  for (const PeerDelay& p : d.peers) peers.push_back({p.rank, p.pieces, p.min, p.second, p.bytes});
  for (const MessageArrival& m : d.recent)
    recent.push_back({m.from, m.first_sent, m.last_sent, m.received, m.blur, m.bytes});
  return {d.pieces, d.messages, d.bytes, peers, recent};
}

DelayFigures delays_from(const json& j) {
  DelayFigures d{j.at(0), j.at(1), j.at(2), {}, {}};
  for (const json& p : j.at(3)) d.peers.push_back({p[0], p[1], p[2], p[3], p[4]});
  for (const json& m : j.at(4)) d.recent.push_back({m[0], m[1], m[2], m[3], m[4], m[5]});
  return d;
}

json trial_json(const CodecTrial& t) {
  return {t.link,   t.chain,  t.pieces,  t.raw,    t.sent,
          t.encode, t.decode, t.decoded, t.ratios, t.squares};
}

CodecTrial trial_from(const json& j) {
  return {j.at(0), j.at(1), j.at(2), j.at(3), j.at(4), j.at(5), j.at(6), j.at(7), j.at(8), j.at(9)};
}

json own_json(const OwnChain& own) {
  return {own.link, own.changed, own.agreed, own.chain, own.before, own.expected, own.saved};
}

OwnChain own_from(const json& j) {
  return {j.at(0), j.at(1), j.at(2), j.at(3), j.at(4), j.at(5), j.at(6)};
}

json window_json(const RankWindow& w) {
  json delays = json::array(), trials = json::array(), own = json::array();
  for (const DelayFigures& d : w.readings.delays) delays.push_back(delays_json(d));
  for (const CodecTrial& t : w.readings.trials) trials.push_back(trial_json(t));
  for (const OwnChain& chain : w.readings.own) own.push_back(own_json(chain));
  return {w.elapsed, w.parts, timings_json(w.timings),   w.change_seconds,
          delays,    trials,  w.readings.sensor_seconds, w.search_seconds,
          w.steps,   own};
}

RankWindow window_from(const json& j) {
  RankWindow w;
  w.elapsed = j.at(0);
  w.parts = j.at(1).get<std::vector<double>>();
  w.timings = timings_from_json(j.at(2));
  w.change_seconds = j.at(3);
  for (const json& d : j.at(4)) w.readings.delays.push_back(delays_from(d));
  for (const json& t : j.at(5)) w.readings.trials.push_back(trial_from(t));
  w.readings.sensor_seconds = j.at(6);
  w.search_seconds = j.at(7);
  w.steps = j.at(8);
  for (const json& own : j.at(9)) w.readings.own.push_back(own_from(own));
  return w;
}

constexpr std::size_t number = 9;  // bytes, with its type

}  // namespace

std::size_t max_window_bytes(std::size_t tasks, std::size_t links, std::size_t chains) {
  constexpr std::size_t frame = 16, names = 512;
  const std::size_t delays = DelayFigures::max_peers * (5 * number + frame) +
                             DelayFigures::max_recent * (6 * number + frame) + 3 * number + frame;
  const std::size_t trials = (chains + 1) * (10 * number + frame);
  const std::size_t own = OwnChain::max_per_link * (5 * number + frame + names);
  return 1024 + tasks * (6 * number + frame) + (links + 1) * (15 * number + names) +
         links * (delays + trials + own);
}

std::vector<std::byte> to_bytes(const RankWindow& window) {
  const std::vector<std::uint8_t> packed = json::to_msgpack(window_json(window));
  std::vector<std::byte> bytes(packed.size());
  std::transform(packed.begin(), packed.end(), bytes.begin(), [](auto b) { return std::byte(b); });
  return bytes;
}

RankWindow window_from_bytes(std::span<const std::byte> bytes) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
  try {
    return window_from(json::from_msgpack(first, first + bytes.size()));
  } catch (const json::exception& error) {
    throw Bug(std::string("a rank's window cannot be read: ") + error.what());
  }
}

}  // namespace cardon
