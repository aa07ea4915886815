// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "codec_trials.hpp"
#include "delay_meter.hpp"
#include "sensors.hpp"
#include "toy_codecs.hpp"

namespace cardon::test {
namespace {

using namespace grid_driver;

TEST(DelayMeter, KnowsTheTwoShortestDelaysOfEverySender) {
  DelayMeter meter;
  meter.piece(3, 0.5, 100);
  meter.piece(3, 0.3, 200);
  meter.piece(3, 0.4, 300);
  meter.piece(7, -2, 50);
  const DelayFigures figures = meter.take();
  EXPECT_EQ(figures.pieces, 4);
  EXPECT_EQ(figures.bytes, 650);
  ASSERT_EQ(figures.peers.size(), 2u);
  EXPECT_EQ(figures.peers[0].rank, 3);
  EXPECT_EQ(figures.peers[0].pieces, 3);
  EXPECT_EQ(figures.peers[0].min, 0.3);
  EXPECT_EQ(figures.peers[0].second, 0.4);
  EXPECT_EQ(figures.peers[0].bytes, 200);
  EXPECT_EQ(figures.peers[1].min, -2);
  EXPECT_TRUE(std::isinf(figures.peers[1].second));
  EXPECT_EQ(meter.take().pieces, 0);
}

TEST(DelayMeter, KeepsTheLastMessagesInTheirOrder) {
  DelayMeter meter;
  const int sent = 2 * int(DelayFigures::max_recent) + 5;
  for (int n = 0; n < sent; ++n) meter.message({.from = n});
  const DelayFigures figures = meter.take();
  EXPECT_EQ(figures.messages, sent);
  ASSERT_EQ(figures.recent.size(), DelayFigures::max_recent);
  for (std::size_t n = 0; n < figures.recent.size(); ++n)
    EXPECT_EQ(figures.recent[n].from, sent - int(DelayFigures::max_recent) + int(n));
  meter.message({.from = 1});
  EXPECT_EQ(meter.take().recent.size(), 1u);
}

TEST(DelayMeter, ManySendersNeedNotMuchRoom) {
  DelayMeter meter;
  for (int n = 0; n < 1000; ++n) meter.piece(n, 1, 1);
  const DelayFigures figures = meter.take();
  EXPECT_EQ(figures.peers.size(), DelayFigures::max_peers);
  EXPECT_EQ(figures.pieces, 1000);
}

// Does nothing but remember; well behaved after three messages.
class Slow : public Codec {
 public:
  void open(const CodecSetup& setup) override { values_ = std::size_t(setup.rows.at(0).count); }
  std::size_t bound(std::size_t bytes) const override { return bytes; }
  std::size_t encode(std::span<const std::byte> in, std::span<std::byte> out) override {
    EXPECT_GE(remembered_, 3);
    out[0] = in[0];
    return 1;
  }
  std::size_t decode(std::span<const std::byte>, std::span<std::byte> out) override {
    return out.size();
  }
  void remember(std::span<const std::byte> values) override {
    EXPECT_EQ(values.size(), values_ * sizeof(Real)) << "another piece";
    ++remembered_;
  }
  int memory() const override { return 3; }

 private:
  std::size_t values_ = 0;
  int remembered_ = 0;
};

std::shared_ptr<Codec> make(std::string_view name, const Location& where) {
  if (name == "slow") return std::make_shared<Slow>();
  return toy_codec(name, where);
}

/// A stream of messages of three pieces, of different lengths.
struct Stream {
  std::vector<Real> values = std::vector<Real>(60, 1.5);
  std::vector<MessagePiece> pieces = {{0, 10, {{1, 10}}}, {10, 20, {{1, 20}}}, {30, 30, {{1, 30}}}};

  void send(CodecTrials& trials, int times = 1, const CodecNames& in_use = {}) {
    for (int n = 0; n < times; ++n) trials.look(1, this, values, pieces, in_use);
  }
};

TEST(CodecTrials, CountWhatChainsMakeOfPieces) {
  CodecTrials trials(make);
  Stream stream;
  stream.send(trials, 5);
  EXPECT_TRUE(trials.take().empty());
  EXPECT_EQ(trials.seconds(), 0);
  trials.begin({codec_names({"change", "zeros"}), {}, codec_names({"zeros"})});
  // The first shows that the stream is there, the second counts for chains without memory.
  stream.send(trials, 3);
  EXPECT_GT(trials.seconds(), 0);
  const std::vector<CodecTrial> found = trials.take();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].link, 1);
  EXPECT_EQ(found[0].chain, 0);
  EXPECT_EQ(found[0].pieces, 3);
  EXPECT_EQ(found[0].raw, 480);
  EXPECT_EQ(found[0].sent, 60) << "nothing has changed: only masks";
  EXPECT_EQ(found[0].decoded, 480);
  EXPECT_EQ(found[0].ratios, 3 * 8);
  EXPECT_EQ(found[0].squares, 3 * 64);
  EXPECT_GT(found[0].encode, 0);
  EXPECT_GT(found[0].decode, 0);
  EXPECT_EQ(found[1].chain, 2);
  EXPECT_EQ(found[1].pieces, 6);
  EXPECT_EQ(found[1].sent, 2 * 60 * 3) << "1.5 has two bytes that are not 0";
  EXPECT_TRUE(trials.take().empty());
}

TEST(CodecTrials, WaitUntilChainsRemember) {
  CodecTrials trials(make);
  trials.begin({codec_names({"slow"})});
  Stream stream;
  stream.send(trials, 1 + 3);
  EXPECT_TRUE(trials.take().empty());
  stream.send(trials);
  EXPECT_EQ(trials.take().at(0).pieces, 3);
}

TEST(CodecTrials, EnoughIsEnough) {
  CodecTrials trials(make);
  trials.begin({codec_names({"zeros"})});
  Stream stream;
  stream.send(trials, 100);
  EXPECT_EQ(trials.take().at(0).pieces, 21);
  stream.send(trials, 2);
  EXPECT_EQ(trials.take().at(0).pieces, 6) << "warm already";
}

TEST(CodecTrials, WhatDoesNotShrinkTravelsAsItIs) {
  CodecTrials trials(make);
  trials.begin({codec_names({"zeros"})});
  Stream stream;
  stream.values.assign(60, 1.0 / 3);
  stream.send(trials, 4);
  const CodecTrial found = trials.take().at(0);
  EXPECT_EQ(found.sent, found.raw);
  EXPECT_LT(found.decode, found.encode);
}

TEST(CodecTrials, ChainInUseIsNotTried) {
  CodecTrials trials(make);
  trials.begin({codec_names({"zeros"})});
  Stream stream;
  stream.send(trials, 9, codec_names({"zeros"}));
  EXPECT_TRUE(trials.take().empty());
}

// A stream that comes only once is not chosen, and other streams are left alone.
TEST(CodecTrials, OneStreamOfEveryLink) {
  CodecTrials trials(make);
  trials.begin({codec_names({"slow"})});
  Stream once, first, second;
  once.pieces = {{0, 50, {{1, 50}}}};
  first.pieces = {{0, 60, {{1, 60}}}};
  second.pieces = {{0, 40, {{1, 40}}}};
  once.send(trials);
  for (int n = 0; n < 9; ++n) {
    first.send(trials);
    second.send(trials);
  }
  const std::vector<CodecTrial> found = trials.take();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NE(found[0].raw, 50 * 8 * double(found[0].pieces));
}

// Five of ten, evenly, and then the others.
TEST(CodecTrials, NextTrialTakesOtherPieces) {
  CodecTrials trials(make);
  Stream stream;
  stream.pieces.clear();
  for (std::size_t n = 0; n < 10; ++n) stream.pieces.push_back({n * n, n + 1, {{1, int(n) + 1}}});
  stream.values.assign(100, 1.5);
  for (const double values : {2 + 4 + 6 + 8 + 10, 3 + 5 + 7 + 9 + 1}) {
    trials.begin({codec_names({"zeros"})});
    stream.send(trials, 2);
    EXPECT_EQ(trials.take().at(0).raw, 8 * values);
  }
  trials.restart();
  Stream other;
  other.pieces = {{0, 60, {{1, 60}}}};
  other.send(trials, 4);
  EXPECT_EQ(trials.take().at(0).raw, 480 * 3);
  trials.begin({});
  EXPECT_FALSE(trials.active());
}

// A chain that shortens nothing skips most pieces. What it takes for the others is its speed: a
// faster one that shortens them is found.
TEST(Sensors, CompareChainsByTheTimeOfPiecesThatAreNotSkipped) {
  const CodecNames agreed = codec_names({"slow"}), better = codec_names({"zeros"});
  Sensors sensors(2, make, {}, {true});
  EXPECT_EQ(chain_text(sensors.chain_of(1, agreed)), "slow");
  const auto piece = [&](double seconds) {
    sensors.encoded(1, 8000, 8000, seconds);
    sensors.decoded(1, 8000, seconds);
  };
  // Too few to decide, but one of them tells the time.
  for (int n = 0; n < 17; ++n) piece(n == 0 ? 1e-2 : 0);
  sensors.take_readings();
  EXPECT_EQ(chain_text(sensors.chain_of(1, agreed)), "slow");
  sensors.try_codecs({better});
  Stream stream;
  for (int n = 0; n < 30; ++n) {
    stream.send(sensors.trials(), 1, agreed);
    piece(0);
  }
  sensors.take_readings();
  EXPECT_EQ(chain_text(sensors.chain_of(1, agreed)), "zeros");
}

TEST(Sensors, HandOverEverythingOnce) {
  Sensors sensors(3, make);
  sensors.encoded(2, 100, 50, 0.5);
  sensors.encoded(2, 100, 25, 0.25);
  sensors.decoded(1, 70, 0.125);
  sensors.delays(2).piece(4, 1, 10);
  const SensorReadings readings = sensors.take_readings();
  ASSERT_EQ(readings.delays.size(), 2u);
  EXPECT_EQ(readings.delays[1].pieces, 1);
  ASSERT_EQ(readings.trials.size(), 2u);
  EXPECT_EQ(readings.trials[0].link, 0);
  EXPECT_EQ(readings.trials[0].chain, CodecTrial::in_use);
  EXPECT_EQ(readings.trials[0].decoded, 70);
  EXPECT_EQ(readings.trials[0].decode, 0.125);
  EXPECT_EQ(readings.trials[1].link, 1);
  EXPECT_EQ(readings.trials[1].pieces, 2);
  EXPECT_EQ(readings.trials[1].raw, 200);
  EXPECT_EQ(readings.trials[1].sent, 75);
  EXPECT_EQ(readings.trials[1].ratios, 6);
  EXPECT_EQ(readings.trials[1].squares, 20);
  EXPECT_EQ(readings.trials[1].encode, 0.75);
  EXPECT_TRUE(sensors.take_readings().trials.empty());
}

}  // namespace
}  // namespace cardon::test
