// SPDX-License-Identifier: Apache-2.0
// The part of a picture of a plane that one site has.
#pragma once
#include <array>
#include <cardon/kit/picture.hpp>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace cardon {

/// Part of a slice. Its file has one line of JSON, then the values as doubles in the byte order of
/// the machine that wrote them.
struct SlicePart {
  std::string site;                  ///< that has computed the part
  std::vector<std::string> sites;    ///< all that have a part of the plane
  std::array<int, 2> first{0, 0};    ///< of its samples, horizontal and vertical
  std::array<int, 2> samples{1, 1};  ///< their number, horizontal and vertical
  SlicePicture picture;  ///< as a whole, but with the values of this part only: values[a + b * n]
};

/// Returns the size of the file. Throws Error "output/write-failed" (exit_environment).
std::size_t write_slice_part(const SlicePart& part, const std::filesystem::path& file);
/// Throws Error "output/unreadable" (exit_environment).
SlicePart read_slice_part(const std::filesystem::path& file);
/// The picture that the parts in these files make. Throws as read_slice_part; also if parts are
/// missing.
SlicePicture join_slice(std::span<const std::filesystem::path> parts);

}  // namespace cardon
