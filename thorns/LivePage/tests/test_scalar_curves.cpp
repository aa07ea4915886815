// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "scalar_curves.hpp"
#include "support/scratch_folder.hpp"

namespace cardon {
namespace {

using Json = nlohmann::ordered_json;

class ScalarCurvesTest : public testing::Test {
 protected:
  void write(const std::string& text) { std::ofstream(file_, std::ios::app) << text; }
  ScratchFolder folder_;
  std::filesystem::path file_ = folder_.path / "scalars.tsv";
};

TEST_F(ScalarCurvesTest, AreEmptyWithoutAFile) {
  ScalarCurves curves(file_);
  EXPECT_TRUE(curves.read()["rows"].empty());
}

TEST_F(ScalarCurvesTest, GrowWithTheFile) {
  ScalarCurves curves(file_);
  write("# lossy\niteration\ttime [s]\tphi.l2\n0\t0\t1.5\n1\t0.1\tn");
  Json read = curves.read();
  EXPECT_EQ(read["columns"], Json({"iteration", "time [s]", "phi.l2"}));
  EXPECT_EQ(read["rows"], Json::parse("[[0.0, 0.0, 1.5]]"));
  write("an\n");
  EXPECT_EQ(curves.read()["rows"][1], Json::parse("[1.0, 0.1, null]"));
}

TEST_F(ScalarCurvesTest, AreThinnedButKeepTheNewestRow) {
  ScalarCurves curves(file_, 8);
  write("n\n");
  for (int n = 0; n < 100; ++n) write(std::to_string(n) + "\n");
  const Json read = curves.read();
  const long every = read["every"];
  EXPECT_LE(read["rows"].size(), 9u);
  EXPECT_GE(read["rows"].size(), 4u);
  EXPECT_EQ(read["rows"].back()[0], 99.0);
  for (std::size_t n = 0; n + 1 < read["rows"].size(); ++n)
    EXPECT_EQ(read["rows"][n][0], double(every) * double(n));
}

TEST_F(ScalarCurvesTest, BeginAgainWithANewFile) {
  ScalarCurves curves(file_);
  write("n\n1\n2\n");
  curves.read();
  std::filesystem::remove(file_);
  write("m\n7\n");
  const Json read = curves.read();
  EXPECT_EQ(read["columns"], Json({"m"}));
  EXPECT_EQ(read["rows"], Json::parse("[[7.0]]"));
}

}  // namespace
}  // namespace cardon
