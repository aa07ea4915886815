// SPDX-License-Identifier: Apache-2.0
#include "draw/pictures_module.hpp"

#include "draw/paint_slice.hpp"
#include "draw/png.hpp"

extern "C" __attribute__((visibility("default"))) std::size_t cardon_draw_slice(
    const cardon::SlicePicture& picture, const std::filesystem::path& file) {
  return cardon::paint_slice(picture, file);
}

extern "C" __attribute__((visibility("default"))) void cardon_picture_provenance(
    const std::filesystem::path& file, std::string& found) {
  found = cardon::png_provenance(file);
}
