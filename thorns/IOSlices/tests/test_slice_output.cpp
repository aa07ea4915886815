// SPDX-License-Identifier: Apache-2.0
#include <cairo.h>
#include <gmock/gmock.h>

#include <cardon/kit/slice_part.hpp>
#include <cardon/thorn/error.hpp>

#include "slice_output.hpp"
#include "support/files_below.hpp"
#include "support/site_writers.hpp"

namespace cardon {
namespace {

using ::testing::HasSubstr;

const SiteWriters<SliceOutput> writers("slices", 400);

int height_of(const std::filesystem::path& file) {
  cairo_surface_t* surface = cairo_image_surface_create_from_png(file.c_str());
  const int height = cairo_image_surface_get_height(surface);
  cairo_surface_destroy(surface);
  return height;
}

TEST(SliceOutput, DrawsOnePictureForEachField) {
  const ScratchFolder folder;
  writers.write(SampleFields({9, 9, 9}), folder, "{}");
  EXPECT_THAT(folder.text("slices/phi.xy.it000400.png"), ::testing::StartsWith("\x89PNG"));
  EXPECT_TRUE(std::filesystem::exists(folder.path / "slices/pi.xy.it000400.png"));
}

TEST(SliceOutput, PicturesAreTheSameOnAnyNumberOfRanks) {
  const SampleFields run({9, 8, 7});
  for (const char* plane : {"xy", "xz", "yz"}) {
    const ScratchFolder one, three;
    const std::string options = std::string("{plane: ") + plane + ", colours: inferno, width: 400}";
    writers.write(run, one, options, 1);
    writers.write(run, three, options, 3);
    const std::string file = std::string("slices/phi.") + plane + ".it000400.png";
    EXPECT_EQ(one.text(file), three.text(file));
    EXPECT_GT(one.text(file).size(), 1000u);
  }
}

// Each rank, and each site, has values of one sign only.
TEST(SliceOutput, ColoursAreChosenByTheWholePlane) {
  const SampleFields run({9, 8, 7}, [](int, int, int k) { return k < 4 ? -1.0 - k : 1.0 + k; });
  const ScratchFolder one, four, sites, chosen, plain;
  const std::string file = "slices/phi.xz.it000400.png";
  writers.write(run, one, "{plane: xz, width: 400}", 1);
  writers.write(run, four, "{plane: xz, width: 400}", 4);
  writers.write_sites(run, sites, "{plane: xz, width: 400}", 4);
  writers.write(run, chosen, "{plane: xz, width: 400, colours: coolwarm}", 1);
  writers.write(run, plain, "{plane: xz, width: 400, colours: viridis}", 1);
  EXPECT_EQ(one.text(file), four.text(file));
  EXPECT_EQ(one.text(file), sites.text(file));
  EXPECT_EQ(one.text(file), chosen.text(file));
  EXPECT_NE(one.text(file), plain.text(file));
}

TEST(SliceOutput, SitesDrawTogetherWhatTheyHave) {
  const SampleFields run({9, 8, 7});
  for (const char* plane : {"xy", "xz", "yz"}) {
    const ScratchFolder one, sites;
    const std::string options = std::string("{width: 400, plane: ") + plane + "}";
    writers.write(run, one, options, 1);
    writers.write_sites(run, sites, options, 2);
    for (const char* field : {"phi", "pi"}) {
      const std::string file = std::string("slices/") + field + "." + plane + ".it000400.png";
      EXPECT_EQ(one.text(file), sites.text(file));
    }
    EXPECT_EQ(writers.files_in(sites), 2) << "parts are gone";
  }
}

TEST(SliceOutput, PartsOfSitesThatSeeNoCommonStorageStay) {
  const SampleFields run({9, 8, 7});
  const ScratchFolder one, sites;
  writers.write(run, one, "{plane: xz, range: [0, 5]}", 1);
  writers.write_sites(run, sites, "{plane: xz, range: [0, 5]}", 2, false);
  EXPECT_EQ(writers.files_in(sites), 4);
  std::vector<std::filesystem::path> parts = {sites.path / "slices/phi.xz.it000400.a.slice",
                                              sites.path / "slices/phi.xz.it000400.b.slice"};
  const auto whole = sites.path / "whole.png";
  draw_slice(join_slice(parts), whole);
  EXPECT_EQ(one.text("slices/phi.xz.it000400.png"), sites.text("whole.png"));
  EXPECT_EQ(read_slice_part(parts[1]).sites, (std::vector<std::string>{"a", "b"}));
  parts.pop_back();
  EXPECT_THROW(join_slice(parts), Bug);
}

TEST(SliceOutput, AThreadDrawsTheSamePictures) {
  const SampleFields run({9, 8, 7});
  for (const int sites : {2, 4}) {
    const ScratchFolder at_once, beside;
    const std::string options = "{plane: xz, width: 400}";
    const std::vector<long> iterations = {400, 420};
    writers.write_sites(run, at_once, options, sites, true, iterations);
    writers.write_sites(run, beside, options, sites, true, iterations, true);
    EXPECT_EQ(files_below(at_once).size(), 4u);
    EXPECT_TRUE(files_below(at_once) == files_below(beside));
  }
}

TEST(SliceOutput, DamagedPartsAreNamed) {
  const ScratchFolder folder;
  writers.write_sites(SampleFields({9, 8, 7}), folder, "{plane: xz}", 2, false);
  const std::string file = "slices/phi.xz.it000400.a.slice", good = folder.text(file);
  for (const std::string& bad : {std::string(), std::string("{}\n"),
                                 good.substr(0, good.size() - 1), good + "x", "x" + good}) {
    folder.write(file, bad);
    EXPECT_THROW(read_slice_part(folder.path / file), Error);
  }
}

TEST(SliceOutput, CoordinateAndIndexNameTheSamePlane) {
  const SampleFields run({9, 9, 9}, [](int i, int j, int k) { return i * j + k * k * (i - 3); });
  const ScratchFolder by_index, by_place, middle;
  writers.write(run, by_index, "{index: 6}");
  writers.write(run, by_place, "{at: 0.48}");
  writers.write(run, middle, "{}");
  const char* file = "slices/phi.xy.it000400.png";
  EXPECT_EQ(by_index.text(file), by_place.text(file));
  EXPECT_NE(by_index.text(file), middle.text(file));
}

TEST(SliceOutput, EntriesWithTheSamePlaneDoNotOverwriteEachOther) {
  const ScratchFolder folder;
  writers.write(SampleFields({9, 9, 9}), folder, "[{at: 0}, {plane: xz}, {at: 0.5, range: [0, 1]}]",
                1, 3);
  for (const char* name : {"phi.xy.it000400.png", "phi.xz.it000400.png", "phi.xy-2.it000400.png"})
    EXPECT_TRUE(std::filesystem::exists(folder.path / "slices" / name)) << name;
}

TEST(SliceOutput, ShowsTwoDimensionalGrids) {
  const ScratchFolder folder;
  SampleFields run({33, 17, 1});
  run.grid.upper.y = 0;
  run.program.grid = run.grid;
  writers.write(run, folder, "{}");
  EXPECT_EQ(height_of(folder.path / "slices/phi.xy.it000400.png"), 72 + 335 + 66);
}

TEST(SliceOutput, MistakesAreNamed) {
  const SampleFields box({9, 9, 9});
  EXPECT_EQ(writers.wrong(box, "{at: 1.01}"), "output/outside-domain");
  EXPECT_EQ(writers.wrong(box, "{index: 9}"), "output/outside-domain");
  EXPECT_EQ(writers.wrong(box, "{index: 1, at: 0}"), "output/two-places");
  EXPECT_EQ(writers.wrong(box, "{range: [2, 1]}"), "output/empty-range");
  EXPECT_EQ(writers.wrong(SampleFields({9, 1, 1}), "{}"), "output/no-such-plane");
  EXPECT_EQ(writers.wrong(SampleFields({9, 9, 1}), "{plane: xz}"), "output/no-such-plane");
  EXPECT_NE(writers.wrong(box, "{range: [1, 2, 3]}"), "");
  EXPECT_NE(writers.wrong(box, "{colours: jet}"), "");
  EXPECT_EQ(writers.wrong(box, "{at: 0.5, range: [0, 1]}"), "");
}

TEST(SliceOutput, MistakesComeWithTheirPlace) {
  try {
    writers.write(SampleFields({9, 9, 9}), ScratchFolder(), "{at: 7}");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("z = 7 m is outside the domain"));
    EXPECT_THAT(error.what(), HasSubstr("test.yaml:1:"));
  }
}

}  // namespace
}  // namespace cardon
