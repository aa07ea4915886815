// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cardon/kit/text_file.hpp>
#include <cardon/thorn/error.hpp>
#include <csignal>

#include "../support/scratch_folder.hpp"

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

TEST(TextFile, SaysThatTheFolderWasMoved) {
  const ScratchFolder folder;
  TextFile file(folder.path / "run" / "a.tsv");
  std::filesystem::rename(folder.path / "run", folder.path / "moved");
  try {
    file.reopen();
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("No such file or directory"));
    EXPECT_THAT(error.problems().front().notes.at(0),
                ::testing::EndsWith("/run; if a run was writing to it, it was moved or removed"));
    EXPECT_THAT(error.problems().front().help, ::testing::HasSubstr("in place until the run"));
  }
}

/// While it lives, files end at so many bytes, as on a full disk.
class ShortFiles {
 public:
  explicit ShortFiles(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~ShortFiles() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST(TextFile, AppendsAllOrNothing) {
  const ScratchFolder folder;
  TextFile file(folder.path / "a");
  file.append("one\n");
  {
    const ShortFiles full(6);
    EXPECT_THROW(file.append("too long\n"), Error);
    EXPECT_EQ(folder.text("a"), "one\n");
  }
  file.append("two\n");
  EXPECT_EQ(folder.text("a"), "one\ntwo\n");
}

TEST(TextFile, WhatOthersDoToItIsSeen) {
  const ScratchFolder folder;
  TextFile file(folder.path / "a");
  file.append("one\n");
  EXPECT_EQ(file.change(), "");
  folder.write("b", "one\n");
  std::filesystem::rename(folder.path / "b", folder.path / "a");
  EXPECT_EQ(file.change(), "another file has taken its place");
  std::filesystem::remove(folder.path / "a");
  EXPECT_EQ(file.change(), "it was removed");
  file.reopen();
  file.append("two\n");
  EXPECT_EQ(folder.text("a"), "two\n");
  EXPECT_EQ(file.change(), "it has 4 bytes, but 8 were written");
}

TEST(TextFile, GoesOnAtTheEndOfWhatOthersHaveCut) {
  const ScratchFolder folder;
  TextFile file(folder.path / "a");
  file.append("one\n");
  std::filesystem::resize_file(folder.path / "a", 0);
  {
    const ShortFiles full(3);
    EXPECT_THROW(file.append("too long\n"), Error);
  }
  file.append("two\n");
  EXPECT_EQ(folder.text("a"), "two\n");
}

TEST(TextFile, ReplacingLeavesTheOldFileIfItFails) {
  const ScratchFolder folder;
  replace_file(folder.path / "a", "old");
  const ShortFiles full(6);
  EXPECT_THROW(replace_file(folder.path / "a", "too long"), Error);
  EXPECT_EQ(folder.text("a"), "old");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path), {}), 1);
}

TEST(TextFile, ReplacingLeavesNothingElse) {
  const ScratchFolder folder;
  replace_file(folder.path / "a", "one");
  replace_file(folder.path / "a", "two");
  EXPECT_EQ(folder.text("a"), "two");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path), {}), 1);
}

// A child process that replaces a file again and again with `size` letters.
pid_t replacing(const std::filesystem::path& file, std::size_t size) {
  const pid_t child = fork();
  if (child != 0) return child;
  try {
    for (int n = 0; n < 300; ++n) replace_file(file, std::string(size, 'x'));
  } catch (const Error&) {
    _exit(1);
  }
  _exit(0);
}

TEST(TextFile, IsReplacedByTwoAtOnceAsAWhole) {
  const ScratchFolder folder;
  replace_file(folder.path / "a", "xx");
  const pid_t children[] = {replacing(folder.path / "a", 20000), replacing(folder.path / "a", 7)};
  for (const pid_t child : children) {
    int status = 0;
    pid_t ended = 0;
    while ((ended = waitpid(child, &status, WNOHANG)) == 0)
      EXPECT_THAT(folder.text("a").size(), ::testing::AnyOf(2u, 7u, 20000u));
    EXPECT_EQ(ended, child);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path), {}), 1);
}

}  // namespace
}  // namespace cardon
