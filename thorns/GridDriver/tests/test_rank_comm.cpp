// SPDX-License-Identifier: Apache-2.0
// What the exchanges of a rank share, and its clocks.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>

#include <cardon/kit/processor_time.hpp>
#include <cmath>
#include <cstring>
#include <optional>
#include <set>
#include <thread>

#include "experiment.hpp"
#include "link_meter.hpp"
#include "mailbox.hpp"
#include "operation_queue.hpp"
#include "outbox.hpp"
#include "rank_comm.hpp"
#include "sensors.hpp"
#include "site_setup.hpp"
#include "slow_world.hpp"
#include "toy_codecs.hpp"

namespace cardon::test {
namespace {

using namespace grid_driver;

void receive(Transport& transport, std::size_t bytes, int count) {
  std::vector<std::byte> buffer(bytes);
  for (int n = 0; n < count; ++n) {
    const Transport::Request request = transport.post_receive(0, 7, buffer);
    transport.wait(std::span(&request, 1));
    EXPECT_EQ(buffer.back(), std::byte(n));
  }
}

// The messages wait for their receiver, so their buffers must stay alone until it has them.
TEST(Outbox, HandsOutNoBufferThatIsStillBeingSent) {
  SlowWorld world(2, {.delay = [](const Envelope&) { return 1e-4; }, .eager_bytes = 0});
  world.run([&](Transport& transport) {
    if (transport.rank() == 1) return receive(transport, 100, 40);
    Outbox outbox(transport);
    EXPECT_TRUE(outbox.empty());
    for (int n = 0; n < 40; ++n) {
      std::vector<std::byte> message = outbox.buffer(100);
      ASSERT_EQ(message.size(), 100u);
      std::fill(message.begin(), message.end(), std::byte(n));
      outbox.send(1, 7, std::move(message));
      EXPECT_FALSE(outbox.empty());
      if (n % 3 == 0) outbox.reap_sends();
    }
    outbox.finish();
    EXPECT_TRUE(outbox.empty());
  });
  EXPECT_EQ(world.left_over(), 0u);
}

TEST(Outbox, UsesBuffersAgain) {
  SlowWorld world(2);
  world.run([&](Transport& transport) {
    if (transport.rank() == 1) return receive(transport, 64, 20);
    Outbox outbox(transport);
    std::set<const std::byte*> places;
    for (int n = 0; n < 20; ++n) {
      std::vector<std::byte> message = outbox.buffer(64);
      places.insert(message.data());
      message.back() = std::byte(n);
      outbox.send(1, 7, std::move(message));
      outbox.reap_sends();
    }
    EXPECT_LE(places.size(), 2u);
    outbox.finish();
  });
}

long page_faults() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_minflt;
}

TEST(Outbox, BuffersProvidedBeforeNeedNoNewMemory) {
  constexpr std::size_t bytes = std::size_t{1} << 20, pages = bytes / 4096;
  SlowWorld world(1);
  world.run([&](Transport& transport) {
    Outbox outbox(transport);
    outbox.provide(std::vector<std::size_t>{bytes, bytes, 3000});
    const long before = page_faults();
    std::vector<std::vector<std::byte>> messages;
    for (const std::size_t length : {bytes, std::size_t{3000}, bytes}) {
      messages.push_back(outbox.buffer(length));
      std::fill(messages.back().begin(), messages.back().end(), std::byte(1));
      EXPECT_LT(messages.back().capacity(), 2 * length) << "others keep theirs";
    }
    EXPECT_LT(page_faults() - before, long(pages / 4));
  });
}

TEST(Outbox, ProvidesForEachExchangeOnce) {
  SlowWorld world(1);
  world.run([&](Transport& transport) {
    Outbox outbox(transport);
    const std::vector<std::size_t> first = {4000, 50, 4000}, second = {3900, 40};
    outbox.provide(first);
    std::set<const std::byte*> places;
    std::vector<std::vector<std::byte>> messages;
    for (const std::size_t bytes : first) messages.push_back(outbox.buffer(bytes));
    for (const auto& message : messages) places.insert(message.data());
    for (auto& message : messages) outbox.keep(std::move(message));
    outbox.provide(second);
    for (const std::size_t bytes : second)
      EXPECT_TRUE(places.contains(outbox.buffer(bytes).data())) << bytes;
  });
}

TEST(Outbox, LeavesLongBuffersToLongMessages) {
  SlowWorld world(2);
  world.run([&](Transport& transport) {
    if (transport.rank() == 1) {
      receive(transport, 100000, 1);
      return receive(transport, 100, 1);
    }
    Outbox outbox(transport);
    std::vector<std::byte> message = outbox.buffer(100000);
    const std::byte* place = message.data();
    message.back() = std::byte(0);
    outbox.send(1, 7, std::move(message));
    outbox.reap_sends();
    std::vector<std::byte> piece = outbox.buffer(100);
    EXPECT_NE(piece.data(), place);
    piece.back() = std::byte(0);
    outbox.send(1, 7, std::move(piece));
    EXPECT_EQ(outbox.buffer(90000).data(), place);
    outbox.finish();
  });
}

TEST(Mailbox, KeepsTheOrderBetweenTwoBlocks) {
  Mailbox mailbox;
  EXPECT_FALSE(mailbox.has(1, 2));
  for (const Real value : {1, 2, 3}) mailbox.put(1, 2, {value});
  mailbox.put(2, 1, {9});
  EXPECT_FALSE(mailbox.has(1, 1));
  for (const Real value : {1, 2, 3}) {
    ASSERT_TRUE(mailbox.has(1, 2));
    EXPECT_EQ(mailbox.take(1, 2), std::vector<Real>{value});
  }
  EXPECT_FALSE(mailbox.has(1, 2));
  EXPECT_EQ(mailbox.take(2, 1), std::vector<Real>{9});
}

TEST(Mailbox, HandsBuffersOutAgain) {
  Mailbox mailbox;
  std::vector<Real> buffer = mailbox.buffer(50);
  const Real* place = buffer.data();
  mailbox.give_back(std::move(buffer));
  EXPECT_EQ(mailbox.buffer(30).data(), place);
  EXPECT_EQ(mailbox.buffer(20).size(), 20u);
}

TEST(Mailbox, HandsOutTheBufferThatFits) {
  Mailbox mailbox;
  mailbox.provide(std::vector<std::size_t>{1000, 10});
  std::vector<Real> large = mailbox.buffer(900), small = mailbox.buffer(9);
  const Real *large_place = large.data(), *small_place = small.data();
  EXPECT_GE(large.capacity(), 1000u);
  EXPECT_LT(small.capacity(), 900u);
  mailbox.give_back(std::move(large));
  mailbox.give_back(std::move(small));
  std::vector<Real> again = mailbox.buffer(8);
  EXPECT_EQ(again.data(), small_place);
  EXPECT_EQ(mailbox.buffer(950).data(), large_place);
}

TEST(LinkMeter, MeasuresTheTimeInWhichSomethingIsInFlight) {
  LinkTimings timings;
  LinkMeter meter(timings);
  meter.departed(10);
  EXPECT_TRUE(meter.in_flight());
  meter.departed(11);
  meter.arrived(12);
  EXPECT_TRUE(meter.in_flight());
  EXPECT_EQ(timings.flight, 0);
  meter.arrived(13.5);
  EXPECT_FALSE(meter.in_flight());
  EXPECT_EQ(timings.flight, 3.5);
  meter.departed(20);
  meter.arrived(21);
  EXPECT_EQ(timings.flight, 4.5);
}

// A rank decodes with the codecs that the rank at the other end encodes with.
TEST(RankComm, CodecsBelongToADirection) {
  const Experiment experiment{
      .points = {8, 8, 60}, .sites = {1, 1}, .driver = "{calibration: never}"};
  const Case the_case(experiment);
  SlowWorld world(1);
  world.run([&](Transport& transport) {
    Timings timings;
    timings.links.resize(2);
    Sensors sensors(2, toy_codec);
    const Layout layout(the_case.program.grid, plan_sites(the_case.setup(), 2).sites.decomposition);
    for (const int first : {0, 1}) {
      const LinkCodecs link{first, {codec_names({"zeros"}), codec_names({"change", "zeros"})}};
      const RankComm comm(transport, layout, timings, sensors, 16000, toy_codec, {link});
      for (const int block : {0, 1})
        EXPECT_EQ(chain_text(comm.chain(1, block)), block == first ? "zeros" : "change, zeros");
    }
  });
}

TEST(OperationQueue, CountsOnFromTheBeginningOfTheRun) {
  const std::vector<plan::Operation> operations(5);
  OperationQueue queue;
  queue.append(std::span(operations).first(2), {.iteration = 7});
  queue.append(operations, {.iteration = 8});
  EXPECT_EQ(queue.appended(), 7);
  EXPECT_EQ(queue.end(), 0);
  queue.release(2);
  EXPECT_EQ(queue.end(), 2);
  queue.release(queue.appended());
  EXPECT_EQ(queue.end(), 7);
  queue.drop_before(3);
  EXPECT_EQ(queue.end(), 7);
  EXPECT_EQ(queue.at(3).operation, &operations[1]);
  EXPECT_EQ(queue.at(3).state.iteration, 8);
  queue.drop_before(7);
  EXPECT_EQ(queue.end(), 7);
}

// Ends of a message agree on its tag, and no two messages between two ranks share one.
TEST(RankComm, TagsTellMessagesApart) {
  const Experiment experiment{
      .points = {8, 8, 60}, .sites = {2, 2}, .driver = "{blocks_per_rank: 5, calibration: never}"};
  const Case the_case(experiment);
  SlowWorld world(4);
  world.run([&](Transport& transport) {
    const SiteSetup sites = set_up_sites(the_case.setup(), nullptr, transport);
    const Layout layout(the_case.program.grid, sites.sites.decomposition);
    Timings timings;
    timings.links.resize(2);
    Sensors sensors(2, toy_codec);
    const RankComm comm(transport, layout, timings, sensors, 16000, toy_codec, {{}});
    std::set<std::tuple<int, int, int>> seen;
    for (int from = 0; from < layout.blocks(); ++from)
      for (int to = 0; to < layout.blocks(); ++to)
        for (const int link : {0, 1}) {
          const int tag = comm.tag(from, to, link);
          EXPECT_TRUE(tag > 0 && tag < 32768);
          EXPECT_TRUE(seen.insert({comm.rank_of(from), comm.rank_of(to), tag}).second);
        }
  });
}

}  // namespace
}  // namespace cardon::test
