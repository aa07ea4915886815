// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/picture.hpp>

namespace cardon {

/// As draw_slice, which is in another library.
std::size_t paint_slice(const SlicePicture& picture, const std::filesystem::path& file);

}  // namespace cardon
