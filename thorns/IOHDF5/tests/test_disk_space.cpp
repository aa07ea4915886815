// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <cardon/thorn/error.hpp>
#include <fstream>

#include "disk_space.hpp"
#include "small_disk.hpp"
#include "support/scratch_folder.hpp"

namespace cardon {
namespace {

std::uintmax_t blocks_of(const std::filesystem::path& file) {
  struct stat state {};
  return stat(file.c_str(), &state) == 0 ? std::uintmax_t(state.st_blocks) * 512 : 0;
}

std::filesystem::path short_file(const ScratchFolder& folder) {
  const std::filesystem::path file = folder.path / "file";
  std::ofstream(file) << "short";
  return file;
}

TEST(DiskSpace, IsTakenAndGivenBackWithoutChangingTheFile) {
  const ScratchFolder folder;
  const std::filesystem::path file = short_file(folder);
  allocate_space(file, 1 << 20);
  EXPECT_EQ(std::filesystem::file_size(file), 5U);
  if (blocks_of(file) < 1U << 16) GTEST_SKIP() << "this file system does not allocate space";
  EXPECT_GE(blocks_of(file), 1U << 20);
  trim_space(file);
  EXPECT_EQ(std::filesystem::file_size(file), 5U);
  EXPECT_LT(blocks_of(file), 1U << 16);
}

TEST(DiskSpace, ThatIsNotThereIsAnErrorAndTheFileStays) {
  const ScratchFolder folder;
  const std::filesystem::path file = short_file(folder);
  const SmallDisk disk(100000);
  try {
    allocate_space(file, 1 << 20);
    FAIL() << "a file larger than the disk was allocated";
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().front().slug, "output/write-failed");
    EXPECT_THAT(error.problems().front().message, testing::HasSubstr(file.string()));
  }
  EXPECT_EQ(std::filesystem::file_size(file), 5U);
}

}  // namespace
}  // namespace cardon
