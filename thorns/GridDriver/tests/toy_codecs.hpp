// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/codec.hpp>
#include <memory>
#include <string_view>

namespace cardon::test {

/// Codecs by their names: "change" (the first of its chain) takes the exclusive or with the
/// message before it; "zeros" leaves out bytes that are 0; "slow_zeros" does the same in 0.2 ms
/// more; "rounded" claims to lose digits. Throws Error registry/no-such-service for any other name,
/// codec/option for any option.
std::shared_ptr<Codec> toy_codec(std::string_view name, const Location& where);

}  // namespace cardon::test
