// SPDX-License-Identifier: Apache-2.0
#include "draw/png.hpp"

#include <png.h>

#include <bit>

#include "cardon/error.hpp"

namespace cardon {
namespace {

static_assert(std::endian::native == std::endian::little,
              "the order of colours below is that of little-endian machines");

void append(png_structp png, png_bytep data, png_size_t size) {
  static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(data), size);
}

void flush(png_structp) {}

// False if libpng failed. It reports failures by longjmp: nothing in here has a destructor.
bool write(png_structp png, png_infop info, const unsigned char* pixels, int width, int height,
           int stride) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_IHDR(png, info, png_uint_32(width), png_uint_32(height), 8, PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  // Colour maps have few colours: without filters such pictures are smaller, and four times faster
  // to write than with libpng's choice of filters.
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  png_write_info(png, info);
  png_set_bgr(png);
  png_set_filler(png, 0, PNG_FILLER_AFTER);
  for (int row = 0; row < height; ++row) png_write_row(png, pixels + std::ptrdiff_t(row) * stride);
  png_write_end(png, info);
  return true;
}

}  // namespace

std::string encode_png(const unsigned char* pixels, int width, int height, int stride) {
  std::string content;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
  bool good = info != nullptr;
  if (good) {
    png_set_write_fn(png, &content, append, flush);
    good = write(png, info, pixels, width, height, stride);
  }
  png_destroy_write_struct(&png, &info);
  if (!good) throw Bug("encode_png: libpng failed");
  return content;
}

}  // namespace cardon
