// SPDX-License-Identifier: Apache-2.0
// Pixels as PNG.
#pragma once
#include <string>

namespace cardon {

/// The content of a PNG file. Rows are `stride` bytes apart, pixels four bytes in cairo's order (a
/// 32-bit xRGB in the byte order of the machine, which must be little-endian). Throws Bug if libpng
/// fails.
std::string encode_png(const unsigned char* pixels, int width, int height, int stride);

}  // namespace cardon
