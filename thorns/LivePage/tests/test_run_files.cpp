// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "page_note.hpp"
#include "run_files.hpp"
#include "support/scratch_folder.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

class RunFilesTest : public testing::Test {
 protected:
  void write(const fs::path& file, const std::string& text) {
    fs::create_directories((folder_.path / file).parent_path());
    std::ofstream(folder_.path / file) << text;
  }
  ScratchFolder folder_;
  RunFiles files_{folder_.path};
};

TEST_F(RunFilesTest, EverythingIsEmptyInANewRun) {
  EXPECT_EQ(files_.log(), "");
  EXPECT_TRUE(files_.warnings().empty());
  EXPECT_TRUE(files_.records("decisions.jsonl").empty());
  EXPECT_TRUE(files_.slices().empty());
  EXPECT_TRUE(files_.sites().empty());
}

TEST_F(RunFilesTest, OfALongFileWholeLinesAtTheEndAreShown) {
  write("log.txt", "first line\nsecond\nthird\n");
  EXPECT_EQ(end_of_file(folder_.path / "log.txt", 14), "second\nthird\n");
  EXPECT_EQ(end_of_file(folder_.path / "log.txt", 9), "third\n");
  EXPECT_EQ(end_of_file(folder_.path / "log.txt", 3), "");
}

TEST_F(RunFilesTest, WarningsAreFoundInTheLog) {
  const std::string at = "2026-11-25 02:54:28  ";
  write("log.txt", at + "a line\n" + at + "warning: memory is short     [memory/short]\n" + at +
                       "   help: use fewer points\n" + at + "another line\n");
  const Json warnings = files_.warnings();
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0]["slug"], "memory/short");
  EXPECT_EQ(warnings[0]["text"],
            "warning: memory is short     [memory/short]\n   help: use fewer points");
}

TEST_F(RunFilesTest, RecordsAreLinesThatAreComplete) {
  write("decisions.jsonl", "{\"step\": 1}\nno record\n{\"step\": 2}\n{\"st");
  EXPECT_EQ(files_.records("decisions.jsonl"), Json::parse(R"([{"step": 1}, {"step": 2}])"));
}

TEST_F(RunFilesTest, SlicesAreListedByFieldAndPlane) {
  for (const char* name : {"phi.xy.it000020.png", "phi.xy.it000000.png", "phi.xz-2.it000000.png",
                           "phi.xy.it000000.a.slice", "notes.txt"})
    write(fs::path("slices") / name, "picture");
  const Json slices = files_.slices();
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_EQ(slices[0]["field"], "phi");
  EXPECT_EQ(slices[0]["plane"], "xy");
  EXPECT_EQ(slices[0]["pictures"][1], Json({{"iteration", 20}, {"file", "phi.xy.it000020.png"}}));
  EXPECT_EQ(slices[1]["name"], "phi.xz-2");
}

TEST_F(RunFilesTest, OnlyPicturesOfTheFolderAreGivenOut) {
  write("secret.xy.it000000.png", "secret");
  write("slices/phi.xy.it000000.png", "picture");
  write("slices/notes.txt", "notes");
  fs::create_symlink(folder_.path / "secret.xy.it000000.png",
                     folder_.path / "slices/link.xy.it000000.png");
  EXPECT_EQ(files_.slice("phi.xy.it000000.png"), "picture");
  for (const char* other : {"../secret.xy.it000000.png", "link.xy.it000000.png", "notes.txt", "",
                            "phi.xy.it000001.png", "..", "/etc/passwd"})
    EXPECT_FALSE(files_.slice(other)) << other;
}

TEST_F(RunFilesTest, TheNoteWithTokensIsTheUsersAlone) {
  const PageNote note{"http://127.0.0.1:1/", random_token()};
  write_page_note(folder_.path, note);
  const fs::path file = folder_.path / page_note_name;
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  std::ifstream in(file);
  EXPECT_EQ(Json::parse(in)["token"], note.token);
  remove_page_note(folder_.path);
  EXPECT_FALSE(fs::exists(file));
}

}  // namespace
}  // namespace cardon
