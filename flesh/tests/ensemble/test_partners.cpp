// SPDX-License-Identifier: Apache-2.0
// Channels to partners, and what becomes of their processes.
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <cardon/services/timings.hpp>
#include <csignal>

#include "../support/scratch_folder.hpp"
#include "ensemble/earlier_attempt.hpp"
#include "ensemble/partner_process.hpp"
#include "files/folder_lock.hpp"

namespace cardon {
namespace {

// More than a socket holds, from both ends at once: neither may wait for the other.
TEST(DescriptorChannel, SendsWhileThePartnerDoesNotRead) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  EventLoop loop;
  DescriptorChannel one(loop, ends[0], ends[0]), other(loop, ends[1], ends[1]);
  const std::string text(2'000'000, 'a');
  int came = 0;
  one.on_line = other.on_line = [&](const std::string& line) { came += int(line == text); };
  one.send(text);
  other.send(text);
  one.send(text);
  EXPECT_FALSE(one.sent());
  const double limit = seconds_now() + 60;
  loop.run([&] { return came == 3 || seconds_now() > limit; });
  EXPECT_EQ(came, 3);
  EXPECT_TRUE(one.sent() && other.sent());
}

TEST(DescriptorChannel, DropsWhatAPartnerThatHasGoneDoesNotRead) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  std::signal(SIGPIPE, SIG_IGN);
  EventLoop loop;
  DescriptorChannel one(loop, ends[0], ends[0]);
  auto other = std::make_unique<DescriptorChannel>(loop, ends[1], ends[1]);
  bool gone = false;
  one.on_end = [&] { gone = true; };
  one.send(std::string(2'000'000, 'a'));
  other.reset();
  const double limit = seconds_now() + 60;
  loop.run([&] { return (gone && one.sent()) || seconds_now() > limit; });
  EXPECT_TRUE(gone && one.sent());
}

// Without a terminal, a launcher that would ask for a password fails at once.
TEST(PartnerProcess, HasASessionOfItsOwn) {
  EventLoop loop;
  PartnerProcess partner(loop, {"sh", "-c", "cut -d' ' -f6 /proc/$$/stat"});
  const auto channel = partner.take_channel();
  std::string session;
  channel->on_line = [&](const std::string& line) { session = line; };
  const double limit = seconds_now() + 60;
  loop.run([&] { return !session.empty() || seconds_now() > limit; });
  EXPECT_EQ(session, std::to_string(partner.process()));
}

TEST(PartnerProcess, IsKilledWithItsGroupWhileOthersAreServed) {
  EventLoop loop;
  PartnerProcess partner(loop, {"sh", "-c", "sleep 100 & echo $!; wait"});
  const auto channel = partner.take_channel();
  std::string how, child;
  bool ended = false, served = false;
  channel->on_line = [&](const std::string& line) { child = line; };
  channel->on_end = [&] { ended = true; };  // the child has the other end, too
  const double limit = seconds_now() + 60;
  loop.run([&] { return !child.empty() || seconds_now() > limit; });
  partner.end(0.2, [&](const std::string& text) { how = text; });
  loop.at(seconds_now() + 0.05, [&] { served = how.empty(); });
  loop.run([&] { return (!how.empty() && ended) || seconds_now() > limit; });
  EXPECT_EQ(how, "signal 9");
  EXPECT_TRUE(served && ended);
}

TEST(EarlierAttempt, IsWaitedForAsLongAsItsFolderIsLocked) {
  const ScratchFolder folder;
  EXPECT_EQ(wait_for_earlier_attempt(folder.path, 60), "");
  FolderLock lock(folder.path, run_use);
  EXPECT_NE(wait_for_earlier_attempt(folder.path, 0.05).find(std::to_string(getpid())),
            std::string::npos);
  lock.release();
  EXPECT_EQ(wait_for_earlier_attempt(folder.path, 60), "");
}

}  // namespace
}  // namespace cardon
