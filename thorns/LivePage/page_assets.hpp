// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string_view>

namespace cardon {

/// A file of web/, which is part of the thorn.
struct PageAsset {
  const char* path;  ///< "/page.js"
  const char* type;  ///< "text/css; charset=utf-8"
  std::string_view text;
};

/// The build writes the source file from web/.
std::span<const PageAsset> page_assets();

}  // namespace cardon
