// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "base/bounded_file.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;

class BoundedFile : public ::testing::Test {
 protected:
  fs::path folder_ = fs::temp_directory_path() / ("cardon-bounded-" + std::to_string(::getpid()));
  fs::path file_ = folder_ / "file";
  const ReadLimits brief_{.bytes = 1 << 20,
                          .silence = std::chrono::milliseconds(500),
                          .writer = std::chrono::milliseconds(200)};

  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  void make_fifo() { ASSERT_EQ(::mkfifo(file_.c_str(), 0600), 0); }
};

TEST_F(BoundedFile, AFileIsReadAsItIs) {
  const std::string bytes("a\0b\r\n", 5);
  std::ofstream(file_, std::ios::binary) << bytes;
  const FileText content = read_bounded_file(file_);
  EXPECT_EQ(content.text, bytes);
  EXPECT_EQ(content.failure, "");
  EXPECT_EQ(read_bounded_file("/dev/null").failure, "");
}

TEST_F(BoundedFile, WhatHasNoBytesSaysWhy) {
  EXPECT_EQ(read_bounded_file(folder_).failure, "Is a directory");
  EXPECT_EQ(read_bounded_file(folder_ / "none").failure, "No such file or directory");
}

TEST_F(BoundedFile, NothingIsReadWithoutEnd) {
  std::ofstream(file_) << std::string((1 << 20) + 1, ' ');
  for (const std::string& path : {file_.string(), std::string("/dev/zero")}) {
    const FileText content = read_bounded_file(path, brief_);
    EXPECT_EQ(content.failure, "it has more than 1 MB") << path;
    EXPECT_EQ(content.text, "");
  }
  fs::resize_file(file_, 1 << 20);
  EXPECT_EQ(read_bounded_file(file_, brief_).text.size(), std::size_t{1} << 20);
}

TEST_F(BoundedFile, AFifoIsReadToItsEnd) {
  make_fifo();
  std::thread writer([&] {
    std::ofstream stream(file_);
    for (int n = 0; n < 3; ++n) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      stream << std::string(100000, 'x') << std::flush;
    }
  });
  const FileText content = read_bounded_file(file_);
  writer.join();
  EXPECT_EQ(content.failure, "");
  EXPECT_EQ(content.text, std::string(300000, 'x'));
}

TEST_F(BoundedFile, AFifoThatNobodyWritesToIsNotWaitedForForEver) {
  make_fifo();
  EXPECT_EQ(read_bounded_file(file_, brief_).failure,
            "no process has opened it for writing within 0.2 s");
  const int both_ends = ::open(file_.c_str(), O_RDWR);
  EXPECT_EQ(read_bounded_file(file_, brief_).failure, "nothing was written to it within 0.5 s");
  ::close(both_ends);
}

}  // namespace
}  // namespace cardon
