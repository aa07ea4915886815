// SPDX-License-Identifier: Apache-2.0
// Codecs as a run finds them, and messages of every kind.
#pragma once
#include <cardon/kit/codec/codec_chain.hpp>
#include <string>
#include <vector>

namespace cardon::codec_test {

using Names = std::vector<std::string>;
using Values = std::vector<double>;

/// The codecs of this build.
CodecFactory factory();
CodecChain chain(const Names& names, const std::vector<CodecRows>& rows);
/// Every lossless codec by itself and the chains that are recommended.
std::vector<Names> lossless_chains();

/// The pieces of a driver: long rows, short ones, several groups, one value, nothing.
std::vector<std::vector<CodecRows>> layouts();
std::size_t values_in(const std::vector<CodecRows>& rows);

enum class Kind { smooth, noise, constant, shock, special, denormal };
constexpr Kind kinds[] = {Kind::smooth, Kind::noise,   Kind::constant,
                          Kind::shock,  Kind::special, Kind::denormal};
/// The message of one step.
Values message(Kind kind, const std::vector<CodecRows>& rows, int step);

}  // namespace cardon::codec_test
