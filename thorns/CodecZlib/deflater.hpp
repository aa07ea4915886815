// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <span>

namespace cardon {

/// The most bytes that deflate() may write for an input of this size.
std::size_t deflate_bound(std::size_t bytes);
/// A raw deflate stream (RFC 1951, no header, no checksum) of `in`; returns its length. The state
/// of zlib is kept for each level and thread.
std::size_t deflate(int level, std::span<const std::byte> in, std::span<std::byte> out);
/// Undoes deflate(). Throws Error codec/damaged unless `in` is one complete stream that fits `out`.
std::size_t inflate(std::span<const std::byte> in, std::span<std::byte> out);

}  // namespace cardon
