// SPDX-License-Identifier: Apache-2.0
// What codecs say about their options, their place in the chain and damaged input, in one wording.
#pragma once
#include <cardon/services/codec.hpp>
#include <string>

namespace cardon {

/// Throws Error codec/option if there is an option.
void require_no_option(const CodecSetup& setup, const std::string& codec);
/// The option as a whole number, `otherwise` without an option. Throws Error codec/option unless
/// low <= it <= high.
int integer_option(const CodecSetup& setup, const std::string& codec, int low, int high,
                   int otherwise);
/// The option as a positive finite number. Throws Error codec/option if it is another or missing.
double positive_option(const CodecSetup& setup, const std::string& codec);
/// Throws Error codec/order unless the codec is the first of its chain.
void require_first(const CodecSetup& setup, const std::string& codec);
/// Throws Error codec/damaged: "zlib cannot decode a piece: `why`".
[[noreturn]] void throw_damaged(const std::string& codec, const std::string& why);

}  // namespace cardon
