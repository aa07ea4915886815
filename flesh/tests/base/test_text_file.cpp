// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "../support/scratch_folder.hpp"
#include "cardon/error.hpp"
#include "cardon/text_file.hpp"

namespace cardon {
namespace {

TEST(TextFile, CanBeReadWhileItGrows) {
  const ScratchFolder folder;
  TextFile file(folder.path / "deep" / "a.tsv");
  file.append("one\n");
  EXPECT_EQ(folder.text("deep/a.tsv"), "one\n");
  file.append("two\n");
  EXPECT_EQ(folder.text("deep/a.tsv"), "one\ntwo\n");
  EXPECT_EQ(file.bytes_written(), 8u);
}

TEST(TextFile, AFullDiskIsAnErrorOfTheEnvironment) {
  TextFile file("/dev/full");
  try {
    file.append("x");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), exit_environment);
    EXPECT_EQ(error.problems().front().message, "cannot write /dev/full: No space left on device");
  }
}

TEST(TextFile, ReplacingLeavesNothingElse) {
  const ScratchFolder folder;
  replace_file(folder.path / "a", "one");
  replace_file(folder.path / "a", "two");
  EXPECT_EQ(folder.text("a"), "two");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path), {}), 1);
}

}  // namespace
}  // namespace cardon
