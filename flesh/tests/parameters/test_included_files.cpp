// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <filesystem>

#include "../support/scratch_folder.hpp"
#include "parameters/included_files.hpp"

namespace cardon::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class IncludedFiles : public ::testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    folder.write(name, text);
    return (folder.path / name).string();
  }

  // Names of the files that are read, from the scratch folder.
  std::vector<std::string> read(const std::string& start) {
    problems.clear();
    std::vector<std::string> names;
    for (const ParameterText& text : read_with_includes({start}, problems))
      names.push_back(std::filesystem::path(text.name).lexically_relative(folder.path).string());
    return names;
  }

  std::string errors() const { return format_problems(problems); }

  ScratchFolder folder;
  std::vector<Problem> problems;
};

TEST_F(IncludedFiles, AreReadBeforeWhoeverIncludesThem) {
  file("parts/grid.yaml", "include: base/one.yaml\n");
  file("parts/base/one.yaml", "title: one\n");
  file("output.yaml", "output: {}\n");
  const std::string run = file("run.yaml", "include: [parts/grid.yaml, output.yaml]\n");
  EXPECT_THAT(read(run),
              ElementsAre("parts/base/one.yaml", "parts/grid.yaml", "output.yaml", "run.yaml"));
  EXPECT_THAT(problems, IsEmpty());
}

TEST_F(IncludedFiles, MayBeIncludedTwice) {
  file("base.yaml", "title: base\n");
  file("a.yaml", "include: base.yaml\n");
  EXPECT_THAT(read(file("run.yaml", "include: [base.yaml, a.yaml]\n")),
              ElementsAre("base.yaml", "base.yaml", "a.yaml", "run.yaml"));
}

TEST_F(IncludedFiles, MustNotIncludeThemselves) {
  file("a.yaml", "title: a\ninclude: [run.yaml]\n");
  read(file("run.yaml", "include: a.yaml\n"));
  EXPECT_THAT(errors(), HasSubstr("run.yaml includes itself"));
  EXPECT_THAT(errors(), HasSubstr("[parameter/include]"));
  EXPECT_THAT(errors(), HasSubstr("a.yaml:2:11"));
}

TEST_F(IncludedFiles, MustExist) {
  read(file("run.yaml", "title: a\ninclude: [nothing.yaml, none.yaml]\n"));
  EXPECT_THAT(errors(), HasSubstr("nothing.yaml"));
  EXPECT_THAT(errors(), HasSubstr("run.yaml:2:11"));
  EXPECT_THAT(errors(), HasSubstr("2 errors"));
}

TEST_F(IncludedFiles, AreNamedByWords) {
  for (const char* text : {"include: {a: 1}\n", "include: [[a]]\n", "include: ['']\n"}) {
    read(file("run.yaml", text));
    EXPECT_THAT(errors(), HasSubstr("include must be the name of a file, or a list of names"))
        << text;
  }
  EXPECT_THAT(read(file("run.yaml", "include:\n")), ElementsAre("run.yaml"));
}

TEST_F(IncludedFiles, DoNotGrowWithoutEnd) {
  file("0.yaml", "title: 0\n");
  for (int n = 1; n <= 12; ++n) {
    const std::string below = std::to_string(n - 1) + ".yaml";
    file(std::to_string(n) + ".yaml", "include: [" + below + ", " + below + "]\n");
  }
  read((folder.path / "12.yaml").string());
  EXPECT_THAT(errors(), HasSubstr("more than 100 files are included"));
  EXPECT_LE(problems.size(), 20u);
}

}  // namespace
}  // namespace cardon::testing
