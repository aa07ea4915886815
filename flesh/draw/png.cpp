// SPDX-License-Identifier: Apache-2.0
#include "draw/png.hpp"

#include <png.h>

#include <bit>
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/version.hpp>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "draw/palette.hpp"
#include "files/regular_file.hpp"

namespace cardon {
namespace {

static_assert(std::endian::native == std::endian::little,
              "the order of colours below is that of little-endian machines");

// Exceptions do not pass through libpng.
void append(png_structp png, png_bytep data, png_size_t size) {
  try {
    static_cast<std::string*>(png_get_io_ptr(png))
        ->append(reinterpret_cast<const char*>(data), size);
  } catch (const std::bad_alloc&) {
    png_longjmp(png, 1);
  }
}

void flush(png_structp) {}

// Fails without libpng's message on the standard error.
void fail_silently(png_structp png, png_const_charp) { png_longjmp(png, 1); }
void ignore(png_structp, png_const_charp) {}

constexpr const char* provenance_key = "Provenance";

std::string software() { return std::string("Cardon ") + version_text; }

png_text text_chunk(const char* key, const std::string& text, int compression) {
  png_text chunk{};
  chunk.compression = compression;
  chunk.key = const_cast<png_charp>(key);  // libpng only reads them
  chunk.text = const_cast<png_charp>(text.c_str());
  chunk.text_length = text.size();
  return chunk;
}

struct Pixels {
  const unsigned char* data;
  int width, height, stride;
  const unsigned char* row(int n) const { return data + std::ptrdiff_t(n) * stride; }
};

void set_colours(png_structp png, png_infop info, const Palette& palette) {
  png_color colours[Palette::max_colours];
  int count = 0;
  for (const std::uint32_t c : palette.colours())
    colours[count++] = {png_byte(c >> 16), png_byte(c >> 8), png_byte(c)};
  png_set_PLTE(png, info, colours, count);
}

// False if libpng failed. It reports failures by longjmp: nothing in here has a destructor.
// Differences of rows are compressed by the lowest level about as well as colours by the usual one,
// in half of the time or less.
bool write(png_structp png, png_infop info, const Pixels& pixels, const Palette* palette,
           std::span<const png_text> texts) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_IHDR(png, info, png_uint_32(pixels.width), png_uint_32(pixels.height), 8,
               palette != nullptr ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
  png_set_compression_level(png, 1);
  png_set_text(png, info, texts.data(), int(texts.size()));
  if (palette != nullptr) set_colours(png, info, *palette);
  png_write_info(png, info);
  if (palette == nullptr) {
    png_set_bgr(png);
    png_set_filler(png, 0, PNG_FILLER_AFTER);
  }
  for (int row = 0; row < pixels.height; ++row) png_write_row(png, pixels.row(row));
  png_write_end(png, info);
  return true;
}

std::string encode(const Pixels& pixels, const Palette* palette, std::span<const png_text> texts) {
  std::string content;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail_silently, ignore);
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
  bool good = info != nullptr;
  if (good) {
    png_set_write_fn(png, &content, append, flush);
    good = write(png, info, pixels, palette, texts);
  }
  png_destroy_write_struct(&png, &info);
  if (!good) throw std::bad_alloc();  // nothing else can fail here
  return content;
}

// All up to the pixels; false if it is not a PNG. As above, nothing with a destructor.
bool read_head(png_structp png, png_infop info, std::FILE* file) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_init_io(png, file);
  png_read_info(png, info);
  return true;
}

std::string find_text(png_structp png, png_infop info, const std::string& key) {
  png_textp texts = nullptr;
  const int count = png_get_text(png, info, &texts, nullptr);
  for (int n = 0; n < count; ++n)
    if (key == texts[n].key) return {texts[n].text, texts[n].text_length};
  return "";
}

}  // namespace

std::string encode_png(const unsigned char* pixels, int width, int height, int stride,
                       const std::string& provenance) {
  const std::string made_by = software();
  const png_text texts[] = {text_chunk("Software", made_by, PNG_TEXT_COMPRESSION_NONE),
                            text_chunk(provenance_key, provenance, PNG_TEXT_COMPRESSION_zTXt)};
  const std::span<const png_text> said(texts, provenance.empty() ? 1 : 2);
  const Pixels all{pixels, width, height, stride};
  Palette palette;
  std::vector<unsigned char> indices;
  indices.reserve(std::size_t(width) * std::size_t(height));
  for (int row = 0; row < height; ++row)
    if (!palette.append(all.row(row), width, indices)) return encode(all, nullptr, said);
  return encode({indices.data(), width, height, width}, &palette, said);
}

std::string png_provenance(const std::filesystem::path& file) {
  const bool regular = why_not_read(file).empty();
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(
      regular ? std::fopen(file.c_str(), "rb") : nullptr, std::fclose);
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, fail_silently, ignore);
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
  const bool good = stream && info != nullptr && read_head(png, info, stream.get());
  const std::string text = good ? find_text(png, info, provenance_key) : "";
  png_destroy_read_struct(&png, &info, nullptr);
  if (!good)
    throw Error({.slug = "output/unreadable",
                 .message = file.string() + " is not a PNG file, or it cannot be read"},
                exit_environment);
  return text;
}

}  // namespace cardon
