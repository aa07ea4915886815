// SPDX-License-Identifier: Apache-2.0
// Times are asserted strictly only where a busy machine cannot break them: nothing is early. What
// must not be late has room for the worst of schedulers.
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>
#include <cstdlib>

#include "emulated_links.hpp"
#include "machines.hpp"
#include "thread_world.hpp"
#include "transport_emulated.hpp"

namespace cardon {
namespace {

using test::Bytes;
using test::pattern;
using Requests = std::vector<Transport::Request>;

constexpr Nanoseconds millisecond = 1'000'000;

Nanoseconds transfer(std::size_t bytes, Real bandwidth) {
  return LinkSpeed{0, bandwidth}.transfer(bytes);
}

void on_emulated(const Machine& machine, const std::function<void(Transport&)>& work) {
  int ranks = 0;
  for (const Site& site : machine.sites) ranks += int(site.ranks.size());
  test::on_ranks(ranks, [&](const std::shared_ptr<Transport>& inner) {
    work(*EmulatedLinks().wrap(inner, machine));
  });
}

void send_now(Transport& transport, int to, int tag, const Bytes& bytes) {
  const Requests request{transport.send(to, tag, bytes)};
  transport.wait(request);
}

Bytes receive_now(Transport& transport, int from, int tag, std::size_t size) {
  Bytes bytes(size);
  const Requests request{transport.post_receive(from, tag, bytes)};
  transport.wait(request);
  return bytes;
}

TEST(TransportEmulated, DelaysByLatencyAndTransfer) {
  on_emulated(test::chain({1, 1}, 5e-3, 100e6), [](Transport& transport) {
    for (const std::size_t size : {8u, 1024u, 16384u, 1u << 20}) {
      if (transport.rank() == 0) {
        send_now(transport, 1, 1, test::packed(now(), size));
        receive_now(transport, 1, 2, 1);
      } else {
        const Bytes bytes = receive_now(transport, 0, 1, size);
        const Nanoseconds took = now() - test::unpacked<Nanoseconds>(bytes);
        EXPECT_GE(took, 5 * millisecond + transfer(size, 100e6)) << size << " bytes";
        EXPECT_LT(took, 1000 * millisecond) << size << " bytes";
        send_now(transport, 0, 2, Bytes(1));
      }
    }
  });
}

TEST(TransportEmulated, TestsFalseUntilVisibleAndTrueFromThenOn) {
  on_emulated(test::chain({1, 1}, 50e-3, 0), [](Transport& transport) {
    if (transport.rank() == 0) {
      const Requests sent{transport.send(1, 1, test::packed(now()))};
      EXPECT_TRUE(transport.test(sent)) << "the sender is never held";
      transport.wait(sent);
      return;
    }
    Bytes bytes(sizeof(Nanoseconds));
    const Requests request{transport.post_receive(0, 1, bytes)};
    int early = 0;
    for (; !transport.test(request); ++early) std::this_thread::yield();
    EXPECT_GE(now() - test::unpacked<Nanoseconds>(bytes), 50 * millisecond);
    EXPECT_GT(early, 0);
    EXPECT_TRUE(transport.test(request)) << "valid until wait";
    transport.wait(request);
    EXPECT_THROW(transport.test(request), Bug) << "waited for before";
  });
}

TEST(TransportEmulated, LetsABurstFlow) {
  constexpr int messages = 16;
  on_emulated(test::chain({1, 1}, 100e-3, 3e6), [](Transport& transport) {
    const Nanoseconds begin = now();
    Requests requests;
    std::vector<Bytes> data(messages, Bytes(1024));
    for (int n = 0; n < messages; ++n)
      requests.push_back(transport.rank() == 0
                             ? transport.send(1, n, data[std::size_t(n)])
                             : transport.post_receive(0, n, data[std::size_t(n)]));
    transport.wait(requests);
    EXPECT_LT(now() - begin, messages * 100 * millisecond / 2) << "latencies add up";
  });
}

TEST(TransportEmulated, SharesALinkAmongTheRanksOfASite) {
  on_emulated(test::chain({2, 2}, 10e-3, 1e6), [](Transport& transport) {
    constexpr std::size_t size = 50'000;
    const Nanoseconds alone = transfer(size, 1e6);
    transport.all_gather({});
    const Nanoseconds begin = now();
    if (transport.rank() < 2) send_now(transport, transport.rank() + 2, 1, Bytes(size));
    if (transport.rank() >= 2) receive_now(transport, transport.rank() - 2, 1, size);
    const auto all = transport.all_gather(test::packed(transport.rank() < 2 ? begin : now()));
    const auto time = [&](std::size_t rank) { return test::unpacked<Nanoseconds>(all[rank]); };
    EXPECT_GE(std::max(time(2), time(3)) - std::min(time(0), time(1)),
              2 * alone + 10 * millisecond);
    EXPECT_GE(std::min(time(2), time(3)) - std::min(time(0), time(1)), alone + 10 * millisecond);
  });
}

TEST(TransportEmulated, LeavesMessagesWithinASiteAlone) {
  on_emulated(test::chain({2, 1}, 30, 1), [](Transport& transport) {
    const Nanoseconds begin = now();
    if (transport.rank() == 0) send_now(transport, 1, 1, pattern(100'000, 1));
    if (transport.rank() == 1) {
      EXPECT_TRUE(receive_now(transport, 0, 1, 100'000) == pattern(100'000, 1));
      send_now(transport, 1, 4, pattern(9, 9));
      EXPECT_EQ(receive_now(transport, 1, 4, 9), pattern(9, 9)) << "to itself";
    }
    EXPECT_LT(now() - begin, 15'000 * millisecond);
  });
}

TEST(TransportEmulated, KeepsTheOrderWithJitter) {
  Machine machine = test::chain({1, 1}, 1e-3, 0);
  machine.emulation.jitter = 4e-3;
  constexpr int messages = 200;
  on_emulated(machine, [](Transport& transport) {
    Requests requests;
    std::vector<Bytes> data(messages, test::packed(now()));
    for (int n = 0; n < messages; ++n)
      requests.push_back(transport.rank() == 0
                             ? transport.send(1, n, data[std::size_t(n)])
                             : transport.post_receive(0, n, data[std::size_t(n)]));
    // Asked from the last to the first: if one is there, so are all before it.
    bool later_is_there = false;
    for (std::size_t n = messages; transport.rank() == 1 && n-- > 0;) {
      const bool is_there = transport.test(std::span(&requests[n], 1));
      EXPECT_TRUE(is_there || !later_is_there) << "message " << n;
      later_is_there = is_there;
      if (!is_there && n == 0) n = messages;
    }
    transport.wait(requests);
  });
}

TEST(TransportEmulated, ChangesTheLinkWhileItRuns) {
  Machine machine = test::chain({1, 1}, 1e-3, 0);
  machine.emulation.changes = {{.after = 0.2, .link = 0, .latency = 60e-3, .bandwidth = -1},
                               {.after = 0.4, .link = 0, .latency = 1e-3, .bandwidth = 1e6}};
  on_emulated(machine, [](Transport& transport) {
    const Nanoseconds begin = now();  // a little after that of the links
    for (const int after : {0, 250, 450}) {
      sleep_until(begin + after * millisecond);
      if (transport.rank() == 0) {
        send_now(transport, 1, after, test::packed(now(), 20'000));
        continue;
      }
      const Bytes bytes = receive_now(transport, 0, after, 20'000);
      const Nanoseconds took = now() - test::unpacked<Nanoseconds>(bytes);
      const Nanoseconds min_delay = after == 0     ? millisecond
                                    : after == 250 ? 60 * millisecond
                                                   : millisecond + transfer(20'000, 1e6);
      EXPECT_GE(took, min_delay) << "after " << after << " ms";
    }
    EXPECT_TRUE(transport.describe().ends_with(", 2 changes")) << transport.describe();
  });
}

// The second message would be there long before the first, if it were let.
TEST(TransportEmulated, KeepsTheOrderWhenLatencyFalls) {
  Machine machine = test::chain({1, 1}, 400e-3, 0);
  machine.emulation.changes = {{.after = 0.1, .link = 0, .latency = 0, .bandwidth = -1}};
  on_emulated(machine, [](Transport& transport) {
    if (transport.rank() == 0) {
      send_now(transport, 1, 1, Bytes(8));
      sleep_until(now() + 150 * millisecond);
      send_now(transport, 1, 2, Bytes(8));
      return;
    }
    Bytes data[2] = {Bytes(8), Bytes(8)};
    const Requests requests{transport.post_receive(0, 1, data[0]),
                            transport.post_receive(0, 2, data[1])};
    while (!transport.test(std::span(&requests[1], 1))) std::this_thread::yield();
    EXPECT_TRUE(transport.test(std::span(&requests[0], 1)));
    transport.wait(requests);
  });
}

TEST(TransportEmulated, AddsUpLatenciesInNaiveMode) {
  Machine machine = test::chain({1, 1}, 5e-3, 10e6);
  machine.emulation.naive = true;
  on_emulated(machine, [](Transport& transport) {
    const Nanoseconds begin = now();
    for (int n = 0; n < 5; ++n) {
      if (transport.rank() == 0) send_now(transport, 1, n, pattern(10'000, n));
      if (transport.rank() == 0) continue;
      EXPECT_TRUE(receive_now(transport, 0, n, 10'000) == pattern(10'000, n));
    }
    if (transport.rank() == 1) return;
    EXPECT_GE(now() - begin, 5 * (5 * millisecond + transfer(10'000, 10e6)));
  });
}

TEST(TransportEmulated, KeepsMessagesOfATagInOrderWhateverTheirLength) {
  on_emulated(test::chain({1, 1}, 2e-3, 0), [](Transport& transport) {
    constexpr int messages = 100;
    const auto message = [](int n) { return pattern(std::size_t(n * 37 % 100), n); };
    Requests requests;
    std::vector<Bytes> data(messages, Bytes(500));
    for (int n = 0; n < messages; ++n)
      if (transport.rank() == 0)
        requests.push_back(transport.send(1, 1, message(n)));
      else
        requests.push_back(transport.post_receive(0, 1, data[std::size_t(n)]));
    transport.wait(requests);
    for (int n = 0; n < messages && transport.rank() == 1; ++n) {
      Bytes expected(500);
      const Bytes sent = message(n);
      std::copy(sent.begin(), sent.end(), expected.begin());
      EXPECT_TRUE(data[std::size_t(n)] == expected) << "what is behind a message stays as it was";
    }
  });
}

TEST(TransportEmulated, CarriesLargeMessagesAndManyAtOnce) {
  on_emulated(test::chain({2, 2}, 1e-3, 1e9), [](Transport& transport) {
    const int me = transport.rank(), other = (me + 2) % 4, mate = me ^ 1;
    Bytes large(5'000'000);
    std::vector<Bytes> small(2000, Bytes(100));
    std::vector<Bytes> sent;
    for (int n = 0; n < 2000; ++n) sent.push_back(pattern(100, n + me));
    Requests requests{transport.post_receive(other, 9999, large)};
    for (int n = 0; n < 2000; ++n)
      requests.push_back(transport.post_receive(n % 2 ? other : mate, n, small[std::size_t(n)]));
    const Bytes mine = pattern(5'000'000, me);
    requests.push_back(transport.send(other, 9999, mine));
    for (int n = 0; n < 2000; ++n)
      requests.push_back(transport.send(n % 2 ? other : mate, n, sent[std::size_t(n)]));
    transport.wait(requests);
    EXPECT_TRUE(large == pattern(5'000'000, other));
    for (int n = 0; n < 2000; ++n)
      EXPECT_TRUE(small[std::size_t(n)] == pattern(100, n + (n % 2 ? other : mate)));
  });
}

TEST(TransportEmulated, GathersOverTheLinks) {
  on_emulated(test::chain({2, 1, 2}, 4e-3, 50e6), [](Transport& transport) {
    const int site_of_rank[] = {0, 0, 1, 2, 2};
    for (int repeat = 0; repeat < 3; ++repeat) {
      const auto size = [](int rank) { return std::size_t(8 + rank * 20'000); };
      const auto all = transport.all_gather(test::packed(now(), size(transport.rank())));
      const Nanoseconds end = now();
      ASSERT_EQ(all.size(), 5u);
      for (int r = 0; r < 5; ++r) {
        ASSERT_EQ(all[std::size_t(r)].size(), size(r));
        const int links = std::abs(site_of_rank[r] - site_of_rank[transport.rank()]);
        const Nanoseconds took = end - test::unpacked<Nanoseconds>(all[std::size_t(r)]);
        EXPECT_GE(took, links * 4 * millisecond + (links ? transfer(size(r), 50e6) : 0));
        EXPECT_LT(took, 2000 * millisecond);
      }
    }
  });
}

TEST(TransportEmulated, SaysWhatItEmulates) {
  Machine machine = test::chain({1, 1, 1}, 37.5e-3, 3e6);
  machine.links[1].bandwidth = 0;
  on_emulated(machine, [](Transport& transport) {
    EXPECT_EQ(transport.describe(), "threads, emulated links: a-b 37.5 ms 3 MB/s, b-c 37.5 ms");
  });
  machine.emulation.naive = true;
  on_emulated(machine, [](Transport& transport) {
    EXPECT_NE(transport.describe().find("(naive)"), std::string::npos);
  });
}

TEST(TransportEmulated, IsNotNeededForOneSite) {
  test::on_ranks(2, [](const std::shared_ptr<Transport>& inner) {
    EXPECT_EQ(EmulatedLinks().wrap(inner, test::chain({2}, 0, 0)), inner);
  });
}

}  // namespace
}  // namespace cardon
