// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>

#include "../support/scratch_folder.hpp"
#include "cardon/services/field_file_reader.hpp"
#include "cardon/thorn/error.hpp"
#include "report/plot.hpp"
#include "report/plot_scalars.hpp"
#include "report/plot_tuning.hpp"

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

struct TunedRun : ScratchFolder {
  TunedRun() {
    write(
        "tuning.tsv",
        "iteration\twall_s\tstep_s\tefficiency\toverlap\tdepth:a-b\tratio:a-b\tdepth:b-c\tratio:b-"
        "c\n"
        "20\t4\t0.2\t0.5\t0\t1\t1\t1\t1\n50\t7\t0.1\t0.9\t1\t4\t2.5\t1\tnan\n");
    write("decisions.jsonl",
          "{\"step\": 20, \"outcome\": \"kept\"}\n{\"step\": 30, \"outcome\": \"reverted\"}\n"
          "{\"step\": 50, \"outcome\": \"not judged: the run ended\"}\n{\"step\": 60, \"outc");
  }
};

TEST(PlotTuning, IsPartOfEverything) {
  const TunedRun run;
  EXPECT_THAT(names(run, ""), ElementsAre("tuning.png"));
  EXPECT_THAT(names(run, "tuning"), ElementsAre("tuning.png"));
  std::filesystem::remove(run.path / "decisions.jsonl");
  EXPECT_THAT(names(run, "tuning"), ElementsAre("tuning.png")) << "nothing was decided yet";
}

TEST(PlotTuning, HasAPanelForEachKindAndACurveForEachLink) {
  const TunedRun run;
  const PanelPicture picture =
      tuning_picture(read_scalars(run.path, "tuning.tsv"), read_tuning_marks(run.path));
  EXPECT_THAT(picture.x, ElementsAre(0, 20, 20, 50));
  EXPECT_THAT(picture.marks[0], ElementsAre(20, 50));
  EXPECT_THAT(picture.marks[1], ElementsAre(30));
  ASSERT_EQ(picture.panels.size(), 3u);
  EXPECT_THAT(picture.panels[0].curves.at(0).y, ElementsAre(0.5, 0.5, 0.9, 0.9));
  EXPECT_EQ(picture.panels[1].curves.at(1).label, "b-c");
  EXPECT_THAT(picture.panels[1].curves.at(0).y, ElementsAre(1, 1, 4, 4));
  EXPECT_EQ(picture.panels[2].curves.at(0).label, "a-b");
  EXPECT_EQ(picture.panels[2].curves.at(0).y.at(3), 2.5);
  EXPECT_TRUE(std::isnan(picture.panels[2].curves.at(1).y.at(3)));
}

TEST(PlotTuning, IsMissedWhereNothingWasTuned) {
  const SampleFiles run;
  try {
    names(run, "tuning");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().front().slug, "plot/nothing");
    EXPECT_EQ(error.problems().front().notes.front(), "there is no tuning.tsv with a window in it");
  }
  const TunedRun bad;
  bad.write("decisions.jsonl", "{\"step\": 20}\n");
  EXPECT_THROW(names(bad, "tuning"), Error);
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
