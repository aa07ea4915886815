// SPDX-License-Identifier: Apache-2.0
// The functions of Pictures.so, which is loaded when a picture is drawn or read: cairo brings 18
// libraries of fonts and of X11 with it, 160 page faults of every start of the program.
#pragma once
#include <cardon/kit/picture.hpp>
#include <filesystem>
#include <string>

/// As cardon::draw_slice.
extern "C" std::size_t cardon_draw_slice(const cardon::SlicePicture& picture,
                                         const std::filesystem::path& file);
/// As cardon::picture_provenance.
extern "C" void cardon_picture_provenance(const std::filesystem::path& file, std::string& found);
