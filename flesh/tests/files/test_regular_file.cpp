// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "../support/scratch_folder.hpp"
#include "files/regular_file.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

TEST(RegularFile, IsReadWhole) {
  const ScratchFolder folder;
  const std::string text("one\n\0two", 8);
  std::ofstream(folder.path / "a", std::ios::binary) << text;
  const RegularText read = read_regular_file(folder.path / "a");
  EXPECT_EQ(read.text, text);
  EXPECT_EQ(read.failure, "");
  EXPECT_EQ(read_regular_file(folder.path / "a", 8).failure, "");
  EXPECT_EQ(read_regular_file(folder.path / "a", 7).failure,
            "it has 8 bytes, and at most 7 are read");
  fs::create_symlink(folder.path / "a", folder.path / "link");
  EXPECT_EQ(read_regular_file(folder.path / "link").text, text);
}

TEST(RegularFile, OthersAreRefusedBeforeAnythingIsRead) {
  const ScratchFolder folder;
  const fs::path pipe = folder.path / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", folder.path / "zero");
  EXPECT_EQ(read_regular_file(pipe).failure, "it is a pipe, not a file");
  EXPECT_EQ(read_regular_file(folder.path / "zero").failure, "it is a device, not a file");
  EXPECT_EQ(read_regular_file(folder.path).failure, "it is a folder, not a file");
  for (const fs::path& path : {pipe, folder.path / "zero", folder.path}) {
    EXPECT_NE(why_not_read(path), "") << path;
    EXPECT_FALSE(open_regular_file(path)) << path;
    EXPECT_FALSE(read_regular_file(path).missing) << path;
  }
}

TEST(RegularFile, ThatIsMissingIsNoFailureForWhoCanDoWithout) {
  const ScratchFolder folder;
  EXPECT_TRUE(read_regular_file(folder.path / "none").missing);
  EXPECT_THAT(read_regular_file(folder.path / "none").failure, HasSubstr("No such file"));
  EXPECT_EQ(why_not_read(folder.path / "none"), "");
  EXPECT_FALSE(open_regular_file(folder.path / "none"));
}

}  // namespace
}  // namespace cardon
