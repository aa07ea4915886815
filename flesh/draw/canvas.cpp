// SPDX-License-Identifier: Apache-2.0
#include "draw/canvas.hpp"

#include <cairo.h>

#include <cardon/kit/text_file.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <cstring>
#include <new>

#include "draw/png.hpp"

namespace cardon {
namespace {

double shift_of(Align align, double size) {
  return align == Align::start ? 0 : align == Align::centre ? -0.5 * size : -size;
}

}  // namespace

Canvas::Canvas(int width, int height)
    : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height),
               cairo_surface_destroy),
      cairo_(cairo_create(surface_.get()), cairo_destroy) {
  require_good();
  fill({0, 0, double(width), double(height)}, 0xffffffff);
}

void Canvas::require_good() const {
  const cairo_status_t status = cairo_status(cairo_.get());
  if (status == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
  if (status != CAIRO_STATUS_SUCCESS)
    throw Bug(std::string("canvas: ") + cairo_status_to_string(status));
}

void Canvas::colour(std::uint32_t argb) {
  cairo_set_source_rgba(cairo_.get(), (argb >> 16 & 0xff) / 255.0, (argb >> 8 & 0xff) / 255.0,
                        (argb & 0xff) / 255.0, (argb >> 24) / 255.0);
}

void Canvas::select(const TextStyle& style) {
  cairo_select_font_face(cairo_.get(), "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                         style.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo_.get(), style.size);
}

double Canvas::text_width(const std::string& text, const TextStyle& style) {
  select(style);
  cairo_text_extents_t extents;
  cairo_text_extents(cairo_.get(), text.c_str(), &extents);
  return extents.x_advance;
}

void Canvas::text(double x, double y, const std::string& text, const TextStyle& style) {
  const double width = text_width(text, style);
  // The height of a capital letter, not of this text, so that neighbouring labels stand on one
  // line.
  const double height = 0.73 * style.size;
  colour(style.colour);
  cairo_save(cairo_.get());
  cairo_translate(cairo_.get(), x, y);
  if (style.upwards) cairo_rotate(cairo_.get(), -std::acos(0.0));
  cairo_move_to(cairo_.get(), shift_of(style.horizontal, width),
                height + shift_of(style.vertical, height));
  cairo_show_text(cairo_.get(), text.c_str());
  cairo_restore(cairo_.get());
}

void Canvas::line(double x0, double y0, double x1, double y1, double thickness,
                  std::uint32_t argb) {
  colour(argb);
  cairo_set_line_width(cairo_.get(), thickness);
  cairo_move_to(cairo_.get(), x0, y0);
  cairo_line_to(cairo_.get(), x1, y1);
  cairo_stroke(cairo_.get());
}

void Canvas::frame(const Rectangle& r, double thickness, std::uint32_t argb) {
  colour(argb);
  cairo_set_line_width(cairo_.get(), thickness);
  cairo_rectangle(cairo_.get(), r.x, r.y, r.width, r.height);
  cairo_stroke(cairo_.get());
}

void Canvas::fill(const Rectangle& r, std::uint32_t argb) {
  colour(argb);
  cairo_rectangle(cairo_.get(), r.x, r.y, r.width, r.height);
  cairo_fill(cairo_.get());
}

void Canvas::pixels(int x, int y, int width, int height, const std::vector<std::uint32_t>& pixels) {
  cairo_surface_flush(surface_.get());
  unsigned char* data = cairo_image_surface_get_data(surface_.get());
  const int stride = cairo_image_surface_get_stride(surface_.get());
  for (int row = 0; row < height; ++row)
    std::memcpy(data + std::ptrdiff_t(y + row) * stride + std::ptrdiff_t(x) * 4,
                pixels.data() + std::ptrdiff_t(row) * width, std::size_t(width) * 4);
  cairo_surface_mark_dirty(surface_.get());
}

std::size_t Canvas::save(const std::filesystem::path& file, const std::string& provenance) {
  require_good();
  cairo_surface_flush(surface_.get());
  const std::string png = encode_png(cairo_image_surface_get_data(surface_.get()),
                                     cairo_image_surface_get_width(surface_.get()),
                                     cairo_image_surface_get_height(surface_.get()),
                                     cairo_image_surface_get_stride(surface_.get()), provenance);
  replace_file(file, png);
  return png.size();
}

}  // namespace cardon
