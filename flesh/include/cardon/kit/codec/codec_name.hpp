// SPDX-License-Identifier: Apache-2.0
// The codecs of a chain as a person writes them.
#pragma once
#include <cardon/thorn/error.hpp>
#include <string>
#include <vector>

namespace cardon {

/// "zlib-1": the codec and, behind the first dash, its option.
struct CodecName {
  std::string codec;   ///< name of the service: "zlib"
  std::string option;  ///< empty: none
  Location where;      ///< in the user's file
  /// Returns the name as it is written in parameter files.
  std::string text() const { return option.empty() ? codec : codec + "-" + option; }
};

/// Reads "zlib-1"; whether there is such a codec is not checked.
CodecName codec_name(const std::string& text, const Location& where = {});
/// The chain that a list means; [none] and [] mean the empty one.
std::vector<CodecName> codec_names(const std::vector<std::string>& texts,
                                   const Location& where = {});
/// "extrapolate, zlib-1", or "none" for the empty chain.
std::string chain_text(const std::vector<CodecName>& names);

}  // namespace cardon
