// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/thorn/error.hpp>

#include "../support/scratch_folder.hpp"
#include "thorn_template.hpp"

namespace cardon::cli {
namespace {

using testing::HasSubstr;

TEST(FileStem, SeparatesWords) {
  EXPECT_EQ(file_stem("WaveToy"), "wave_toy");
  EXPECT_EQ(file_stem("MHD"), "mhd");
  EXPECT_EQ(file_stem("My_Wave"), "my_wave");
  EXPECT_EQ(file_stem("X"), "x");
}

class NewThornRefused : public testing::Test {
 protected:
  std::string message(const std::string& name) const {
    try {
      write_thorn({folder.path / name, "cpp", {}});
    } catch (const Error& error) {
      EXPECT_EQ(error.problems()[0].slug, "cli/new-thorn");
      return error.problems()[0].message;
    }
    return "";
  }
  ScratchFolder folder;
};

TEST_F(NewThornRefused, NamesThatAreNone) {
  for (const char* name : {"wave", "2D", "My-Wave", "My Wave", "_Wave", "Wave.cpp", "W\xc3\xa4rme"})
    EXPECT_THAT(message(name), HasSubstr("is not a name of a thorn")) << name;
  EXPECT_THAT(message("."), HasSubstr("is not a name of a thorn"));
}

TEST_F(NewThornRefused, FoldersThatHoldSomething) {
  folder.write("Mine/notes.txt", "keep me");
  EXPECT_THAT(message("Mine"), HasSubstr("exists already"));
  EXPECT_THAT(message("Mine/"), HasSubstr("exists already"));
  EXPECT_EQ(folder.text("Mine/notes.txt"), "keep me");
}

}  // namespace
}  // namespace cardon::cli
