// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>
#include <fstream>

#include "../support/scratch_folder.hpp"
#include "tables/table_reader.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class TableReader : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& text) {
    const std::filesystem::path file = folder.path / "table.txt";
    std::ofstream(file) << text;
    return file;
  }
  TableData read(const std::string& text, TableRequest request = {}) {
    return read_table(write(text), request);
  }
  std::vector<Problem> problems(const std::string& text, TableRequest request = {}) {
    try {
      read(text, request);
    } catch (const Error& error) {
      for (const Problem& problem : error.problems()) EXPECT_EQ(problem.slug, "parameter/table");
      return error.problems();
    }
    return {};
  }
  std::string message(const std::string& text, TableRequest request = {}) {
    const std::vector<Problem> found = problems(text, request);
    if (found.empty()) return "no problem";
    const Problem& p = found.front();
    return p.where.known() ? std::to_string(p.where.line) + ":" + std::to_string(p.where.column) +
                                 ": " + p.message
                           : p.message;
  }

  ScratchFolder folder;
};

TEST_F(TableReader, ReadsColumnsWithCommentsNamesAndAnySeparator) {
  const TableData data = read(
      "# a star\n\nr, rho\tp\r\n0 1.5 7 # centre\n  1,\t1.25e0 8\n\n2\t-1 9\n", {.column = "rho"});
  EXPECT_THAT(data.x, ElementsAre(0, 1, 2));
  EXPECT_THAT(data.values, ElementsAre(1.5, 1.25, -1));
  EXPECT_EQ(data.column, "rho");
  EXPECT_EQ(data.min, -1);
  EXPECT_EQ(data.max, 1.5);
}

TEST_F(TableReader, TakesTheOnlyColumnOrOneByNumber) {
  EXPECT_THAT(read("0 3\n1 4").values, ElementsAre(3, 4));
  EXPECT_EQ(read("0 3\n1 4").column, "2");
  EXPECT_THAT(read("0 3 5\n1 4 6\n", {.column = "3"}).values, ElementsAre(5, 6));
}

TEST_F(TableReader, ReadsRectanglesInEitherOrder) {
  const TableRequest two{.arguments = 2};
  const TableData y_first = read("1 10 0\n1 20 1\n1 30 2\n\n2 10 3\n2 20 4\n2 30 5\n", two);
  const TableData x_first = read("1 10 0\n2 10 3\n1 20 1\n2 20 4\n1 30 2\n2 30 5\n", two);
  EXPECT_THAT(y_first.x, ElementsAre(1, 2));
  EXPECT_THAT(y_first.y, ElementsAre(10, 20, 30));
  EXPECT_THAT(y_first.values, ElementsAre(0, 3, 1, 4, 2, 5));
  EXPECT_EQ(x_first.values, y_first.values);
  EXPECT_EQ(x_first.checksum, y_first.checksum);
}

TEST_F(TableReader, ChecksumsKnowValuesAndRulesButNotTheForm) {
  const std::string sum = read("0 1\n1 2\n").checksum;
  EXPECT_EQ(read("x f\n0, 1.0 # one\n1e0\t2").checksum, sum);
  EXPECT_NE(read("0 1\n1 3\n").checksum, sum);
  EXPECT_NE(read("0 1\n2 2\n").checksum, sum);
  EXPECT_NE(read("0 1\n1 2\n", {.interpolation = Interpolation::monotone}).checksum, sum);
  EXPECT_NE(read("0 1\n1 2\n", {.outside = Outside::nan}).checksum, sum);
}

TEST_F(TableReader, TellsLineAndColumnOfWhatIsNoNumber) {
  const std::vector<Problem> found = problems("r f\n0 1\n1 2x\n2 nan\n3 inf\n4\n5 6\n");
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].message, "'2x' is not a finite number");
  EXPECT_EQ(found[0].where.line, 3);
  EXPECT_EQ(found[0].where.column, 3);
  EXPECT_EQ(found[0].where.text, "1 2x");
  EXPECT_EQ(found[1].where.line, 4);
  EXPECT_EQ(found[3].message, "this row has 1 column, but the first row has 2");
}

TEST_F(TableReader, RefusesArgumentsThatDoNotIncrease) {
  EXPECT_EQ(message("0 1\n1 2\n1 3\n"),
            "3:1: the argument 1 follows 1, but arguments must increase");
  EXPECT_EQ(message("0 1\n-1 2\n"), "2:1: the argument -1 follows 0, but arguments must increase");
}

TEST_F(TableReader, RefusesWhatIsNoRectangle) {
  const TableRequest two{.arguments = 2};
  EXPECT_THAT(message("1 1 0\n1 2 0\n2 1 0\n", two), HasSubstr("3 rows do not form a rectangle"));
  EXPECT_EQ(message("1 1 0\n1 2 0\n2 1 0\n2 3 0\n", two),
            "4:3: the argument is 3, but 2 in the corresponding rows");
  EXPECT_THAT(message("1 1 0\n1 2 0\n1 3 0\n", two), HasSubstr("one value of an argument"));
}

TEST_F(TableReader, RefusesColumnsThatAreNotThere) {
  EXPECT_THAT(message("0\n1\n"), HasSubstr("has 1 column, but a table of 1 argument needs"));
  EXPECT_THAT(message("r rho p\n0 1 2\n1 2 3\n"), HasSubstr("several columns of values"));
  const std::vector<Problem> found = problems("r rho p\n0 1 2\n1 2 3\n", {.column = "roh"});
  EXPECT_THAT(found.front().message, HasSubstr("has no column roh"));
  EXPECT_EQ(found.front().hint, "did you mean rho?");
  EXPECT_THAT(found.front().notes, ElementsAre("it has the columns r, rho, p"));
  for (const char* column : {"0", "4", "1.5", "-1"})
    EXPECT_THAT(message("0 1 2\n1 2 3\n", {.column = column}), HasSubstr("has no column"));
  EXPECT_THAT(message("0 1\n1 2\n", {.column = "1"}), HasSubstr("is an argument, not a value"));
}

TEST_F(TableReader, RefusesValuesOutOfRange) {
  EXPECT_EQ(message("0 1\n1 0\n", {.range = positive}), "2:3: the value 0 must be above 0");
}

TEST_F(TableReader, RefusesFilesWithoutRows) {
  EXPECT_THAT(message(""), HasSubstr("has 0 rows of numbers"));
  EXPECT_THAT(message("r f\n0 1\n"), HasSubstr("has 1 row of numbers"));
  try {
    read_table(folder.path / "none.txt", {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.problems().front().message, HasSubstr("there is no file"));
  }
  try {
    read_table(folder.path, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.problems().front().message, HasSubstr("it is a folder, not a file"));
  }
}

}  // namespace
}  // namespace cardon
