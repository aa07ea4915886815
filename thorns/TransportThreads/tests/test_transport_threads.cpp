// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cardon/thorn/error.hpp>
#include <chrono>
#include <cstring>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <thread>

#include "joined_threads.hpp"
#include "transport_threads.hpp"

namespace cardon {
namespace {

using Work = std::function<void(TransportThreads&)>;

/// Runs `work` as each rank; what a rank throws ends all. The message of the first one in the order
/// of ranks that did not merely end with others.
std::string run(int ranks, const Work& work) {
  JoinedThreads team;
  const auto transports = team.join(ranks);
  std::vector<std::string> failures(static_cast<std::size_t>(ranks));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank)
    threads.emplace_back([&, rank] {
      try {
        work(dynamic_cast<TransportThreads&>(*transports[std::size_t(rank)]));
      } catch (const std::exception& failure) {
        team.fail(rank);
        failures[std::size_t(rank)] = failure.what();
      }
    });
  for (std::thread& thread : threads) thread.join();
  std::string ended;
  for (const std::string& failure : failures) {
    if (failure.find(rank_ended_slug) == failure.npos && !failure.empty()) return failure;
    if (ended.empty()) ended = failure;
  }
  return ended;
}

std::span<const std::byte> bytes_of(const long& number) {
  return std::as_bytes(std::span(&number, 1));
}

std::span<std::byte> place_of(long& number) {
  return std::as_writable_bytes(std::span(&number, 1));
}

void send_and_wait(Transport& transport, int to, int tag, long number) {
  const std::array requests{transport.send(to, tag, bytes_of(number))};
  transport.wait(requests);
}

long receive(Transport& transport, int from, int tag) {
  long number = -1;
  const std::array requests{transport.post_receive(from, tag, place_of(number))};
  transport.wait(requests);
  return number;
}

TEST(TransportThreads, MessagesOfARankWithATagComeInOrderWhoeverIsFirst) {
  EXPECT_EQ(run(2,
                [](TransportThreads& transport) {
                  constexpr long count = 300;
                  if (transport.rank() == 0) {
                    for (long n = 0; n < count; ++n) {
                      send_and_wait(transport, 1, 7, n);
                      send_and_wait(transport, 1, 8, -n);
                    }
                    return;
                  }
                  // Some are posted before, some after they come; tags are taken in another order.
                  std::array<long, count> received{};
                  std::vector<Transport::Request> requests;
                  for (long& number : received)
                    requests.push_back(transport.post_receive(0, 7, place_of(number)));
                  for (long n = 0; n < count; ++n) ASSERT_EQ(receive(transport, 0, 8), -n);
                  transport.wait(requests);
                  for (long n = 0; n < count; ++n) ASSERT_EQ(received[std::size_t(n)], n);
                }),
            "");
}

TEST(TransportThreads, ABufferMayBeReusedOnceItsMessageIsComplete) {
  EXPECT_EQ(run(2,
                [](TransportThreads& transport) {
                  if (transport.rank() == 1) {
                    for (long n = 0; n < 50; ++n) ASSERT_EQ(receive(transport, 0, 1), n);
                    return;
                  }
                  long number = 0;
                  for (; number < 50; ++number) {
                    const std::array requests{transport.send(1, 1, bytes_of(number))};
                    EXPECT_TRUE(transport.test(requests));
                    transport.wait(requests);
                  }
                }),
            "");
}

TEST(TransportThreads, RanksWriteToThemselves) {
  EXPECT_EQ(run(1,
                [](TransportThreads& transport) {
                  send_and_wait(transport, 0, 3, 42);
                  EXPECT_EQ(receive(transport, 0, 3), 42);
                  EXPECT_EQ(transport.all_gather(bytes_of(42)).size(), 1U);
                }),
            "");
}

TEST(TransportThreads, EmptyMessagesAndLongerBuffersAreFine) {
  EXPECT_EQ(
      run(2,
          [](TransportThreads& transport) {
            if (transport.rank() == 0) {
              const std::array requests{transport.send(1, 0, {})};
              transport.wait(requests);
              return;
            }
            std::array<std::byte, 4> buffer{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
            const std::array requests{transport.post_receive(0, 0, buffer)};
            transport.wait(requests);
            EXPECT_EQ(buffer[0], std::byte{1});
          }),
      "");
}

TEST(TransportThreads, TestDoesNotBlockAndTellsWhatIsComplete) {
  EXPECT_EQ(run(2,
                [](TransportThreads& transport) {
                  EXPECT_TRUE(transport.test({}));
                  if (transport.rank() == 0) {
                    EXPECT_EQ(receive(transport, 1, 5), 1);
                    send_and_wait(transport, 1, 5, 2);
                    return;
                  }
                  long number = 0;
                  const std::array requests{transport.post_receive(0, 5, place_of(number))};
                  EXPECT_FALSE(transport.test(requests));  // rank 0 waits for the next line
                  send_and_wait(transport, 0, 5, 1);
                  while (!transport.test(requests)) std::this_thread::yield();
                  EXPECT_EQ(number, 2);
                  EXPECT_TRUE(transport.test(requests));
                  transport.wait(requests);
                  EXPECT_THROW(transport.test(requests), Bug);
                }),
            "");
}

// Any rank sends any number of messages of any length to any rank, and all gather in between.
TEST(TransportThreads, ManyMessagesBetweenManyRanksArriveWhole) {
  constexpr int ranks = 6, rounds = 40, tags = 3;
  const auto length = [](int from, int to, int tag, int round) {
    return std::size_t((from * 131 + to * 31 + tag * 17 + round * 7) % 5000);
  };
  EXPECT_EQ(run(ranks,
                [&](TransportThreads& transport) {
                  const int me = transport.rank();
                  for (int round = 0; round < rounds; ++round) {
                    std::vector<std::vector<std::byte>> in, out;
                    std::vector<Transport::Request> requests;
                    in.reserve(ranks * tags), out.reserve(ranks * tags);
                    for (int peer = 0; peer < ranks; ++peer)
                      for (int tag = 0; tag < tags; ++tag) {
                        out.emplace_back(length(me, peer, tag, round), std::byte(me + round));
                        requests.push_back(transport.send(peer, tag, out.back()));
                        in.emplace_back(length(peer, me, tag, round));
                        requests.push_back(transport.post_receive(peer, tag, in.back()));
                      }
                    transport.wait(requests);
                    for (int n = 0; n < ranks * tags; ++n)
                      for (const std::byte value : in[std::size_t(n)])
                        ASSERT_EQ(value, std::byte(n / tags + round));
                    const auto said = transport.all_gather(
                        std::vector<std::byte>(std::size_t(me + round), std::byte(me)));
                    for (int peer = 0; peer < ranks; ++peer)
                      ASSERT_EQ(said[std::size_t(peer)],
                                std::vector<std::byte>(std::size_t(peer + round), std::byte(peer)));
                  }
                }),
            "");
}

TEST(TransportThreads, AFailedRankEndsTheWaitsOfAllOthers) {
  std::atomic<int> ended = 0;
  const std::string cause = run(4, [&](TransportThreads& transport) {
    if (transport.rank() == 2) throw Error(Problem{.slug = "test/own", .message = "my own fault"});
    try {
      if (transport.rank() == 0) transport.all_gather({});
      receive(transport, 2, 1);
    } catch (const Error& error) {
      EXPECT_EQ(error.problems().front().slug, rank_ended_slug);
      EXPECT_EQ(error.exit_code(), exit_environment);
      ++ended;
      throw;
    }
  });
  EXPECT_NE(cause.find("my own fault"), cause.npos) << cause;
  EXPECT_EQ(ended, 3);
}

// A rank that only looks now and then must not compute to the end.
TEST(TransportThreads, AFailedRankEndsThoseThatDoNotWait) {
  const std::string cause = run(2, [](TransportThreads& transport) {
    if (transport.rank() == 0) throw Bug("my own fault");
    while (transport.test({})) std::this_thread::yield();
  });
  EXPECT_NE(cause.find("my own fault"), cause.npos) << cause;
}

// While the first ones wait, a rank that looks does not count as gone, and one that does not does.
TEST(TransportThreads, AWaitForARankWithoutHeartbeatEnds) {
  std::atomic<bool> found = false;
  const std::string cause = run(3, [&](TransportThreads& transport) {
    if (transport.rank() == 0) {
      transport.set_timeout(0.4, [](const std::vector<int>& ranks) {
        throw Error(Problem{.slug = "test/gone",
                            .message = "gone: rank " + std::to_string(ranks.at(0)) + " of " +
                                       std::to_string(ranks.size())});
      });
      try {
        transport.all_gather({});
      } catch (...) {
        found = true;
        throw;
      }
    } else if (transport.rank() == 1) {
      while (!found) transport.test({}), std::this_thread::yield();
    } else {
      while (!found) std::this_thread::yield();
    }
  });
  EXPECT_NE(cause.find("gone: rank 2 of 1"), cause.npos) << cause;
}

// Destructors wait for messages, too.
TEST(TransportThreads, ARankThatHasGivenUpDoesNotWaitAgain) {
  std::atomic<int> given_up = 0;
  std::chrono::duration<double> again{-1};
  static_cast<void>(run(2, [&](TransportThreads& transport) {
    if (transport.rank() == 1) {
      while (given_up < 2) std::this_thread::yield();
      return;
    }
    transport.set_timeout(0.8, [](const std::vector<int>&) {
      throw Error(Problem{.slug = "test/gone", .message = "gone"});
    });
    for (; given_up < 2; ++given_up) {
      const auto start = std::chrono::steady_clock::now();
      std::array<std::byte, 1> byte{};
      const std::array requests{transport.post_receive(1, 0, byte)};
      EXPECT_THROW(transport.wait(requests), Error);
      again = std::chrono::steady_clock::now() - start;
    }
  }));
  EXPECT_GE(again.count(), 0);
  EXPECT_LT(again.count(), 0.7);
}

TEST(TransportThreads, MistakesInItsUseAreBugs) {
  EXPECT_NE(run(1,
                [](TransportThreads& transport) {
                  std::array<std::byte, 2> small{};
                  static_cast<void>(transport.post_receive(0, 0, small));
                  send_and_wait(transport, 0, 0, 1);
                  transport.test({});
                })
                .find("longer than its receiver expects"),
            std::string::npos);
  EXPECT_NE(
      run(1, [](TransportThreads& transport) { transport.send(1, 0, {}); }).find("does not exist"),
      std::string::npos);
  EXPECT_THROW(JoinedThreads().join(0), Bug);
  EXPECT_THROW(JoinedThreads().fail(0), Bug);
}

}  // namespace
}  // namespace cardon
