// SPDX-License-Identifier: Apache-2.0
// A page of pixels with text and lines: the only place that knows cairo.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

struct _cairo;
struct _cairo_surface;

namespace cardon {

/// A rectangle in pixels; y grows downwards.
struct Rectangle {
  double x = 0, y = 0, width = 0, height = 0;
  double right() const { return x + width; }
  double bottom() const { return y + height; }
};

/// Which point of a text is at its place.
enum class Align { start, centre, end };

struct TextStyle {
  double size = 12;
  bool bold = false;
  std::uint32_t colour = 0xff222222;
  Align horizontal = Align::start;
  Align vertical = Align::end;  ///< start: the text hangs below its place; end: it stands on it
  bool upwards = false;         ///< turned by 90 degrees, read from below
};

class Canvas {
 public:
  /// White.
  Canvas(int width, int height);

  void text(double x, double y, const std::string& text, const TextStyle& style);
  double text_width(const std::string& text, const TextStyle& style);
  void line(double x0, double y0, double x1, double y1, double thickness, std::uint32_t colour);
  void frame(const Rectangle& r, double thickness, std::uint32_t colour);
  void fill(const Rectangle& r, std::uint32_t colour);
  /// Pixels 0xffRRGGBB, `width` x `height` of them from the upper left corner on, one to one at (x,
  /// y).
  void pixels(int x, int y, int width, int height, const std::vector<std::uint32_t>& pixels);
  /// Writes a PNG file in one go and returns its size in bytes; `provenance` as in encode_png().
  /// Throws Error "output/write-failed".
  std::size_t save(const std::filesystem::path& file, const std::string& provenance);

 private:
  /// cairo draws nothing any more after a failure. Throws std::bad_alloc where memory was refused.
  void require_good() const;
  void select(const TextStyle& style);
  void colour(std::uint32_t argb);
  std::shared_ptr<_cairo_surface> surface_;
  std::shared_ptr<_cairo> cairo_;
};

}  // namespace cardon
