// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>

#include "../support/scratch_folder.hpp"
#include "report/plot.hpp"
#include "report/plot_series.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

struct SeriesRun : ScratchFolder {
  SeriesRun() {
    write("probes.points.tsv", "probe\tx [m]\nwest\t0\neast\t1\n");
    write("probes.tsv",
          "iteration\ttime [s]\tphi.west [m]\tphi.east [m]\tphi.dx.west [m/m]\tphi.dx.east [m/m]\n"
          "0\t0\t1\t2\t3\t4\n5\t0.5\t2\t3\t4\t5\n");
    std::string points = "probe\tx [m]\n", table = "iteration\ttime [s]", row = "0\t0";
    for (int n = 1; n <= 20; ++n) {
      points += "r" + std::to_string(n) + "\t0\n";
      table += "\tphi.r" + std::to_string(n) + " [m]";
      row += '\t' + std::to_string(n - 16);
    }
    write("receivers.points.tsv", points);
    write("receivers.tsv", table + '\n' + row + '\n' + "5\t0.5" + row.substr(3) + '\n');
    std::string modes = "iteration\ttime [s]\tmean\tl2", values = "0\t0\t1\t1";
    for (int m = -12; m < 12; ++m) {
      modes += "\tl2m" + std::to_string(m) + ".re\tl2m" + std::to_string(m) + ".im";
      values += "\t" + std::to_string(3 * m) + "\t" + std::to_string(-4 * m);
    }
    write("spheres/spheres.tsv", "radius [m]\n0.5\n");
    write("spheres/phi.r0.5.tsv", modes + '\n' + values + '\n');
  }
};

std::vector<std::string> drawn(const SeriesRun& run, const std::string& what) {
  std::vector<std::string> names;
  for (const auto& file : plot_run(run.path, what, nullptr)) {
    EXPECT_GT(std::filesystem::file_size(file), 1000u);
    names.push_back(file.filename().string());
  }
  return names;
}

TEST(PlotSeries, DrawsWhatIsAskedFor) {
  const SeriesRun run;
  EXPECT_THAT(drawn(run, ""), ElementsAre("probes.phi.png", "probes.phi.dx.png",
                                          "receivers.phi.png", "phi.r0.5.modes.png"));
  EXPECT_THAT(drawn(run, "phi"), UnorderedElementsAre("probes.phi.png", "probes.phi.dx.png",
                                                      "receivers.phi.png", "phi.r0.5.modes.png"));
  EXPECT_THAT(drawn(run, "receivers"), ElementsAre("receivers.phi.png"));
  EXPECT_THAT(drawn(run, "spheres"), ElementsAre("phi.r0.5.modes.png"));
  EXPECT_THAT(drawn(run, "phi.dx"), ElementsAre("probes.phi.dx.png"));
  EXPECT_EQ(drawn(run, "probes").size(), 3u);
}

TEST(PlotSeries, FewProbesAreCurvesManyAreTraces) {
  const SeriesRun run;
  const std::vector<SeriesFile> series = find_series(run.path);
  ASSERT_EQ(series.size(), 3u);
  const std::vector<SeriesPicture> probes = series_pictures(series[0]);
  ASSERT_EQ(probes.at(0).picture.curves.size(), 2u);
  EXPECT_EQ(probes[0].picture.curves[1].label, "east");
  EXPECT_THAT(probes[0].picture.curves[1].y, ElementsAre(2, 3));
  EXPECT_EQ(probes[1].picture.y_label, "phi.dx [m/m]");

  const CurvePicture traces = series_pictures(series[1]).at(0).picture;
  ASSERT_EQ(traces.curves.size(), 1u);
  ASSERT_EQ(traces.x.size(), 60u);
  EXPECT_EQ(traces.curves[0].y.at(0), 0) << "the first trace, at 1, has the largest value, -15 m";
  EXPECT_EQ(traces.curves[0].y.at(46), 16);
  EXPECT_TRUE(std::isnan(traces.curves[0].y.at(2)));
  EXPECT_EQ(traces.y_label, "r1 to r20");
  EXPECT_EQ(traces.subtitle, "iterations 0 to 5; one step up is 15 in phi [m]");
}

TEST(PlotSeries, OfASphereTheLargestModesAreShown) {
  const SeriesRun run;
  const CurvePicture picture = series_pictures(find_series(run.path).at(2)).at(0).picture;
  ASSERT_EQ(picture.curves.size(), 7u);
  EXPECT_EQ(picture.curves[0].label, "l2m11");
  EXPECT_THAT(picture.curves[0].y, ElementsAre(55));
  EXPECT_EQ(picture.curves[6].label, "l2m5");
}

}  // namespace
}  // namespace cardon
