// SPDX-License-Identifier: Apache-2.0
// E21 of G. Costa's dissertation (Universitat Autonoma de Barcelona, 2009): reports of three sites
// travel to a fourth one, straight or by way of one of them, and the route changes while the run
// goes on. What ranks send and pass on is decided by Agreement; only the time that messages take is
// made up.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cardon/kit/agreement.hpp>
#include <cstdio>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "../support/local_transport.hpp"

namespace cardon::agreement_routes {
namespace {

// A rank each. Reports go to the first; the fast link is that of the second.
constexpr int user = 0, hub = 1, ranks = 4, tag = 900;
constexpr double latency = 0.02;  // s
using Sites = std::vector<std::vector<int>>;
const Sites straight{{0}, {1}, {2}, {3}}, by_hub{{0}, {1, 2, 3}};

/// Mbit/s of the link between two sites.
double rate(int one, int other) {
  if (one > other) std::swap(one, other);
  if (one != user) return 10;
  return std::array{0.0, 20.0, 2.0, 1.5}[std::size_t(other)];
}

/// Bytes by link and direction.
struct Traffic {
  std::mutex mutex;
  std::array<std::array<double, ranks>, ranks> bytes{};

  double& at(int from, int to) { return bytes[std::size_t(from)][std::size_t(to)]; }
  /// s until a report of each site has come to the user, if all start at once: links work side by
  /// side, and the hub passes on what it has when all is there.
  double seconds(const Sites& route) {
    const auto over = [this](int from, int to) {
      return at(from, to) > 0 ? latency + 8e-6 * at(from, to) / rate(from, to) : 0;
    };
    if (route == straight) return std::max({over(hub, user), over(2, user), over(3, user)});
    return std::max(over(2, hub), over(3, hub)) + over(hub, user);
  }
};

class Metered final : public LocalTransport {
 public:
  Metered(LocalWorld& world, int rank, Traffic& traffic)
      : LocalTransport(world, rank), traffic_(&traffic) {}
  Request send(int to, int tag, std::span<const std::byte> bytes) override {
    {
      const std::lock_guard lock(traffic_->mutex);
      traffic_->at(rank_, to) += double(bytes.size());
    }
    return LocalTransport::send(to, tag, bytes);
  }

 private:
  Traffic* traffic_;
};

std::vector<std::byte> report_of(int rank, int round, std::size_t size) {
  std::vector<std::byte> bytes(size, std::byte(rank));
  bytes[0] = std::byte(round);
  return bytes;
}

/// Some rounds; behind the answer to round `change` all ranks take the other route. Returns how
/// many reports came to the user that were not those of the round, or not whole.
int wrong_reports(Traffic& traffic, const Sites& first, const Sites& then, int change,
                  std::size_t size, int rounds) {
  LocalWorld world(ranks);
  int wrong = 0;
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank)
    threads.emplace_back([&, rank] {
      Metered transport(world, rank, traffic);
      int round = 0;
      const auto answer = [&](const Agreement::Reports& reports, bool) {
        for (int from = 0; from < ranks; ++from)
          wrong += reports[std::size_t(from)] != report_of(from, round, size);
        return std::optional(Agreement::Bytes(1, std::byte(round == change)));
      };
      std::optional<Agreement> agreement;
      agreement.emplace(transport, tag, size, answer, first);
      for (; round < rounds; ++round) {
        agreement->report(report_of(rank, round, size));
        for (int step = 0; step < (rank + round) % 3; ++step) agreement->progress();
        if (agreement->conclude().at(0) != std::byte{1}) continue;
        agreement->close();
        agreement.emplace(transport, tag, size, answer, then);
      }
      agreement->close();
    });
  for (std::thread& thread : threads) thread.join();
  return wrong;
}

// Expected: by way of the hub more than the 3.5 Mbit/s of the direct links arrive, and a small
// report takes one hop longer.
TEST(AgreementRoutes, AFastSitePassesReportsOn) {
  const auto seconds = [](const Sites& route, std::size_t size) {
    Traffic traffic;
    EXPECT_EQ(wrong_reports(traffic, route, route, -1, size, 1), 0);
    return traffic.seconds(route);
  };
  constexpr std::size_t large = 1000000, small = 32;
  const double mbit = 2 * 8e-6 * large;  // of the two sites with slow links
  const double direct = mbit / seconds(straight, large), passed_on = mbit / seconds(by_hub, large);
  std::printf("%.2f Mbit/s straight, %.2f by the hub; small reports %.1f and %.1f ms\n", direct,
              passed_on, 1e3 * seconds(straight, small), 1e3 * seconds(by_hub, small));
  EXPECT_LE(direct, 3.5);
  EXPECT_GT(passed_on, 3.5);
  EXPECT_NEAR(seconds(by_hub, small), seconds(straight, small) + latency, 0.001);
}

// Expected: nothing is lost or comes twice.
TEST(AgreementRoutes, TheRouteChangesWhileReportsTravel) {
  for (int change = 0; change < 9; ++change) {
    Traffic traffic;
    EXPECT_EQ(wrong_reports(traffic, straight, by_hub, change, 100, 10), 0) << change;
    EXPECT_GT(traffic.at(2, user), 0);  // before
    EXPECT_GT(traffic.at(2, hub), 0);   // after
  }
}

}  // namespace
}  // namespace cardon::agreement_routes
