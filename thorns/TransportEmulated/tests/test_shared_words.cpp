// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>

#include "shared_words.hpp"
#include "thread_world.hpp"

namespace cardon {
namespace {

using test::on_ranks;
using test::ThreadTransport;

bool something_is_left() {
  const std::string own = "cardon-links-" + std::to_string(getpid()) + "-";
  for (const auto& entry : std::filesystem::directory_iterator("/dev/shm"))
    if (entry.path().filename().string().starts_with(own)) return true;
  return false;
}

void meet(Transport& transport) { transport.all_gather({}); }

TEST(SharedWords, AreSeenByAllRanksAndZeroAtFirst) {
  on_ranks(3, [](const std::shared_ptr<Transport>& transport) {
    SharedWords words(*transport, 5, {});
    ASSERT_EQ(words.words().size(), 5u);
    for (const std::int64_t word : words.words()) EXPECT_EQ(word, 0);
    meet(*transport);
    std::atomic_ref(words.words()[4]) += 10 + transport->rank();
    meet(*transport);
    EXPECT_EQ(words.words()[4], 33);
    EXPECT_FALSE(something_is_left()) << "while it is in use already";
  });
}

TEST(SharedWords, OfSeveralRunsAreApart) {
  on_ranks(2, [](const std::shared_ptr<Transport>& transport) {
    SharedWords one(*transport, 1, {}), other(*transport, 1, {});
    if (transport->rank() == 0) one.words()[0] = 7;
    meet(*transport);
    EXPECT_EQ(one.words()[0], 7);
    EXPECT_EQ(other.words()[0], 0);
  });
}

// Sees the names of another host's memory.
class FarAway : public Transport {
 public:
  explicit FarAway(std::shared_ptr<Transport> real) : real_(std::move(real)) {
    rank_ = real_->rank();
    size_ = real_->size();
  }
  Request post_receive(int from, int tag, std::span<std::byte> buffer) override {
    return real_->post_receive(from, tag, buffer);
  }
  Request send(int to, int tag, std::span<const std::byte> bytes) override {
    return real_->send(to, tag, bytes);
  }
  bool test(std::span<const Request> requests) override { return real_->test(requests); }
  void wait(std::span<const Request> requests) override { real_->wait(requests); }
  std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> bytes) override {
    auto said = real_->all_gather(bytes);
    if (rank_ > 0 && gathered_++ == 0) said[0].push_back(std::byte{'x'});
    return said;
  }
  std::string describe() const override { return real_->describe(); }

 private:
  std::shared_ptr<Transport> real_;
  int gathered_ = 0;
};

TEST(SharedWords, NeedOneHost) {
  std::atomic<int> refused = 0;
  on_ranks(3, [&](const std::shared_ptr<Transport>& transport) {
    FarAway far(transport);
    try {
      SharedWords words(far, 1, {"wide.yaml", 7, 3});
    } catch (const Error& error) {
      EXPECT_EQ(error.problems()[0].slug, "emulation/several-hosts");
      EXPECT_EQ(error.problems()[0].where.line, 7);
      EXPECT_TRUE(error.is_on_all_ranks());
      EXPECT_NE(std::string(error.what()).find("rank 1 on "), std::string::npos) << error.what();
      ++refused;
    }
  });
  EXPECT_EQ(refused, 3) << "every rank must know";
  EXPECT_FALSE(something_is_left());
}

TEST(SharedWords, SayWhenThereIsNoMemory) {
  std::atomic<int> refused = 0;
  on_ranks(2, [&](const std::shared_ptr<Transport>& transport) {
    try {
      SharedWords words(*transport, std::size_t{1} << 58, {});
    } catch (const Error& error) {
      EXPECT_EQ(error.problems()[0].slug, "emulation/shared-memory");
      EXPECT_EQ(error.exit_code(), exit_environment);
      EXPECT_TRUE(error.is_on_all_ranks());
      ++refused;
    }
  });
  EXPECT_EQ(refused, 2);
  EXPECT_FALSE(something_is_left());
}

}  // namespace
}  // namespace cardon
