// SPDX-License-Identifier: Apache-2.0
// Pixels as PNG.
#pragma once
#include <filesystem>
#include <string>

namespace cardon {

/// The content of a PNG file. Rows are `stride` bytes apart, pixels four bytes in cairo's order (a
/// 32-bit xRGB in the byte order of the machine, which must be little-endian). `provenance`, ASCII,
/// becomes the text chunk Provenance unless it is empty. Throws Bug if libpng fails.
std::string encode_png(const unsigned char* pixels, int width, int height, int stride,
                       const std::string& provenance);

/// The provenance in a picture; empty if there is none. Throws Error "output/unreadable"
/// (exit_environment) for a file that is not a PNG.
std::string png_provenance(const std::filesystem::path& file);

}  // namespace cardon
