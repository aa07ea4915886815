// SPDX-License-Identifier: Apache-2.0
#include <cairo.h>
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

#include "../support/scratch_folder.hpp"
#include "draw/colour_map.hpp"
#include "draw/paint_slice.hpp"
#include "draw/png.hpp"

namespace cardon {
namespace {

class Pictures : public ::testing::Test {
 protected:
  // The colours of all pixels, read back with cairo.
  std::vector<std::uint32_t> read(const std::filesystem::path& file) {
    cairo_surface_t* surface = cairo_image_surface_create_from_png(file.c_str());
    EXPECT_EQ(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    width = cairo_image_surface_get_width(surface);
    height = cairo_image_surface_get_height(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    std::vector<std::uint32_t> pixels(std::size_t(width) * height);
    for (int row = 0; row < height; ++row)
      std::memcpy(pixels.data() + std::ptrdiff_t(row) * width,
                  cairo_image_surface_get_data(surface) + std::ptrdiff_t(row) * stride,
                  std::size_t(width) * 4);
    cairo_surface_destroy(surface);
    for (std::uint32_t& pixel : pixels) pixel |= 0xff000000u;
    return pixels;
  }

  const ScratchFolder scratch;
  const std::filesystem::path folder = scratch.path;
  int width = 0, height = 0;
};

SlicePicture ramp() {
  SlicePicture picture;
  picture.title = "phi";
  picture.value_label = "phi";
  picture.horizontal = {"x [m]", 0, 1, 0, 0.25, 5, false};
  picture.vertical = {"y [m]", 0, 1, 0, 0.25, 5, false};
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 5; ++i) picture.values.push_back(i);
  return picture;
}

TEST_F(Pictures, ValuesGrowToTheRightAndUpwards) {
  SlicePicture picture = ramp();
  EXPECT_GT(paint_slice(picture, folder / "a.png"), 1000u);
  std::vector<std::uint32_t> pixels = read(folder / "a.png");
  EXPECT_EQ(width, 900);
  // The plot begins at (86, 72) and is 670 pixels wide and high; its frame covers the outermost
  // pixels.
  const auto at = [&](int x, int y) { return pixels[std::size_t(y) * 900 + x]; };
  EXPECT_EQ(at(86 + 335, 72 + 335), colour_of(Colours::viridis, 0.5 + 0.5 / 670));
  EXPECT_EQ(at(86 + 2, 400), colour_of(Colours::viridis, 2.5 / 670));
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 5; ++i) picture.values[std::size_t(5 * j + i)] = j;
  paint_slice(picture, folder / "b.png");
  pixels = read(folder / "b.png");
  EXPECT_EQ(at(400, 72 + 2), colour_of(Colours::viridis, 1 - 2.5 / 670));
  EXPECT_EQ(at(400, 72 + 667), colour_of(Colours::viridis, 2.5 / 670));
}

// x * y: what lies between four samples depends on both directions.
TEST_F(Pictures, ValuesBetweenSamplesAreBilinear) {
  SlicePicture picture = ramp();
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 5; ++i) picture.values[std::size_t(5 * j + i)] = i * j / 16.0;
  picture.range = {0, 1};
  paint_slice(picture, folder / "a.png");
  const auto pixels = read(folder / "a.png");
  for (const int row : {5, 100, 333, 334, 500, 660})
    for (const int column : {3, 200, 335, 601}) {
      const double x = (column + 0.5) / 670, y = (669 - row + 0.5) / 670;
      EXPECT_EQ(pixels[std::size_t(72 + row) * 900 + std::size_t(86 + column)],
                colour_of(Colours::viridis, x * y))
          << row << ", " << column;
    }
}

// Several samples per pixel: the mean of a plane is its value at the centre.
TEST_F(Pictures, DenseSamplesAreAveraged) {
  SlicePicture picture = ramp();
  picture.horizontal = {"x [m]", 0, 1, 0.5 / 2000, 1.0 / 2000, 2000, false};
  picture.vertical = picture.horizontal;
  picture.values.clear();
  for (int j = 0; j < 2000; ++j)
    for (int i = 0; i < 2000; ++i) picture.values.push_back((i + 2 * j + 1.5) / 6000);
  picture.range = {0, 1};
  paint_slice(picture, folder / "a.png");
  const auto pixels = read(folder / "a.png");
  for (const int row : {10, 111, 400, 600})
    for (const int column : {20, 300, 517}) {
      const double x = (column + 0.5) / 670, y = (669 - row + 0.5) / 670;
      EXPECT_EQ(pixels[std::size_t(72 + row) * 900 + std::size_t(86 + column)],
                colour_of(Colours::viridis, (x + 2 * y) / 3))
          << row << ", " << column;
    }
}

TEST_F(Pictures, SmoothFieldsMakeSmallFiles) {
  SlicePicture picture = ramp();
  picture.horizontal = {"x [m]", 0, 1, 0, 1.0 / 64, 65, false};
  picture.vertical = picture.horizontal;
  picture.values.clear();
  for (int j = 0; j < 65; ++j)
    for (int i = 0; i < 65; ++i)
      picture.values.push_back(std::sin(0.1 * std::hypot(double(i), double(j))));
  picture.colours = Colours::viridis;
  EXPECT_LT(paint_slice(picture, folder / "a.png"), 100000u);  // 131,404 bytes as red, green, blue
}

// Two waves: as red, green and blue the picture would have 533,998 bytes.
TEST_F(Pictures, DetailedFieldsAreCompressedByDifferences) {
  SlicePicture picture = ramp();
  picture.colours = Colours::coolwarm;
  picture.horizontal = {"x [m]", 0, 1, 0, 1.0 / 256, 257, false};
  picture.vertical = picture.horizontal;
  picture.values.clear();
  for (int j = 0; j < 257; ++j)
    for (int i = 0; i < 257; ++i)
      picture.values.push_back(std::sin(0.2 * std::hypot(i, j - 90)) +
                               std::sin(0.2 * std::hypot(i, j - 166)));
  EXPECT_LT(paint_slice(picture, folder / "a.png"), 320000u);  // 300,364
}

// More colours than a palette holds.
TEST_F(Pictures, AnyColoursCanBeEncoded) {
  std::vector<std::uint32_t> drawn;
  for (std::uint32_t n = 0; n < 64 * 64; ++n) drawn.push_back(0xff000000 | n * 4099);
  std::ofstream(folder / "a.png") << encode_png(
      reinterpret_cast<const unsigned char*>(drawn.data()), 64, 64, 64 * 4, "");
  EXPECT_EQ(read(folder / "a.png"), drawn);
}

TEST_F(Pictures, AGivenRangeAndADivergingMapAreCentred) {
  SlicePicture picture = ramp();
  picture.colours = Colours::coolwarm;
  for (double& v : picture.values) v = -0.001;
  picture.range = {-1, 1};
  paint_slice(picture, folder / "a.png");
  EXPECT_EQ(read(folder / "a.png")[400u * 900 + 400], colour_of(Colours::coolwarm, 0.4995));
}

// The colour near the left edge, beside the frame.
std::uint32_t first_colour(const std::vector<std::uint32_t>& pixels) {
  return pixels[(72u + 335) * 900 + 86 + 2];
}

TEST_F(Pictures, SignedValuesHaveADivergingMapUnlessOneIsChosen) {
  SlicePicture picture = ramp();
  const auto drawn = [&](double low, double high) {
    for (int n = 0; n < 25; ++n) picture.values[std::size_t(n)] = low + (high - low) * (n % 5) / 4;
    paint_slice(picture, folder / "a.png");
    return first_colour(read(folder / "a.png"));
  };
  const double half = 2.5 / 670;  // of the picture, from its left edge to the pixel
  EXPECT_EQ(drawn(-1, 1), colour_of(Colours::coolwarm, half));
  EXPECT_EQ(drawn(-1, 3), colour_of(Colours::coolwarm, (2 + 4 * half) / 6))
      << "zero is in the middle";
  EXPECT_EQ(drawn(-3, 1), colour_of(Colours::coolwarm, 4 * half / 6));
  EXPECT_EQ(drawn(-0.2, 3), colour_of(Colours::viridis, half)) << "hardly below zero";
  EXPECT_EQ(drawn(1, 3), colour_of(Colours::viridis, half));
  picture.colours = Colours::viridis;
  EXPECT_EQ(drawn(-1, 1), colour_of(Colours::viridis, half));
  picture.colours = Colours::coolwarm;
  EXPECT_EQ(drawn(1, 3), colour_of(Colours::coolwarm, (4 + 2 * half) / 6));
}

TEST_F(Pictures, AGivenRangeDecidesOnTheMapInsteadOfTheValues) {
  SlicePicture picture = ramp();
  const auto drawn = [&](double value, double low, double high) {
    picture.values.assign(25, value);
    picture.range = {low, high};
    paint_slice(picture, folder / "a.png");
    return first_colour(read(folder / "a.png"));
  };
  EXPECT_EQ(drawn(0.5, -1, 1), colour_of(Colours::coolwarm, 0.75));
  EXPECT_EQ(drawn(0, -1, 3), colour_of(Colours::coolwarm, 0.5))
      << "zero is in the middle of the map";
  EXPECT_EQ(drawn(-2, -1, 3), colour_of(Colours::coolwarm, 1.0 / 3)) << "the end of the range";
  EXPECT_EQ(drawn(-1, 0, 4), colour_of(Colours::viridis, 0));
  picture.colours = Colours::coolwarm;
  EXPECT_EQ(drawn(1, -1, 3), colour_of(Colours::coolwarm, 0.5))
      << "chosen in the file: as wide as the range";
}

TEST_F(Pictures, NotFiniteValuesAreGreyAndDoNotSpoilTheRange) {
  SlicePicture picture = ramp();
  picture.values[12] = std::nan("");
  picture.values[11] = std::numeric_limits<double>::infinity();
  paint_slice(picture, folder / "a.png");
  const auto pixels = read(folder / "a.png");
  EXPECT_EQ(pixels[(72u + 335) * 900 + 86 + 335], not_finite_colour);
  EXPECT_EQ(pixels[(72u + 5) * 900 + 86 + 335], colour_of(Colours::viridis, 0.5 + 0.5 / 670));
}

TEST_F(Pictures, ConstantOrWhollyBrokenFieldsCanBeDrawn) {
  SlicePicture picture = ramp();
  for (double value : {0.0, 7.5, std::nan("")}) {
    picture.values.assign(25, value);
    for (Colours colours : {Colours::viridis, Colours::coolwarm}) {
      picture.colours = colours;
      EXPECT_GT(paint_slice(picture, folder / "a.png"), 1000u);
    }
  }
}

TEST_F(Pictures, ALongDomainKeepsItsProportions) {
  SlicePicture picture = ramp();
  picture.horizontal.upper = 1;
  picture.vertical = {"y [m]", 0, 0.5, 0, 0.125, 5, false};
  paint_slice(picture, folder / "a.png");
  read(folder / "a.png");
  EXPECT_EQ(height, 72 + 335 + 66);
}

TEST_F(Pictures, TheirProvenanceIsInTheFile) {
  SlicePicture picture = ramp();
  picture.provenance = R"({"title": ")" + std::string(5000, 'a') + R"("})";
  const std::size_t with = paint_slice(picture, folder / "a.png");
  EXPECT_EQ(png_provenance(folder / "a.png"), picture.provenance);
  picture.provenance.clear();
  EXPECT_LT(with, paint_slice(picture, folder / "b.png") + 200) << "it is compressed";
  EXPECT_EQ(png_provenance(folder / "b.png"), "");
  EXPECT_EQ(read(folder / "a.png"), read(folder / "b.png"));
}

TEST_F(Pictures, OnlyPicturesHaveAProvenance) {
  std::ofstream(folder / "text.png") << "this is not a picture";
  for (const char* file : {"text.png", "missing.png"}) {
    try {
      png_provenance(folder / file);
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), exit_environment);
      EXPECT_EQ(error.problems().front().slug, "output/unreadable");
    }
  }
}

TEST_F(Pictures, WrongSizesAreBugsAndFullDisksAreErrors) {
  SlicePicture picture = ramp();
  picture.values.pop_back();
  EXPECT_THROW(paint_slice(picture, folder / "a.png"), Bug);
  try {
    paint_slice(ramp(), "/proc/nowhere/a.png");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), exit_environment);
    EXPECT_EQ(error.problems().front().slug, "output/write-failed");
  }
}

}  // namespace
}  // namespace cardon
