// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>

#include "../support/scratch_folder.hpp"
#include "cardon/error.hpp"
#include "cardon/services/field_file_reader.hpp"
#include "report/plot.hpp"
#include "report/plot_scalars.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;

class WaveReader : public FieldFileReader {
 public:
  explicit WaveReader(int dimensions) : dimensions_(dimensions) {}
  std::string extension() const override { return ".txt"; }
  FieldData read(const std::filesystem::path& file) const override {
    FieldData data;
    data.name = "phi";
    data.iteration = std::stol(file.stem().string().substr(6));
    data.dimensions = dimensions_;
    for (int d = 0; d < dimensions_; ++d) {
      data.points[std::size_t(d)] = 8;
      data.spacing[d] = 0.125;
      data.upper[d] = 1;
      data.periodic[d] = true;
    }
    for (int n = 0; n < data.points[0] * data.points[1] * data.points[2]; ++n)
      data.values.push_back(std::sin(0.1 * n));
    return data;
  }

 private:
  int dimensions_;
};

std::vector<std::string> names(const ScratchFolder& run, const std::string& what,
                               int dimensions = 3) {
  const WaveReader reader(dimensions);
  std::vector<std::string> found;
  for (const auto& file : plot_run(run.path, what, &reader)) {
    EXPECT_EQ(file.parent_path(), run.path / "plots");
    EXPECT_GT(std::filesystem::file_size(file), 1000u);
    found.push_back(file.filename().string());
  }
  return found;
}

struct SampleFiles : ScratchFolder {
  SampleFiles() {
    write("scalars.tsv",
          "iteration\ttime [s]\tphi.min [m]\tphi.maxloc.x [m]\tphi.maxloc.y [m]\tphi.l2 "
          "[m]\tphi.sum [m]\tenergy [J]\n"
          "0\t0\t-1\t0\t1\t0.5\t9\t2\n5\t0.1\t-2\t0\t1\t0.25\t9\t2\n");
    write("fields/phi.it000000.txt", "");
    write("fields/phi.it000020.txt", "");
  }
};

TEST(Plot, DrawsEverythingByDefault) {
  const SampleFiles run;
  EXPECT_THAT(names(run, ""), ElementsAre("phi.png", "phi.maxloc.png", "phi.sum.png", "energy.png",
                                          "phi.xy.it000020.png"));
}

TEST(Plot, DrawsWhatIsAskedFor) {
  const SampleFiles run;
  EXPECT_THAT(names(run, "energy"), ElementsAre("energy.png"));
  EXPECT_THAT(names(run, "phi.l2"), ElementsAre("phi.l2.png"));
  EXPECT_THAT(names(run, "slices"), ElementsAre("phi.xy.it000020.png"));
  EXPECT_EQ(names(run, "scalars").size(), 4u);
  EXPECT_THAT(names(run, "Wave::phi"),
              ElementsAre("phi.png", "phi.maxloc.png", "phi.sum.png", "phi.xy.it000020.png"));
}

TEST(Plot, FieldsOfOneAndTwoDirectionsWorkToo) {
  const SampleFiles run;
  EXPECT_THAT(names(run, "slices", 1), ElementsAre("phi.x.it000020.png"));
  EXPECT_THAT(names(run, "slices", 2), ElementsAre("phi.xy.it000020.png"));
}

TEST(Plot, WithoutAReaderScalarsAreDrawn) {
  const SampleFiles run;
  EXPECT_EQ(plot_run(run.path, "", nullptr).size(), 4u);
}

TEST(Plot, NothingToDrawIsAnErrorWithASuggestion) {
  const SampleFiles run;
  try {
    names(run, "enrgy");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().front().slug, "plot/nothing");
    EXPECT_EQ(error.problems().front().hint, "did you mean energy?");
  }
  const ScratchFolder empty;
  EXPECT_THROW(names(empty, ""), Error);
}

TEST(ScalarGroups, ReductionsOfAFieldShareAPicture) {
  const SampleFiles run;
  const ScalarTable table = read_scalars(run.path);
  const auto groups = scalar_groups(table);
  const CurvePicture picture = scalar_picture(table, groups.at(0));
  EXPECT_EQ(picture.y_label, "phi [m]");
  EXPECT_EQ(picture.curves.at(1).label, "l2");
  EXPECT_THAT(picture.curves.at(1).y, ElementsAre(0.5, 0.25));
  EXPECT_THAT(picture.x, ElementsAre(0, 0.1));
}

}  // namespace
}  // namespace cardon
